/* Steps that several phases of a learner of mode shared take (poise_learner.h). */
#ifndef POISE_SIM_HOOKS_POISE_LEARNER_MOVES_H
#define POISE_SIM_HOOKS_POISE_LEARNER_MOVES_H

#include "sim_hooks/sched/poise_learner_state.h"

void poise_learner_enter(poise_learner *learner, poise_phase phase, uint32_t cycles);

/* Begins to measure the learner's arms, as many as can run at a time; or goes on with the next of them. */
void poise_learner_first_window(poise_learner *learner, poise_phase phase,
                                const poise_shared_parameters *parameters, uint32_t lanes);
void poise_learner_next_window(poise_learner *learner, const poise_shared_parameters *parameters,
                               uint32_t lanes);

void poise_learner_set_centre(poise_learner *learner, const poise_shared_parameters *parameters,
                              poise_tuple centre);
/* To be tried by all SMs soon, unless it is the centre or there is no room. */
void poise_learner_add_finalist(poise_learner *learner, poise_tuple tuple);
/* Runs the centre, not for long while there are finalists. */
void poise_learner_run_centre(poise_learner *learner, const poise_shared_parameters *parameters);

/* Leaves what is going on and runs the centre. */
void poise_learner_run(poise_learner *learner);

/* Of a trial: whether loads allocate again that go around at the centre, so that the L1 has none of their
 * lines when it begins; and the cycles before its L1 is as the rival makes it, 0 = there is no wait. */
bool poise_learner_refills(const poise_learner *learner);
uint32_t poise_learner_waits(const poise_learner *learner, const poise_shared_parameters *parameters);

#endif
