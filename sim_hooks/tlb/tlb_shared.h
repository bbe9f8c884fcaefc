/* An L1 TLB in every SM, one L2 TLB beside the L2 cache, a walker behind it: what SharedTLB and designs that
 * build on it have in common ([RA] Figure 6.2b, Table 6.1). A design's state begins with a tlb_shared, so
 * that its functions can be those of the policy; what it does otherwise it says with hooks. What the thesis
 * leaves open is marked "our choice". */
#ifndef POISE_SIM_HOOKS_TLB_SHARED_H
#define POISE_SIM_HOOKS_TLB_SHARED_H

#include "sim_hooks/tlb/tlb_l1.h"
#include "sim_hooks/tlb/tlb_ports.h"
#include "sim_hooks/tlb/tlb_pressure.h"
#include "sim_hooks/tlb/tlb_walker.h"

/* All optional (NULL). */
typedef struct tlb_shared_hooks {
    void *owner;
    /* Whether a page that the L2 TLB does not have is known beside it, looked up with it in the same cycles.
     */
    bool (*knows)(void *owner, const tlb_request *request);
    /* A look-up in the L2 TLB has ended; once for each request. */
    void (*looked_up)(void *owner, const tlb_request *request, bool hit);
    /* Whether the page of a walk goes into the L2 TLB. When not the owner keeps it elsewhere, or nowhere. */
    bool (*may_fill)(void *owner, const tlb_walk *walk, const tlb_page *page);
} tlb_shared_hooks;

typedef struct tlb_shared_options {
    tlb_l1_options l1;
    int64_t entries, ways, large, ports, latency, serial;
    tlb_walker_options walker;
} tlb_shared_options;

typedef struct tlb_shared {
    const tlb_host *host;
    tlb_shared_hooks hooks;
    tlb_l1s l1;
    tlb_pair l2;
    tlb_ports ports;  /* of the L2 TLB: look-ups of handles */
    tlb_ports second; /* those that look for a base page when there is no large one; with `serial` alone */
    bool is_serial;
    tlb_walker walker;
    tlb_pressure pressure;
    uint64_t look_ups, hits, refused; /* of the L2 TLB */
} tlb_shared;

/* `s` is all zero; freed by tlb_shared_free whatever the outcome. */
int tlb_shared_init(tlb_shared *s, const tlb_host *host, const tlb_shared_options *options,
                    const tlb_shared_hooks *hooks, poise_error *err);
/* What it owns, not itself. */
void tlb_shared_free(tlb_shared *s);

/* As in the contract, for a state that begins with a tlb_shared. */
tlb_answer tlb_shared_look_up(void *state, const mem_request *request, uint64_t cycle);
void tlb_shared_fill(void *state, uint32_t sm, const tlb_page *page, uint64_t cycle);
void tlb_shared_ask(void *state, uint32_t handle, const mem_request *request, uint64_t cycle);
void tlb_shared_read_done(void *state, uint32_t token, bool from_dram, uint64_t cycle);
void tlb_shared_present(void *state, uint16_t app, uint64_t address, uint64_t cycle);
uint64_t tlb_shared_tick(void *state, uint64_t cycle);
void tlb_shared_restart(void *state);
void tlb_shared_flush(void *state, uint16_t app);
void tlb_shared_invalidate(void *state, const tlb_page *page);
uint64_t tlb_shared_entry(const void *state, uint16_t app, uint64_t address, uint8_t depth);
/* Tells DRAM schedulers of the pressure on walks. */
uint64_t tlb_shared_gather(void *const *states, uint32_t count, uint64_t cycle);
uint64_t tlb_shared_storage_bits(const void *state);
size_t tlb_shared_statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room);

#endif
