#include "cli/sim/beside.h"

#include "cli/sim/counts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Its cycles with the machine to itself, 0 = not simulated. */
static uint64_t alone_cycles(const cli_side *side)
{
    return side->has_alone ? side->alone.programs->counters.cycles : 0;
}

static double slowdown(const cli_side *side)
{
    return (double)side->shared.programs->counters.cycles / (double)alone_cycles(side);
}

static void print_text(const cli_side *side)
{
    const cli_cpus cpus = cli_side_cpus(side);
    const sim_mix_result *gpu = side->shared.programs;
    if (side->mix.n > 0) {
        cli_counters_print_whole(&gpu->counters);
        printf("gpu_restarts = %llu\n", (unsigned long long)gpu->restarts);
        cli_statistics_print("", policy_places[POLICY_AT_SCHED].name, gpu->statistics, gpu->n_statistics);
    }
    cli_side_print_told(side, "");
    if (side->mix.n > 0 && side->has_alone)
        printf("gpu_alone_cycles = %llu\ngpu_slowdown = %.4f\n", (unsigned long long)alone_cycles(side),
               slowdown(side));
    cli_cpus_print(&cpus);
}

static int print_json(const cli_side *side, poise_error *err)
{
    const cli_cpus cpus = cli_side_cpus(side);
    const sim_mix_result *gpu = side->shared.programs;
    json_t *root = json_object();
    int bad = 0;
    if (side->mix.n > 0) {
        bad |= cli_counters_add(root, &gpu->counters);
        bad |= json_object_set_new(root, "gpu_restarts", json_integer((json_int_t)gpu->restarts));
        bad |=
            cli_statistics_add(root, policy_places[POLICY_AT_SCHED].name, gpu->statistics, gpu->n_statistics);
    }
    bad |= cli_side_add_told(side, root);
    if (side->mix.n > 0 && side->has_alone) {
        bad |= json_object_set_new(root, "gpu_alone_cycles", json_integer((json_int_t)alone_cycles(side)));
        bad |= json_object_set_new(root, "gpu_slowdown", cli_json_number(slowdown(side)));
    }
    bad |= cli_cpus_json(&cpus, root);
    return cli_json_print(root, bad, err);
}

static int take_program(cli_side *side, trace_files *traces, poise_error *err)
{
    if (traces->n == 0)
        return POISE_OK;
    side->mix.programs = calloc(1, sizeof *side->mix.programs);
    if (side->mix.programs == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the programs");
    *side->mix.programs = (evaluate_mix_program){.name = strdup("GPU program"), .files = *traces};
    side->mix.n = 1;
    *traces = (trace_files){0};
    return side->mix.programs->name != NULL ? POISE_OK
                                            : poise_fail(err, POISE_FAILED, "out of memory for the programs");
}

int cli_sim_beside(trace_files *traces, const poise_list *cpus, const cli_side_plan *plan, poise_error *err)
{
    cli_side side = {0};
    int code = take_program(&side, traces, err);
    if (code == POISE_OK)
        code = cli_side_run(&side, cpus, plan, &(cli_side_form){print_text, print_json}, err);
    cli_side_free(&side);
    return code;
}
