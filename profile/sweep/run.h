/* The sweep engine: every point of every launch is one independent task, a fresh machine (cold caches) that
 * runs one launch under the static warp-tuple `tuple:N:p`. Threads share the decoded, read-only traces,
 * nothing else, so the result does not depend on their number or order. */
#ifndef POISE_PROFILE_SWEEP_RUN_H
#define POISE_PROFILE_SWEEP_RUN_H

#include "common/error.h"
#include "common/log.h"
#include "profile/sweep/parts.h"
#include "profile/sweep/plan.h"

#include <stdatomic.h>

typedef struct sweep_effort {
    int threads;              /* 0 = one per processor */
    runs_store *parts;        /* where launches are stored when they are measured; NULL = nowhere */
    const atomic_bool *stop;  /* becomes true when the sweep must end; NULL = never */
    poise_progress *progress; /* counts simulations, their warp instructions as work; may be NULL */
} sweep_effort;

/* Measures what is ours and not measured yet into plan->result. A launch that fails does not keep others from
 * being measured: POISE_INCOMPLETE with the sentence of the first one, as after a stop. A part that cannot be
 * stored ends the sweep (POISE_FAILED). Launches without `is_measured` must not be used. */
int sweep_run(sweep_plan *plan, const sweep_effort *effort, poise_error *err);

/* How many threads a sweep runs of which `asked` were asked for. */
int sweep_threads(int asked);

#endif
