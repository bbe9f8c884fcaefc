/* One simulation of a sweep: a fresh machine (cold caches) that runs one launch. */
#ifndef POISE_PROFILE_SWEEP_MEASURE_H
#define POISE_PROFILE_SWEEP_MEASURE_H

#include "profile/sweep/plan.h"
#include "trace/trace.h"

#include <stdatomic.h>

/* Stands for no point, but a simulation with the sampler (sampler.h). */
extern const sweep_point sweep_sampling;
/* Stand for simulations at {W, W} and {1, 1} that count what each load does (load_sampler.h), and for one in
 * windows (load_windows.h); a sweep that looks at loads has them. */
extern const sweep_point sweep_loads_at_max, sweep_loads_at_one, sweep_loads_in_windows;

/* Those of a launch of the plan. */
enum { SWEEP_MOST_SAMPLINGS = 4 };
size_t sweep_samplings(const sweep_plan *plan, sweep_point points[SWEEP_MOST_SAMPLINGS]);

/* Simulates `trace`, that of the launch, under `tuple:N:p` of the point, or with the sampler, and puts the
 * counters into plan->result. Ends early when *stop becomes true (NULL = never). Several threads may measure
 * different points at once. */
int sweep_measure(sweep_plan *plan, const sweep_launch *launch, const warp_trace *trace, sweep_point point,
                  const atomic_bool *stop, poise_error *err);

#endif
