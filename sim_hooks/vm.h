/* Virtual memory: where pages lie, and who pays when they are not there.
 *
 * Contract. One state per GPU, called from one thread. place() is asked once for each page of an address
 * space: with a tlb policy that walks page tables when the first walk reaches its entry, otherwise, as no
 * request can wait, before the launch that may touch it, all pages of the trace in order. It answers
 * VM_PRESENT with a place, or VM_FAULT: then the policy brings the page in, moving bytes over the link to the
 * host by host->transfer(), and calls host->present() when it can be used; place() is asked again at once and
 * must know the place now, and the requests that waited go on. No two pages may lie in one place.
 *
 * All are optional (NULL). Without place() a page lies where its address says, and all of them fit. */
#ifndef POISE_SIM_HOOKS_VM_H
#define POISE_SIM_HOOKS_VM_H

#include "sim_hooks/policy.h"

#include <stdbool.h>

/* Programs that run side by side use the same addresses, as each was recorded alone. Where no policy places
 * pages the number of the program is bits 48 and up of a physical address (our choice); data and code lie
 * below. */
enum { VM_APP_SHIFT = 48 };

enum { VM_BASE_BITS = 12, VM_LARGE_BITS = 21 }; /* pages of 4 KB and of 2 MB */

typedef enum vm_answer { VM_PRESENT, VM_FAULT } vm_answer;

/* Where a page lies: `frame` = physical address >> page_bits. */
typedef struct vm_place {
    uint64_t frame;
    uint8_t page_bits;
} vm_place;

typedef struct vm_host {
    uint32_t pages; /* most that requests can wait for at once */
    void *opaque;
    /* `bytes` cross the link between host and GPU after what has been asked for before in the same direction;
     * transferred() tells when the last has arrived. */
    void (*transfer)(void *opaque, uint32_t token, uint64_t bytes, bool to_gpu);
    /* The page of a VM_FAULT. */
    void (*present)(void *opaque, uint16_t app, uint64_t page);
} vm_host;

typedef struct vm_policy {
    policy_info info;
    policy_life life;
    /* A policy without state has neither create nor destroy nor storage_bits. *host lives as long as the
     * state. */
    int (*create)(const vm_host *host, const void *options, void **state, poise_error *err);
    /* log2 of the pages that place() is asked about, VM_BASE_BITS (as without it) or VM_LARGE_BITS. */
    uint8_t (*page_bits)(const void *state);
    /* `page` = virtual address >> page_bits(). The place may be that of the large page around it, if no base
     * page of that has a place. */
    vm_answer (*place)(void *state, uint16_t app, uint64_t page, vm_place *place, uint64_t cycle);
    void (*transferred)(void *state, uint32_t token, uint64_t cycle);
    uint64_t (*tick)(void *state, uint64_t cycle); /* 0 = no more until the next kernel */
} vm_policy;

#endif
