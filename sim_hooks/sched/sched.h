/* Warp schedulers.
 *
 * Contract. Every SM has `schedulers` schedulers; warps are dealt to them when they start. Per scheduler the
 * simulator keeps its live warps in age order: slot 0 is the oldest, and when a warp ends the younger ones
 * move down. All masks are over these age slots. A warp is `eligible` unless it waits at a barrier. The
 * simulator applies the warp-tuple {N, p} that the policy set last: the N oldest eligible warps may issue
 * ("monitored"), the p oldest of them may allocate lines in the L1 ("pollute"); N = p = POISE_ALL_WARPS is
 * the baseline. Because waiting warps do not count towards N, a barrier cannot deadlock (GPGPU-Sim's
 * warp_limiting does the same; the thesis says "N oldest").
 *
 * pick() is called once per scheduler and cycle, only when `ready` is not empty, and returns one slot of
 * `ready`. All other functions are optional (NULL). Nothing is called for cycles in which no warp can issue:
 * a policy that needs time asks for it by tick(). Functions are called with sm < host->sms; state of
 * different SMs must be independent, because SMs may be simulated by different threads. */
#ifndef POISE_SIM_HOOKS_SCHED_H
#define POISE_SIM_HOOKS_SCHED_H

#include "sim_hooks/policy.h"

enum { POISE_ALL_WARPS = 64 };

/* Running totals of one SM, maintained by the simulator, readable at any time. */
typedef struct sched_counters {
#define SCHED_COUNTER(member, unit, long_name) uint64_t member;
#include "sim_hooks/sched/counters.def"
#undef SCHED_COUNTER
} sched_counters;

/* What the simulator offers to a scheduler policy. */
typedef struct sched_host {
    uint32_t sms, schedulers, warps_per_scheduler;
    void *opaque; /* the simulator's own */
    /* Sets the warp-tuple of one SM from now on; values are clamped to 1 <= p <= N by the simulator. */
    void (*set_tuple)(void *opaque, uint32_t sm, uint32_t n, uint32_t p);
    const sched_counters *(*counters)(void *opaque, uint32_t sm);
} sched_host;

typedef struct sched_view {
    uint32_t sm, scheduler;
    uint64_t cycle;
    uint64_t ready;       /* slots that could issue now and are monitored; not 0 */
    uint64_t eligible;    /* live slots that do not wait at a barrier */
    uint64_t loads;       /* of ready: next instruction is a global load */
    int last;             /* slot of the warp that issued last, -1 if it has ended */
    const uint16_t *warp; /* warp[slot]: hardware warp number in the SM */
} sched_view;

typedef struct sched_policy {
    policy_info info;
    /* A policy without state has neither create nor destroy nor storage_bits. */
    int (*create)(const sched_host *host, const void *options, void **state, poise_error *err);
    void (*destroy)(void *state);
    /* Storage the policy would need in hardware for the whole GPU, bits; 0 when none beyond the baseline. */
    uint64_t (*storage_bits)(const void *state);
    unsigned (*pick)(void *state, const sched_view *view); /* mandatory */
    /* A kernel begins on the GPU; `warps` = warps per scheduler that occupancy allows. May set tuples. */
    void (*kernel_begin)(void *state, uint64_t cycle, uint32_t warps);
    void (*kernel_end)(void *state, uint64_t cycle);
    /* Called for each SM at kernel_begin + the returned time, then again after each returned number of
     * cycles; 0 = no more until the next kernel. Runs before the issue of that cycle. */
    uint64_t (*tick)(void *state, uint32_t sm, uint64_t cycle);
} sched_policy;

#endif
