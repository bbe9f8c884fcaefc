#include "probe/simulated/simulated.h"

#include "probe/simulated/stamps.h"

#include <stdlib.h>

typedef struct simulated {
    probe_bench bench;
    probe_recorder *recorder;
    const sim_config *config;
    sim_policies policies;
    const atomic_bool *stop;
} simulated;

static int launch(const simulated *s, const warp_trace *trace, probe_stamps *stamps, poise_error *err)
{
    simulator *sim;
    sim_counters counters;
    int cut_short = 0;
    int code = sim_create(&sim, s->config, &s->policies, err);
    if (code != POISE_OK)
        return code;
    sim_set_stop(sim, s->stop);
    code = sim_use_sched(sim, &probe_stamping, &stamps, err);
    if (code == POISE_OK)
        code = sim_launch(sim, trace, &counters, &cut_short, err);
    if (code == POISE_OK && cut_short)
        code =
            poise_fail(err, POISE_FAILED, "the machine ends launches before a probe has ended: max_cycles");
    sim_destroy(sim);
    return code;
}

/* The time of a load is over when the next one issues, which needs its value; so there is one load more. */
static int each(probe_bench *bench, const probe_question *q, double *times, poise_error *err)
{
    const simulated *s = (const simulated *)bench;
    const uint64_t loads = q->warm + q->loads + 1;
    const warp_trace *trace;
    if (loads > UINT32_MAX)
        return poise_fail(err, POISE_USAGE, "a chase of more than 2^32 loads");
    probe_stamps stamps = {.room = (uint64_t)q->loads + 1};
    stamps.cycle = malloc(stamps.room * sizeof *stamps.cycle);
    if (stamps.cycle == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the times of %u loads", q->loads);
    int code = probe_record(s->recorder, q->chain, (uint32_t)loads, &trace, err);
    if (code == POISE_OK)
        code = launch(s, trace, &stamps, err);
    if (code == POISE_OK && stamps.n != loads)
        code = poise_fail(err, POISE_FAILED, "the kernel of the probe has issued other loads than it should");
    for (uint32_t i = 0; i < q->loads && code == POISE_OK; i++) {
        const uint64_t first = q->warm + i;
        times[i] = (double)(stamps.cycle[(first + 1) % stamps.room] - stamps.cycle[first % stamps.room]);
    }
    free(stamps.cycle);
    return code;
}

static int total(probe_bench *bench, const probe_question *q, double *time, poise_error *err)
{
    double *times = calloc((size_t)q->loads + 1, sizeof *times);
    if (times == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the times of %u loads", q->loads);
    int code = each(bench, q, times, err);
    *time = 0;
    for (uint32_t i = 0; i < q->loads && code == POISE_OK; i++)
        *time += times[i];
    free(times);
    return code;
}

static void close_bench(probe_bench *bench)
{
    free(bench);
}

int probe_simulated_open(probe_bench **bench, probe_recorder *recorder, const sim_config *config,
                         const sim_policies *policies, const atomic_bool *stop, poise_error *err)
{
    simulated *s = calloc(1, sizeof *s);
    *bench = NULL;
    if (s == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for a probe");
    *s = (simulated){.bench = {.unit = "core cycles",
                               .most_bytes = probe_recorder_most_bytes(recorder),
                               .total = total,
                               .each = each,
                               .close = close_bench},
                     .recorder = recorder,
                     .config = config,
                     .policies = *policies,
                     .stop = stop};
    s->policies.sched = NULL;
    *bench = &s->bench;
    return POISE_OK;
}
