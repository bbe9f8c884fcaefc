/* The gate of mode shared of policy poise: a kernel runs all its warps until they are seen to go badly, and
 * only then is anything tried (docs/ONLINE.md). */
#ifndef POISE_SIM_HOOKS_POISE_WATCH_H
#define POISE_SIM_HOOKS_POISE_WATCH_H

#include "sim_hooks/sched/poise_learner_state.h"

void poise_learner_begin_watch(poise_learner *learner, const poise_shared_parameters *parameters,
                               uint32_t lanes);
/* A look is over. */
void poise_learner_end_watch(poise_learner *learner, const poise_shared_parameters *parameters,
                             uint32_t lanes);

/* A launch of a kernel that is known begins, with the tuple under which the last one issued most: what that
 * ended with is good for the end, when few warps are left. Where nothing was better than all warps it watches
 * again, at no cost: another launch may be longer, or thrash sooner. After `anew` such launches in a row only
 * every second, fourth, eighth ... of them does. */
void poise_learner_begin_launch(poise_learner *learner, const poise_shared_parameters *parameters,
                                uint32_t lanes);

/* Whether no tuple can be much faster: a scheduler issues one instruction in a cycle at most. */
bool poise_learner_is_busy(const poise_learner *learner, const poise_shared_parameters *parameters);

#endif
