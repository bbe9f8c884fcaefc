#include "probe/simulated/runner.h"

#include "probe/host/launcher.h"

#include <math.h>
#include <stdlib.h>

typedef struct simulated_runner {
    probe_runner runner;
    probe_recorder *recorder;
    const sim_config *config;
    sim_policies policies;
    const atomic_bool *stop;
} simulated_runner;

static int launch_on(const simulated_runner *s, const warp_trace *trace, double *time, poise_error *err)
{
    simulator *sim;
    sim_counters counters;
    int cut_short = 0;
    int code = sim_create(&sim, s->config, &s->policies, err);
    if (code != POISE_OK)
        return code;
    sim_set_stop(sim, s->stop);
    code = sim_launch(sim, trace, &counters, &cut_short, err);
    sim_destroy(sim);
    if (code != POISE_OK)
        return code;
    if (cut_short) {
        poise_fail(err, POISE_FAILED, "the machine ends launches before a probe has ended: max_cycles");
        return POISE_FAILED;
    }
    *time = (double)counters.cycles;
    return POISE_OK;
}

static int time_launch(probe_runner *runner, const probe_launch *launch, double *time, poise_error *err)
{
    const simulated_runner *s = (const simulated_runner *)runner;
    const warp_trace *trace;
    int code = probe_record_launch(s->recorder, launch, &trace, err);
    if (code != POISE_OK)
        return code;
    if (sim_warps_per_scheduler(s->config, trace) == 0) {
        *time = NAN;
        return POISE_OK;
    }
    return launch_on(s, trace, time, err);
}

static void close_runner(probe_runner *runner)
{
    free(runner);
}

int probe_simulated_runner_open(probe_runner **runner, probe_recorder *recorder, const sim_config *config,
                                const sim_policies *policies, const atomic_bool *stop, poise_error *err)
{
    simulated_runner *s = calloc(1, sizeof *s);
    *runner = NULL;
    if (s == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for a probe");
    *s = (simulated_runner){.runner = {.unit = "core cycles",
                                       .most_bytes = probe_recorder_most_bytes(recorder),
                                       .constant_bytes = PROBE_CONSTANT_BYTES,
                                       .most_group = probe_recorder_most_group(recorder),
                                       .is_exact = true,
                                       .time = time_launch,
                                       .close = close_runner},
                            .recorder = recorder,
                            .config = config,
                            .policies = *policies,
                            .stop = stop};
    *runner = &s->runner;
    return POISE_OK;
}
