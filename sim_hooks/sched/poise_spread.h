/* From the first window of a kernel to its first centre, in mode shared of policy poise: the points of the
 * diagonal side by side, and with a model of loads what single loads do with one warp of each scheduler
 * (docs/BEYOND.md). */
#ifndef POISE_SIM_HOOKS_POISE_SPREAD_H
#define POISE_SIM_HOOKS_POISE_SPREAD_H

#include "sim_hooks/sched/poise_learner_state.h"

void poise_learner_begin_spread(poise_learner *learner, const poise_shared_parameters *parameters,
                                uint32_t lanes);
/* All arms are measured. */
void poise_learner_end_spread(poise_learner *learner, const poise_shared_parameters *parameters,
                              const poise_weights *weights, uint32_t lanes);

/* SMs look at loads: all of them, or in a run one of them. */
void poise_learner_begin_alone(poise_learner *learner, const poise_shared_parameters *parameters,
                               uint32_t lanes, bool beside_centre);
void poise_learner_end_alone(poise_learner *learner, const poise_shared_parameters *parameters,
                             const poise_weights *weights, uint32_t lanes);

/* Whether loads that matter have been seen less than `lookups` times at (1, 1). */
bool poise_learner_misses_loads(const poise_learner *learner, const poise_shared_parameters *parameters,
                                uint32_t lookups);

#endif
