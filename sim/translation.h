/* The side of address translation that all SMs share: page tables as the vm policy fills them, the component
 * that runs the shared side of the tlb policy and the vm policy, the link to the host. */
#ifndef POISE_SIM_TRANSLATION_H
#define POISE_SIM_TRANSLATION_H

#include "sim/gpu.h"
#include "sim/sm_translation.h"

/* Page-table entries of 2 MB of an address space; 0 = no place yet. */
enum { VM_CHUNK_PAGES = 1 << (VM_LARGE_BITS - VM_BASE_BITS) };
enum { ENTRY_PRESENT = 1, ENTRY_LARGE = 2, ENTRY_FAULT = 4, ENTRY_FLAGS = 0xfff };
typedef struct vm_chunk {
    uint64_t number; /* virtual address >> VM_LARGE_BITS */
    uint16_t app;
    uint64_t entry[VM_CHUNK_PAGES]; /* physical address of the base page, flags */
} vm_chunk;

/* A walk's read that has come back. */
typedef struct read_result {
    uint64_t when;
    uint32_t token;
    bool from_dram;
} read_result;

typedef struct link_transfer {
    uint64_t when;
    uint32_t token;
} link_transfer;
DEFINE_FIFO(link_fifo, link_transfer)

/* One direction of the link. */
typedef struct link_way {
    link_fifo transfers; /* in order of arrival */
    double free_at;      /* core cycle from which it can carry more */
} link_way;

enum {
    TRANSLATION_READS = 256,    /* of walks, under way */
    TRANSLATION_TRANSFERS = 1 << 16,
};

typedef struct translation {
    uint32_t component;
    uint8_t page_bits;
    bool looks_up; /* requests wait for translations */
    /* pages; without place() a page lies where its address says, and there are none */
    vm_chunk **chunk; /* hashed by app and number */
    uint32_t n_chunks, chunk_slots;
    vm_chunk **of_trace; /* [page of the trace] */
    uint32_t n_of_trace;
    /* requests of the L1 TLBs */
    tlb_miss_fifo arrived;
    bool *is_asked; /* [handle] */
    uint32_t handles;
    read_result result[TRANSLATION_READS]; /* in order of time */
    uint32_t n_results, reads; /* come back; under way, these included */
    uint64_t tlb_at, vm_at;    /* next ticks */
    bool told;                 /* the tlb policy, of something in this cycle */
    link_way link[2];          /* to the host, to the GPU */
} translation;

#endif
