/* The sweep engine: every point of every launch is one independent task, a fresh machine (cold caches) that
 * runs one launch under the static warp-tuple `tuple:N:p`. Threads share the decoded, read-only traces,
 * nothing else, so the result does not depend on their number or order. */
#ifndef POISE_PROFILE_SWEEP_RUN_H
#define POISE_PROFILE_SWEEP_RUN_H

#include "common/error.h"
#include "common/log.h"
#include "profile/sweep/plan.h"

/* Measures all points of the plan into plan->result on `threads` threads (0 = one per processor). `progress`
 * counts simulations and may be NULL. After an error the result is incomplete and must not be used. */
int sweep_run(sweep_plan *plan, int threads, poise_progress *progress, poise_error *err);

#endif
