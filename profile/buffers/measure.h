/* The simulations of a profile of buffers: one for each program, or one for each chunk, in which it alone
 * lies at the host [KE 4.2.1]. They are independent of each other, so the result does not depend on the
 * number of threads. */
#ifndef POISE_PROFILE_BUFFERS_MEASURE_H
#define POISE_PROFILE_BUFFERS_MEASURE_H

#include "common/log.h"
#include "profile/buffers/plan.h"

#include <stdatomic.h>

typedef struct buffers_effort {
    int threads;              /* 0 = one per processor */
    const atomic_bool *stop;  /* becomes true when the work must end; NULL = never */
    poise_progress *progress; /* counts simulations, their warp instructions as work; may be NULL */
} buffers_effort;

/* How many simulations there are, and their warp instructions. */
size_t buffers_simulations(const buffers_plan *plan);
double buffers_work(const buffers_plan *plan);

/* Fills in the counts of plan->result, and priorities by them. The first simulation that fails ends it; a
 * launch that max_cycles cuts short has failed. POISE_INCOMPLETE: it was stopped. */
int buffers_measure(buffers_plan *plan, const buffers_effort *effort, poise_error *err);

#endif
