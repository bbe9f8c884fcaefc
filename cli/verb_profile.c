/* `poise profile`: the counters of every warp-tuple {N, p} of every kernel launch. */
#include "cli/machine.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "cli/work.h"
#include "profile/profile_file.h"
#include "profile/sweep/run.h"
#include "trace/files.h"

#include <inttypes.h>

typedef struct profile_options {
    cli_machine machine;
    cli_work work;
    const char *output, *group;
    int grid, split;
} profile_options;

static const poise_option options[] = {
    CLI_CONFIG_OPTION(profile_options),
    CLI_SET_OPTION(profile_options),
    CLI_LENIENT_OPTION(profile_options),
    {"output", 'o', POISE_OPT_STRING, offsetof(profile_options, output), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "the profile to write, such as profile.h5"},
    {"grid", 0, POISE_OPT_CHOICE, offsetof(profile_options, grid), "full", POISE_ANY_RANGE,
     SWEEP_GRID_CHOICES, NULL, "all {N, p}, or only N and p from 1 2 3 4 6 8 12 16 20 24 and the largest"},
    {"group", 0, POISE_OPT_STRING, offsetof(profile_options, group), NULL, POISE_ANY_RANGE, NULL, "NAME",
     "program that the kernels belong to; without it the program named in the trace, else its folder"},
    {"split", 0, POISE_OPT_CHOICE, offsetof(profile_options, split), "training", POISE_ANY_RANGE,
     "training|evaluation", NULL, "whether models may be trained on these kernels"},
    CLI_JOBS_OPTION(profile_options),
    CLI_PROGRESS_OPTION(profile_options),
};

static int measure(const profile_options *o, sweep_plan *plan, poise_error *err)
{
    poise_progress *progress = poise_progress_begin("profile", "simulation", plan->n_simulations,
                                                    (poise_progress_mode)o->work.progress);
    int code = sweep_run(plan, (int)o->work.jobs, progress, err);
    poise_progress_end(progress);
    return code;
}

static int profile_traces(const profile_options *o, const trace_files *traces, poise_error *err)
{
    sweep_plan plan = {0};
    sweep_request request = {
        .grid = (sweep_grid)o->grid, .split = (profile_split)o->split, .program = o->group};
    int code = cli_machine_load(&request.config, &o->machine, err);
    if (code == POISE_OK)
        code = sweep_plan_create(&plan, &request, traces, err);
    double start = poise_now();
    if (code == POISE_OK)
        code = measure(o, &plan, err);
    if (code == POISE_OK)
        code = profile_write(o->output, &plan.result, err);
    if (code == POISE_OK)
        poise_say("%zu kernels, %" PRIu64 " simulations in %.1f s, written to %s", plan.n_launches,
                  plan.n_simulations, poise_now() - start, o->output);
    sweep_plan_free(&plan);
    return code;
}

static int run(const void *parsed, int n_words, char **words, poise_error *err)
{
    const profile_options *o = parsed;
    if (o->output == NULL)
        return poise_fail(err, POISE_USAGE, "no output file: give -o FILE");
    trace_files traces;
    int code = trace_files_list(&traces, (size_t)n_words, words, err);
    if (code != POISE_OK)
        return code;
    code = cli_output_check(o->output, (int)traces.n, traces.path, err);
    if (code == POISE_OK)
        code = profile_traces(o, &traces, err);
    trace_files_free(&traces);
    return code;
}

const cli_verb verb_profile = {
    .name = "profile",
    .summary = "simulate every warp-tuple {N, p} of every kernel launch",
    .synopsis = "[options] -o FILE TRACE...",
    .details = "A TRACE is a .wtr file, or a folder that stands for all .wtr files in it, in name order.\n"
               "Every tuple is one simulation of one launch from cold caches. The profile is written when\n"
               "all of them are done, or not at all. docs/DATA.md describes it; h5dump -H shows it.",
    .options = options,
    .n_options = sizeof options / sizeof options[0],
    .options_size = sizeof(profile_options),
    .run = run,
};
