/* How many lines of the L1 the warps of an SM ask for at a time, from counts that are good for a few hundred
 * cycles: lines per execution of a load. Known long before lines are replaced, when nothing else tells what
 * thrashes from what only begins. The idea is that of DAWS (Rogers et al., Divergence-Aware Warp Scheduling,
 * MICRO 2013), which keeps the number for each load of each loop; one number for all is our choice. Pure
 * functions of integers. */
#ifndef POISE_SIM_HOOKS_POISE_FOOTPRINT_H
#define POISE_SIM_HOOKS_POISE_FOOTPRINT_H

#include "sim_hooks/sched.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct poise_footprint {
    uint32_t executions; /* of global loads */
    uint32_t lines;      /* that they looked up, without those that another warp has brought */
} poise_footprint;

enum { POISE_FOOTPRINT_BITS = 2 * 16 /* of an SM and look */ };

void poise_footprint_count(poise_footprint *footprint, const sched_access *access);

/* sum += part */
void poise_footprint_add(poise_footprint *sum, const poise_footprint *part);

/* Whether one load of each of `warps` warps asks for at least `per_mille` / 1000 of `lines` lines. */
bool poise_footprint_reaches(const poise_footprint *footprint, uint32_t warps, uint32_t lines,
                             uint32_t per_mille);

#endif
