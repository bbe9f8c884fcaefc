/* Virtual memory: where pages lie, and who pays when they are not there.
 *
 * Contract. One state per GPU, called from one thread. place() is asked for the frame of a page when the page
 * is first used (and again after it has been evicted): VM_PRESENT with a frame, or VM_FAULT, after which the
 * policy brings the page in - it owns frames, page sizes and the choice of victims - moving bytes over the
 * link by host->transfer() and reporting host->present() when the page can be used; the request waits. Large
 * pages are made of base pages by host->remap(), which flushes the TLBs of the address space (Mosaic's
 * coalescing, splintering and compaction; GPUswap's relocation). sampled() tells which pages are used, at the
 * rate that the policy asks for. An address space begins and ends with its program.
 *
 * place is mandatory, all others optional (NULL). The simulator says which of them it calls and refuses a
 * policy that needs another. Source of what must be carried: mask_mosaic.md section C,
 * gpuswap_kaveri_apres.md part 1. */
#ifndef POISE_SIM_HOOKS_VM_H
#define POISE_SIM_HOOKS_VM_H

#include "sim_hooks/policy.h"

/* Programs that run side by side use the same addresses, as each was recorded alone. A policy that leaves
 * pages where their addresses say puts the number of the program into bits 48 and up of the physical address
 * (our choice); data and code lie below. */
enum { VM_APP_SHIFT = 48 };

typedef enum vm_answer { VM_PRESENT, VM_FAULT } vm_answer;

typedef struct vm_host {
    uint64_t memory_bytes; /* of the GPU; 0 = as much as is asked for */
    uint8_t base_bits;     /* log2 of the smallest page that place() is asked about */
    void *opaque;
    void (*transfer)(void *opaque, uint32_t token, uint64_t bytes, int to_gpu);
    void (*present)(void *opaque, uint16_t app, uint64_t page);
    void (*remap)(void *opaque, uint16_t app, uint64_t page, uint64_t frame, uint8_t page_bits);
} vm_host;

typedef struct vm_policy {
    policy_info info;
    /* A policy without state has neither create nor destroy nor storage_bits. */
    int (*create)(const vm_host *host, const void *options, void **state, poise_error *err);
    void (*destroy)(void *state);
    uint64_t (*storage_bits)(const void *state);
    /* `page` = virtual address >> base_bits; *frame likewise of the physical address. */
    vm_answer (*place)(void *state, uint16_t app, uint64_t page, uint64_t *frame, uint64_t cycle);
    void (*app_begin)(void *state, uint16_t app, uint64_t cycle);
    void (*app_end)(void *state, uint16_t app, uint64_t cycle);
    void (*freed)(void *state, uint16_t app, uint64_t page, uint64_t n_pages, uint64_t cycle);
    void (*transferred)(void *state, uint32_t token, uint64_t cycle);
    void (*sampled)(void *state, uint16_t app, uint64_t page, uint32_t sm, int is_write, uint64_t cycle);
    uint64_t (*tick)(void *state, uint64_t cycle); /* 0 = no more until the next kernel */
} vm_policy;

#endif
