/* `poise design`: the machine of the best mean speed-up within a budget of area. */
#include "cli/design/inputs.h"
#include "cli/design/status.h"
#include "cli/evaluate/outputs.h"
#include "cli/interrupt.h"
#include "cli/verb.h"
#include "common/file.h"
#include "common/log.h"
#include "design/output.h"
#include "evaluate/run.h"
#include "sim/config/area.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static const poise_option option_table[] = {
    CLI_CONFIG_OPTION(design_options),
    CLI_SET_OPTION(design_options),
    CLI_LENIENT_OPTION(design_options),
    {"budget", 'b', POISE_OPT_STRING, offsetof(design_options, budget), "1.5%", POISE_ANY_RANGE, NULL, "AREA",
     "area that a machine may have more than MACHINE [S3.7.3]: a share of the die of 700 mm^2 such as 1.5%, "
     "mm^2 "
     "such as 10.5mm2, or the NAME of a compared machine for its area"},
    {"knobs", 'k', POISE_OPT_STRING, offsetof(design_options, knobs), "default", POISE_ANY_RANGE, NULL,
     "KNOB,...",
     "what may change: a machine option of design/knobs.def, OPTION=VALUE:VALUE with values of your own, "
     "lowest "
     "first, or default for those of T3.3 whose area is known"},
    {"compare", 0, POISE_OPT_LIST, offsetof(design_options, compare), NULL, POISE_ANY_RANGE, NULL,
     "NAME=MACHINE,...", "also measure this machine, on top of MACHINE; may be repeated"},
    {"judge", 0, POISE_OPT_LIST, offsetof(design_options, judge), NULL, POISE_ANY_RANGE, NULL, "FOLDER",
     "program, or @SET, that the search does not see and that base, compared and chosen machine run in the "
     "end; may "
     "be repeated"},
    {"sched", 's', POISE_OPT_STRING, offsetof(design_options, sched), "gto", POISE_ANY_RANGE, NULL, "POLICY",
     "scheduler, or [NAME=]PART+PART..., on all machines"},
    {"mean", 0, POISE_OPT_CHOICE, offsetof(design_options, mean), "arithmetic", POISE_ANY_RANGE,
     DESIGN_MEAN_CHOICES, NULL, "of the programs' speed-ups; chapter 3 has the arithmetic one"},
    {"beam", 0, POISE_OPT_INT, offsetof(design_options, beam), "2", 1, DESIGN_MOST_BEAM, NULL, "N",
     "machines that the ascent goes on from"},
    {"machines", 0, POISE_OPT_INT, offsetof(design_options, machines), "400", 1, 100000, NULL, "N",
     "machines that the search may measure; it ends when there are so many"},
    {"least-gain", 0, POISE_OPT_REAL, offsetof(design_options, least_gain), "0.001", 0, 1, NULL, "SPEEDUP",
     "a step that gains, or loses, less mean speed-up counts as none"},
    {"output", 'o', POISE_OPT_STRING, offsetof(design_options, output), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "write everything measured, for 'poise report' and other programs (HDF5); what is done is kept beside "
     "it and an "
     "interrupted search goes on"},
    {"csv", 0, POISE_OPT_STRING, offsetof(design_options, csv), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "write one line for each machine"},
    {"json", 0, POISE_OPT_STRING, offsetof(design_options, json), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "write everything, with the cycles"},
    CLI_SHARD_OPTION(design_options),
    {"wait", 0, POISE_OPT_REAL, offsetof(design_options, wait), "60", 0, 1e6, NULL, "SECONDS",
     "with --shard: how long to wait, without news, for the runs of other shards that the next round follows "
     "from"},
    CLI_COLLECT_OPTION(design_options),
    CLI_STATUS_OPTION(design_options),
    CLI_JOBS_OPTION(design_options),
    CLI_PROGRESS_OPTION(design_options),
};

static const char details[] =
    "Each FOLDER is one program, which runs on every machine. The search climbs from MACHINE, comes down "
    "from all\n"
    "knobs at their highest, and exchanges: docs/DESIGN.md has its rules. Nothing in it is random.\n"
    "\n"
    "With -o runs that are done are kept in FILE.parts until the search is over: after an interruption of "
    "any kind\n"
    "the same command goes on. Several processes, started at the same time, divide each round of the search "
    "by\n"
    "--shard; the command without it does what is missing and writes the result.";

/* ---- what is going to be done ---- */

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

static void say_plan(const design_request *request)
{
    poise_say(
        "%zu knob%s, %zu program%s, budget %.2f mm^2 (%.2f %% of the die): at most %zu machines, %" PRIu64
        " simulations, with %d thread%s",
        request->space->n_knobs, plural(request->space->n_knobs), request->n_programs,
        plural(request->n_programs), request->budget, 100 * request->budget / SIM_AREA_DIE_MM2, request->most,
        design_most_runs(request), evaluate_threads(request->runs->jobs),
        plural((size_t)evaluate_threads(request->runs->jobs)));
}

static void say_round(void *user, const design_batch *batch, size_t runs, size_t done)
{
    (void)user;
    char before[48] = "";
    if (done > 0)
        snprintf(before, sizeof before, ", %zu of them done before", done);
    poise_say("%s: %zu machine%s, %zu simulation%s%s", batch->what, batch->n_machines,
              plural(batch->n_machines), runs, plural(runs), before);
}

