#include "cli/sim/beside.h"

#include "common/log.h"
#include "sim/mix.h"

#include <string.h>

/* The launches of one program, of which one is in memory. */
typedef struct launches {
    const trace_files *files;
    warp_trace trace;
    bool has_trace;
} launches;

static void drop(launches *l)
{
    if (l->has_trace)
        warp_trace_free(&l->trace);
    l->has_trace = false;
}

static int give(void *user, size_t program, size_t launch, const warp_trace **trace, poise_error *err)
{
    launches *l = user;
    (void)program;
    *trace = &l->trace;
    if (l->has_trace && l->files->n == 1)
        return POISE_OK;
    drop(l);
    int code = warp_trace_read(l->files->path[launch], &l->trace, err);
    l->has_trace = code == POISE_OK;
    return code;
}

static void tell_if_cut(void *user, const sim_mix_launch *launch)
{
    const launches *l = user;
    if (launch->cut_short)
        poise_warn("%s: stopped after %llu cycles", l->files->path[launch->launch],
                   (unsigned long long)launch->counters.cycles);
}

static int run_program(const cli_beside *plan, simulator *sim, sim_mix_result *result, sim_counters *machine,
                       poise_error *err)
{
    launches l = {.files = plan->traces};
    const sim_mix_program program = {.n_sms = (uint32_t)plan->config->sms, .n_launches = plan->traces->n};
    const sim_mix mix = {.programs = &program,
                         .n = 1,
                         .read = give,
                         .ended = tell_if_cut,
                         .user = &l,
                         .always_mixed = true,
                         .without_cpus = plan->until_gpu};
    int code = sim_run_mix(sim, &mix, result, machine, err);
    drop(&l);
    if (code != 0 && sim_stuck_report(sim) != NULL)
        fputs(sim_stuck_report(sim), stderr);
    return code;
}

static int run_gpu_alone(const cli_beside *plan, uint64_t *cycles, poise_error *err)
{
    simulator *sim;
    sim_mix_result result;
    int code = sim_create(&sim, plan->config, plan->policies, err);
    if (code != 0)
        return code;
    code = sim_set_threads(sim, plan->threads, err);
    code = code ? code : run_program(plan, sim, &result, NULL, err);
    if (code == 0)
        *cycles = result.counters.cycles;
    sim_destroy(sim);
    return code;
}

static int run_all(const cli_beside *plan, simulator *sim, cli_beside_result *result, poise_error *err)
{
    sim_mix_result of_gpu = {0};
    int code = sim_set_threads(sim, plan->threads, err);
    const double start = poise_now();
    if (code == 0)
        code = plan->traces->n > 0 ? run_program(plan, sim, &of_gpu, &result->machine, err)
                                   : sim_run_cpus(sim, &result->machine, err);
    result->seconds = poise_now() - start;
    result->gpu = of_gpu.counters;
    result->restarts = of_gpu.restarts;
    return code;
}

int cli_beside_run(const cli_beside *plan, cli_cpus *cpus, simulator **sim, cli_beside_result *result,
                   poise_error *err)
{
    *result = (cli_beside_result){0};
    int code = sim_create_with_cpus(sim, plan->config, plan->policies, cpus->of_core, cpus->n, err);
    code = code ? code : run_all(plan, *sim, result, err);
    if (code == 0 && plan->alone)
        code = cli_cpus_run_alone(cpus, *sim, plan->config, plan->policies, err);
    if (code == 0 && plan->alone && plan->traces->n > 0)
        code = run_gpu_alone(plan, &result->alone_cycles, err);
    return code;
}
