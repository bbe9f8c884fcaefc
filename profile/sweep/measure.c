#include "profile/sweep/measure.h"

#include "profile/sweep/sampler.h"

#include <stdio.h>
#include <string.h>

const sweep_point sweep_sampling = {0, 0};

/* What stands beside the scheduler. */
static sim_policies sweep_policies(const sweep_plan *plan)
{
    sim_policies policies = {0};
    if (plan->scheme != NULL)
        policies = sim_policies_of(plan->scheme);
    policies.sched = NULL;
    return policies;
}

static int simulate(const sweep_plan *plan, const warp_trace *trace, sweep_point point,
                    sim_counters *counters, const atomic_bool *stop, poise_error *err)
{
    char sched[32];
    snprintf(sched, sizeof sched, "tuple:%u:%u", point.n, point.p);
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

static int measure_point(sweep_plan *plan, const sweep_launch *launch, const warp_trace *trace,
                         sweep_point point, const atomic_bool *stop, poise_error *err)
{
    profile_kernel *kernel = &plan->result.kernels[launch->kernel];
    sim_counters counters;
    memset(&counters, 0, sizeof counters);
    int code = simulate(plan, trace, point, &counters, stop, err);
    if (code == POISE_OK && counters.cycles == 0)
        code = poise_fail(err, POISE_FAILED, "the simulation took no time");
    if (code != POISE_OK)
        return poise_error_prefix(err, "%s at {%u, %u}", launch->path, point.n, point.p);
    kernel->points[profile_point(point.n, point.p)] = counters;
    return POISE_OK;
}

static int sample(sweep_plan *plan, const sweep_launch *launch, const warp_trace *trace,
                  const atomic_bool *stop, poise_error *err)
{
    const profile_kernel *kernel = &plan->result.kernels[launch->kernel];
    const sim_policies policies = sweep_policies(plan);
    int code = sweep_sample(&plan->config, &policies, trace, stop, kernel->samples, err);
    return code == POISE_OK ? POISE_OK : poise_error_prefix(err, "%s while sampling", launch->path);
}

int sweep_measure(sweep_plan *plan, const sweep_launch *launch, const warp_trace *trace, sweep_point point,
                  const atomic_bool *stop, poise_error *err)
{
    return point.n == sweep_sampling.n ? sample(plan, launch, trace, stop, err)
                                       : measure_point(plan, launch, trace, point, stop, err);
}