/* ---- work ---- */

/* A share is done when it has nothing more to do. */
static int explain(const design_runs *runs, const char *store, poise_error *err)
{
    const poise_error reason = *err;
    if (store == NULL)
        return (int)reason.code;
    if (runs->n_done == 0)
        return poise_fail(err, reason.code, "%.900s; no run is done yet", reason.text);
    return poise_fail(err, reason.code, "%.700s; %zu runs are kept in %.150s: the same command goes on",
                      reason.text, runs->n_done, store);
}

static int write_outputs(const design_result *result, const design_options *options, poise_error *err)
{
    int code = design_print_table(result, stdout, err);
    if (code == POISE_OK && options->output != NULL)
        code = design_result_write(options->output, result, err);
    if (code == POISE_OK && options->csv != NULL)
        code = design_write_csv(result, options->csv, err);
    if (code == POISE_OK && options->json != NULL)
        code = design_write_json(result, options->json, err);
    return code;
}

static int explore(const design_request *request, const design_options *options, const char *store,
                   poise_error *err)
{
    design_result result;
    const bool is_share = request->runs->share.n_shares > 0;
    int code = design_explore(&result, request, err);
    if (code != POISE_OK)
        code = explain(request->runs, store, err);
    else if (is_share)
        cli_shares_say(&request->runs->share, request->runs->n_done, request->runs->n_done, store);
    else
        code = write_outputs(&result, options, err);
    design_result_free(&result);
    return code;
}

static int search(const design_inputs *inputs, const design_options *options, const char *store,
                  poise_error *err)
{
    design_runs runs = {.policy = &inputs->policies.policies[0],
                        .jobs = (int)options->work.jobs,
                        .stop = cli_interrupt_flag(),
                        .progress = (poise_progress_mode)options->work.progress,
                        .patience = options->wait,
                        .announce = say_round};
    const design_request request = {.space = &inputs->space,
                                    .programs = inputs->programs,
                                    .judges = inputs->judges,
                                    .n_programs = inputs->n_programs,
                                    .n_judges = inputs->n_judges,
                                    .given = inputs->given,
                                    .n_given = inputs->n_given,
                                    .mean = (design_mean)options->mean,
                                    .budget = inputs->budget,
                                    .least_gain = options->least_gain,
                                    .beam = (size_t)options->beam,
                                    .most = (size_t)options->machines,
                                    .runs = &runs};
    int code = cli_shares_read(&options->shares, &runs.share, err);
    if (code != POISE_OK)
        return code;
    runs.most = design_most_runs(&request);
    code = design_runs_open(&runs, store, err);
    if (code == POISE_OK) {
        say_plan(&request);
        code = explore(&request, options, store, err);
    }
    design_runs_close(&runs);
    if (code == POISE_OK && store != NULL && runs.share.n_shares == 0) {
        runs_store_remove(store);
        evaluate_clean_outputs((const char *[]){options->output, options->csv, options->json});
    }
    return code;
}

static int check_outputs(const design_options *options, poise_error *err)
{
    const char *const outputs[EVALUATE_OUTPUTS] = {options->output, options->csv, options->json};
    const char *needs_store = options->shares.shard != NULL ? "--shard"
                              : options->shares.collect     ? "--collect"
                                                            : NULL;
    if (needs_store != NULL && options->output == NULL)
        return poise_fail(err, POISE_USAGE, "%s keeps its runs beside the result: give -o", needs_store);
    return evaluate_check_outputs(outputs, NULL, err);
}

static int print_status(const design_options *options, int n_words, char **words, poise_error *err)
{
    const char *output = options->output == NULL && n_words == 1 ? words[0] : options->output;
    if (output == NULL)
        return poise_fail(err, POISE_USAGE, "--status is about one search: name its FILE.h5");
    return design_print_status(output, err);
}

static int run(const void *parsed, int n_words, char **words, poise_error *err)
{
    const design_options *options = parsed;
    design_inputs inputs = {0};
    char store[PATH_MAX];
    if (options->shares.status)
        return print_status(options, n_words, words, err);
    int code = check_outputs(options, err);
    if (code == POISE_OK && options->output != NULL &&
        snprintf(store, sizeof store, "%s.parts", options->output) >= (int)sizeof store)
        code = poise_fail(err, POISE_USAGE, "the name of the output is too long");
    if (code == POISE_OK)
        code = design_inputs_open(&inputs, options, n_words, words, err);
    if (code == POISE_OK)
        code = search(&inputs, options, options->output == NULL ? NULL : store, err);
    design_inputs_close(&inputs);
    return code;
}

const cli_verb verb_design = {
    .name = "design",
    .summary = "search the buffers and wires of a machine for the best mean speed-up within a budget of area",
    .synopsis = "[options] -c MACHINE --budget AREA FOLDER... | --status -o FILE",
    .details = details,
    .options = option_table,
    .n_options = sizeof option_table / sizeof option_table[0],
    .options_size = sizeof(design_options),
    .takes_traces = true,
    .run = run,
};
