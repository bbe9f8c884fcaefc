/* When a window of mode shared ends (poise_shared.h): its time is over, its best arm has issued enough, no
 * arm is left beside it, a trial is lost, or SMs that are alone have seen enough of each load. Our choice. */
#ifndef POISE_SIM_HOOKS_POISE_WINDOW_H
#define POISE_SIM_HOOKS_POISE_WINDOW_H

#include "sim_hooks/sched/poise_learner.h"

/* Whether arms are measured, neither the watch nor the run of one tuple. */
bool poise_window_is_one(const poise_learner *learner);
/* Whether the window, the run or the watch of a GPU of so many SMs is over. Stops the arms of a window that
 * are far behind. */
bool poise_window_is_over(poise_learner *learner, const poise_shared_parameters *parameters, uint32_t sms);

#endif
