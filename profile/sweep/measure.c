#include "profile/sweep/measure.h"

#include "profile/sweep/load_sampler.h"
#include "profile/sweep/load_windows.h"
#include "profile/sweep/sampler.h"

#include <stdlib.h>
#include <string.h>

const sweep_point sweep_sampling = {0, 0}, sweep_loads_at_max = {0, UINT32_MAX},
                  sweep_loads_at_one = {0, UINT32_MAX - 1}, sweep_loads_in_windows = {0, UINT32_MAX - 2};

size_t sweep_samplings(const sweep_plan *plan, sweep_point points[SWEEP_MOST_SAMPLINGS])
{
    points[0] = sweep_sampling;
    points[1] = sweep_loads_at_max;
    points[2] = sweep_loads_at_one;
    points[3] = sweep_loads_in_windows;
    return plan->loads == SWEEP_LOADS_NONE ? 1 : SWEEP_MOST_SAMPLINGS;
}

/* What stands beside the scheduler. */
static sim_policies sweep_policies(const sweep_plan *plan)
{
    sim_policies policies = {0};
    if (plan->scheme != NULL)
        policies = sim_policies_of(plan->scheme);
    policies.sched = NULL;
    return policies;
}

static int simulate(const sweep_plan *plan, const warp_trace *trace, const char *sched,
                    sim_counters *counters, const atomic_bool *stop, poise_error *err)
{
    simulator *sim;
    sim_policies policies = sweep_policies(plan);
    policies.sched = sched;
    int code = sim_create(&sim, &plan->config, &policies, err);
    if (code != POISE_OK)
        return code;
    sim_set_stop(sim, stop);
    code = sim_launch(sim, trace, counters, NULL, err);
    sim_destroy(sim);
    return code;
}

/* A point of the plane or a set of loads. */
static int measure_point(sweep_plan *plan, const sweep_launch *launch, const warp_trace *trace,
                         sweep_point point, const atomic_bool *stop, poise_error *err)
{
    profile_kernel *kernel = &plan->result.kernels[launch->kernel];
    profile_set *set = sweep_plan_set(plan, launch, point);
    profile_schedule schedule = {.n = point.n, .p = point.p};
    if (set != NULL)
        schedule = (profile_schedule){.n = set->n, .p = set->p, .around = set->around};
    char *sched = profile_schedule_policy(kernel, schedule);
    if (sched == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to measure %s", launch->path);
    sim_counters counters;
    memset(&counters, 0, sizeof counters);
    int code = simulate(plan, trace, sched, &counters, stop, err);
    if (code == POISE_OK && (counters.cycles == 0 || counters.cycles > UINT32_MAX))
        code =
            poise_fail(err, POISE_FAILED, "the simulation took %s", counters.cycles ? "too long" : "no time");
    if (code != POISE_OK)
        poise_error_prefix(err, "%s under %.100s", launch->path, sched);
    else if (set != NULL)
        set->cycles = (uint32_t)counters.cycles;
    else
        kernel->points[profile_point(point.n, point.p)] = counters;
    free(sched);
    return code;
}

static int sample(sweep_plan *plan, const sweep_launch *launch, const warp_trace *trace,
                  const atomic_bool *stop, poise_error *err)
{
    const profile_kernel *kernel = &plan->result.kernels[launch->kernel];
    const sim_policies policies = sweep_policies(plan);
    int code = sweep_sample(&plan->config, &policies, trace, stop, kernel->samples, err);
    return code == POISE_OK ? POISE_OK : poise_error_prefix(err, "%s while sampling", launch->path);
}

static bool is_same(sweep_point a, sweep_point b)
{
    return a.n == b.n && a.p == b.p;
}

static int sample_loads(sweep_plan *plan, const sweep_launch *launch, const warp_trace *trace, bool at_max,
                        const atomic_bool *stop, poise_error *err)
{
    profile_kernel *kernel = &plan->result.kernels[launch->kernel];
    profile_load_counts counts[PROFILE_MOST_LOADS] = {0};
    const sim_policies policies = sweep_policies(plan);
    int code = sweep_sample_loads(&plan->config, &policies, trace, at_max ? kernel->warps : 1, kernel, stop,
                                  counts, err);
    for (uint32_t i = 0; code == POISE_OK && i < kernel->n_loads; i++)
        *(at_max ? &kernel->loads[i].at_max : &kernel->loads[i].at_one) = counts[i];
    return code == POISE_OK ? POISE_OK : poise_error_prefix(err, "%s while sampling loads", launch->path);
}

static int sample_windows(sweep_plan *plan, const sweep_launch *launch, const warp_trace *trace,
                          const atomic_bool *stop, poise_error *err)
{
    const sim_policies policies = sweep_policies(plan);
    int code = sweep_sample_load_windows(&plan->config, &policies, trace,
                                         &plan->result.kernels[launch->kernel], stop, err);
    return code == POISE_OK ? POISE_OK : poise_error_prefix(err, "%s while sampling windows", launch->path);
}

int sweep_measure(sweep_plan *plan, const sweep_launch *launch, const warp_trace *trace, sweep_point point,
                  const atomic_bool *stop, poise_error *err)
{
    if (is_same(point, sweep_sampling))
        return sample(plan, launch, trace, stop, err);
    if (is_same(point, sweep_loads_at_max) || is_same(point, sweep_loads_at_one))
        return sample_loads(plan, launch, trace, is_same(point, sweep_loads_at_max), stop, err);
    if (is_same(point, sweep_loads_in_windows))
        return sample_windows(plan, launch, trace, stop, err);
    return measure_point(plan, launch, trace, point, stop, err);
}
