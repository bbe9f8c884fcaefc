/* How hard each program presses on page walks, for DRAM schedulers such as MASK's ([RA] Eq. 6.1; tlb.h):
 * concurrent walks, a counter of 6 bits for each program at the L2 TLB, times warps that wait for a
 * translation, a counter of 6 bits in each MSHR of a TLB. Both are reset each epoch.
 *
 * Our choices where the source is silent: the MSHRs are those of the L1 TLBs, where warps wait; both counters
 * are looked at every TLB_PRESSURE_PERIOD cycles, when SMs stand still; of the walks the most since the epoch
 * began counts, of the warps the mean over MSHRs in use when there were any last. */
#ifndef POISE_SIM_HOOKS_TLB_PRESSURE_H
#define POISE_SIM_HOOKS_TLB_PRESSURE_H

#include "sim_hooks/tlb/tlb_walker.h"

#include <stdalign.h>

enum {
    TLB_PRESSURE_MISSES = 64,  /* pages that an SM can miss at once and that are known here */
    TLB_PRESSURE_MOST = 63,    /* of either counter */
    TLB_PRESSURE_PERIOD = 1000 /* core cycles, our choice */
};
#define TLB_PRESSURE_EPOCH UINT64_C(100000) /* core cycles [RA 6.5] */

/* An MSHR of an L1 TLB. */
typedef struct tlb_missing {
    uint64_t page; /* of base size */
    uint16_t app;
    uint8_t warps; /* that have missed it; 0 = not in use */
} tlb_missing;

/* Of an SM, written by its thread. */
typedef struct tlb_misses {
    alignas(64) tlb_missing page[TLB_PRESSURE_MISSES];
    uint32_t used;
} tlb_misses;

typedef struct tlb_pressure {
    const tlb_host *host;
    tlb_misses *sm;
    uint32_t walks[POLICY_PROGRAMS], warps[POLICY_PROGRAMS]; /* of the epoch */
    uint64_t at, epoch_at;                                   /* core cycles of the next look, of its end */
} tlb_pressure;

/* Freed by tlb_pressure_free whatever the outcome. False: no memory. */
bool tlb_pressure_init(tlb_pressure *p, const tlb_host *host);
void tlb_pressure_free(tlb_pressure *p);
void tlb_pressure_restart(tlb_pressure *p);

/* On an SM: a warp has missed a page in the L1 TLB; the page has come. */
void tlb_pressure_missed(tlb_pressure *p, const mem_request *request);
void tlb_pressure_filled(tlb_pressure *p, uint32_t sm, const tlb_page *page);
/* While nothing runs: looks at the counters when it is time to, and tells the host. Returns the core cycles
 * until it wants to be called again. */
uint64_t tlb_pressure_gather(tlb_pressure *p, const tlb_walker *walker, uint64_t cycle);

#endif
