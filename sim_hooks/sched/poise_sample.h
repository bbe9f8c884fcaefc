/* What policy poise measures, of the counters that the simulator keeps. */
#ifndef POISE_SIM_HOOKS_POISE_SAMPLE_H
#define POISE_SIM_HOOKS_POISE_SAMPLE_H

#include "infer/poise_infer.h"
#include "sim_hooks/sched.h"

/* The hardware's counters have 32 bits and saturate (section 5.7.9). */
static inline void poise_sample_grow(uint32_t *sum, uint64_t now, uint64_t before)
{
    uint64_t total = *sum + (now - before);
    *sum = total < UINT32_MAX ? (uint32_t)total : UINT32_MAX;
}

/* sum += now - before */
static inline void poise_sample_add(poise_sample *sum, const sched_counters *now,
                                    const sched_counters *before)
{
    poise_sample_grow(&sum->l1_accesses, now->l1_accesses, before->l1_accesses);
    poise_sample_grow(&sum->l1_hits, now->l1_hits, before->l1_hits);
    poise_sample_grow(&sum->l1_intra_hits, now->l1_intra_hits, before->l1_intra_hits);
    poise_sample_grow(&sum->miss_latency, now->miss_latency, before->miss_latency);
    poise_sample_grow(&sum->misses_returned, now->misses_returned, before->misses_returned);
    poise_sample_grow(&sum->instructions, now->warp_insts, before->warp_insts);
    poise_sample_grow(&sum->global_loads, now->global_loads, before->global_loads);
}

#endif
