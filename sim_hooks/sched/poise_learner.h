/* What mode shared of policy poise knows of a kernel, and what it tries next. No simulator here:
 * poise_shared.c lets SMs run what `phase` and `arms` say and adds what they measure. Everything here is our
 * choice. */
#ifndef POISE_SIM_HOOKS_POISE_LEARNER_H
#define POISE_SIM_HOOKS_POISE_LEARNER_H

#include "sim_hooks/sched/poise_learner_state.h"

/* A kernel that is new. `warps` = 1 .. 64; `lanes` = SMs that can run different tuples at a time. */
void poise_learner_begin(poise_learner *learner, const poise_shared_parameters *parameters, uint64_t kernel,
                         uint32_t warps, uint32_t lanes);

/* The window, the trial or the run has ended: sets the next phase, its arms and its length. */
void poise_learner_next(poise_learner *learner, const poise_shared_parameters *parameters,
                        const poise_weights *weights, uint32_t lanes);

/* In a run, after `check` cycles: leaves the centre when the last measurement of another tuple says more than
 * it now has. Returns whether it did. */
bool poise_learner_overtaken(poise_learner *learner, const poise_shared_parameters *parameters);

#endif
