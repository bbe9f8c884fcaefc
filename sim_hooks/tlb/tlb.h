/* Address translation.
 *
 * Contract. One state per GPU, in two parts that are called from different places. look_up() belongs to an
 * SM: its L1 TLB, called for every line request that leaves the SM, in order; it must touch nothing but what
 * belongs to that SM. What it does not know goes with the request to the shared side, where shared() is the
 * L2 TLB, the page-walk cache and the walker: it answers, or takes the request (TLB_WAIT) and gives it back
 * by host->translated() when it has the frame. Memory reads of a walk are asked of the simulator by
 * host->read(), travel through L2 and DRAM as CACHE_TRANSLATION and DRAM_TRANSLATION with their depth, and
 * come back by read_done(). Where a page lies is decided by the policy of interface vm; the walker learns it
 * from host->frame(). In a GPU with several programs every request carries its address space (`app`); flush()
 * drops what is known of one.
 *
 * All are optional (NULL); without look_up every request goes on at once. The simulator says which of them it
 * calls and refuses a policy that needs another. Source of what must be carried: mask_mosaic.md sections A,
 * B.3, C.3. */
#ifndef POISE_SIM_HOOKS_TLB_H
#define POISE_SIM_HOOKS_TLB_H

#include "sim_hooks/policy.h"

typedef enum tlb_answer {
    TLB_HIT,  /* the request goes on at once */
    TLB_MISS, /* of look_up: ask the shared side */
    TLB_WAIT, /* of shared: the policy has taken the request */
} tlb_answer;

typedef struct tlb_request {
    uint32_t handle; /* of shared: to be given back */
    uint32_t sm, warp;
    uint16_t app;
    uint8_t page_bits; /* log2 of the page size, as vm says of this page */
    uint64_t page;     /* virtual address >> page_bits */
    uint64_t cycle;
} tlb_request;

typedef struct tlb_host {
    uint32_t sms;
    void *opaque;
    uint64_t (*frame)(void *opaque, uint16_t app,
                      uint64_t address); /* physical address of the page's byte 0 */
    void (*translated)(void *opaque, uint32_t handle);
    void (*read)(void *opaque, uint32_t token, uint16_t app, uint64_t address, uint8_t depth);
} tlb_host;

typedef struct tlb_policy {
    policy_info info;
    policy_life life;
    /* A policy without state has neither create nor destroy nor storage_bits. */
    int (*create)(const tlb_host *host, const void *options, void **state, poise_error *err);
    tlb_answer (*look_up)(void *state, const tlb_request *request);
    tlb_answer (*shared)(void *state, const tlb_request *request);
    void (*read_done)(void *state, uint32_t token, uint64_t cycle);
    void (*flush)(void *state, uint16_t app);
    uint64_t (*tick)(void *state, uint64_t cycle); /* of the shared side; 0 = no more until the next kernel */
} tlb_policy;

#endif
