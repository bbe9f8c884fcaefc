/* Which loads one SM lets allocate in mode thesis of policy poise: counted in the windows at (max, max) and
 * at (1, 1), where its engine samples for the tuple, and chosen when it predicts. Everything here is our
 * choice; docs/BEYOND.md. */
#ifndef POISE_SIM_HOOKS_POISE_SM_LOADS_H
#define POISE_SIM_HOOKS_POISE_SM_LOADS_H

#include "infer/poise_infer.h"
#include "sim_hooks/sched/poise_load_counter.h"

typedef struct poise_sm_loads {
    poise_load_list list;
    uint32_t around; /* set of the list that allocates nothing now */
    uint32_t chosen; /* ... that had better allocate nothing */
    poise_load_counter counter;
    poise_load_table at_max;
} poise_sm_loads;

/* What is kept of a kernel for its next launch. */
typedef struct poise_kept_loads {
    poise_load_list list;
    uint32_t chosen;
} poise_kept_loads;

/* A launch begins, on an SM whose counter stands; `kept` is what is known of its kernel, NULL = nothing. */
void poise_sm_loads_begin(poise_sm_loads *loads, const poise_kept_loads *kept);

/* The engine of the SM has taken a step from `before`. Loads that ask for less than `share` per mille of the
 * lines do not matter. Where loads go around, tuples are to be run with p = N: what p gains, they gain
 * without its price. A prediction that lost to (max, max) takes its loads with it. */
void poise_sm_loads_step(poise_sm_loads *loads, const poise_load_weights *weights, uint32_t share,
                         const poise_hie *before, const poise_hie *engine);

/* Bits of an SM with such a model; `lines` as in poise_load_counter.h. */
uint64_t poise_sm_loads_storage_bits(const poise_load_weights *weights, uint32_t lines, uint32_t remember);

#endif
