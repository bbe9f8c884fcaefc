/* `poise evaluate`: policies x programs, as a table and as CSV and JSON files. */
#include "cli/evaluate/inputs.h"
#include "cli/evaluate/mixes.h"
#include "cli/evaluate/outputs.h"
#include "cli/evaluate/plan.h"
#include "cli/evaluate/submit.h"
#include "cli/interrupt.h"
#include "cli/verb.h"
#include "common/file.h"
#include "common/log.h"
#include "evaluate/output.h"
#include "evaluate/results/results.h"
#include "runs/store.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
#define METRIC(member, ...) METRIC_##member,
#include "evaluate/metrics.def"
#undef METRIC
    N_METRICS
};

static const poise_option option_table[] = {
    CLI_CONFIG_OPTION(evaluate_options),
    CLI_SET_OPTION(evaluate_options),
    CLI_SCALE_OPTION(evaluate_options),
    CLI_MEMORY_OPTION(evaluate_options),
    CLI_LENIENT_OPTION(evaluate_options),
    {"machine", 0, POISE_OPT_LIST, offsetof(evaluate_options, machines), NULL, POISE_ANY_RANGE, NULL,
     "[NAME=]PART,...",
     "a machine to compare, each option one more: that of -c changed by PARTs, each a preset, a file, "
     "KEY=VALUE, scale:GROUP=N or memory:KIND"},
    {"machines", 0, POISE_OPT_STRING, offsetof(evaluate_options, machine_file), NULL, POISE_ANY_RANGE, NULL,
     "FILE", "more of them, one '[NAME=]PART,...' a line; # begins a comment"},
    {"base-machine", 0, POISE_OPT_STRING, offsetof(evaluate_options, base_machine), NULL, POISE_ANY_RANGE,
     NULL, "NAME", "machine with the baseline of all; the first without it"},
    {"mean", 0, POISE_OPT_CHOICE, offsetof(evaluate_options, mean), "default", POISE_ANY_RANGE,
     "default|harmonic|arithmetic|geometric", NULL,
     "mean of ratios to the baseline over programs; default: harmonic, as in chapter 5 of the thesis; "
     "chapter 3 has the arithmetic one"},
    {"sched", 's', POISE_OPT_STRING, offsetof(evaluate_options, sched), NULL, POISE_ANY_RANGE, NULL,
     "POLICY,...",
     "policies to compare, each a scheduler or [NAME=]PART+PART..., such as best=swl:8+dram:fcfs; gto,swl "
     "without it and --schemes"},
    {"schemes", 0, POISE_OPT_STRING, offsetof(evaluate_options, schemes), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "more of them, 'NAME PART+PART...' a line"},
    {"profile", 'p', POISE_OPT_STRING, offsetof(evaluate_options, profile), NULL, POISE_ANY_RANGE, NULL,
     "FILE", "measured {N, p} points of these programs on this machine, from 'poise profile'"},
    {"nearest", 0, POISE_OPT_FLAG, offsetof(evaluate_options, nearest), NULL, POISE_ANY_RANGE, NULL, NULL,
     "for a launch that the profile lacks take the nearest launch of the same kernel function of that "
     "program"},
    {"metrics", 'm', POISE_OPT_STRING, offsetof(evaluate_options, metrics),
     "speedup,l1_hit_rate,relative_latency", POISE_ANY_RANGE, NULL, "METRIC,...",
     "blocks of the table; the files have all metrics"},
    {"output", 'o', POISE_OPT_STRING, offsetof(evaluate_options, output), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "write everything measured, for 'poise report' and other programs (HDF5); what is done is kept beside "
     "it "
     "and an interrupted evaluation goes on"},
    {"csv", 0, POISE_OPT_STRING, offsetof(evaluate_options, csv), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "write one line for each program and policy"},
    {"json", 0, POISE_OPT_STRING, offsetof(evaluate_options, json), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "write everything, launch by launch, with the machine"},
    {"stalls", 0, POISE_OPT_FLAG, offsetof(evaluate_options, stalls), NULL, POISE_ANY_RANGE, NULL, NULL,
     "also measure what schedulers wait for; slower, and other results do not change"},
    {"over-time", 0, POISE_OPT_INT, offsetof(evaluate_options, over_time), "0", 0, 4e9, NULL, "CYCLES",
     "also keep what policies say in the course of launches, in their own epochs, and every CYCLES the speed "
     "of the machine, its L2 and its DRAM; of mixes every CYCLES what each program and CPU core does; for "
     "'poise report'; 0 = not"},
    CLI_SHARD_OPTION(evaluate_options),
    CLI_COLLECT_OPTION(evaluate_options),
    CLI_STATUS_OPTION(evaluate_options),
    CLI_SLURM_OPTION(evaluate_options),
    CLI_SLURM_OPTION_OPTION(evaluate_options),
    {"mix", 0, POISE_OPT_LIST, offsetof(evaluate_options, mixes.given), NULL, POISE_ANY_RANGE, NULL,
     "NAME=A+B",
     "programs that run side by side, instead of FOLDER; A@5 has 5 SMs, A@0-4 these; cpu:FILE is a CPU "
     "program"},
    {"mixes", 0, POISE_OPT_STRING, offsetof(evaluate_options, mixes.file), NULL, POISE_ANY_RANGE, NULL,
     "FILE", "mixes, one 'NAME = A + B' a line; # begins a comment"},
    {"partition", 0, POISE_OPT_CHOICE, offsetof(evaluate_options, mixes.partition), "equal", POISE_ANY_RANGE,
     "equal|best", NULL,
     "SMs of programs that name none: equal shares, or the split of the best weighted speedup, which an "
     "oracle finds by trying all"},
    {"step", 0, POISE_OPT_INT, offsetof(evaluate_options, mixes.step), "0", 0, 1024, NULL, "SMS",
     "pieces of which --partition best makes its splits; 0 = a sixth of the machine"},
    {"alone", 0, POISE_OPT_STRING, offsetof(evaluate_options, mixes.alone), "gto", POISE_ANY_RANGE, NULL,
     "POLICY",
     "scheduler, or [NAME=]PART+PART..., under which the programs of mixes run alone, for all policies"},
    CLI_JOBS_OPTION(evaluate_options),
    CLI_PROGRESS_OPTION(evaluate_options),
};

static const char details[] =
    "Policies:\n"
    "  swl            the best N = p of each program, from the profile; without one the diagonal is "
    "simulated\n"
    "  pcal_swl       starts from the N of swl, unless N is given\n"
    "  static_best    the best {N, p} of each launch, from the profile\n"
    "  static_best_plus  that, or {N, p} with loads that allocate nothing, where 'poise profile --loads' "
    "found\n"
    "                 one that is faster\n"
    "  anything else  a policy string, such as gto, tuple:8:2 or poise:MODEL ('poise policies' lists them)\n"
    "A part is a scheduler or PLACE:policy, PLACE one of sched, l1, l2, dram, tlb and vm; places that are "
    "not\n"
    "named have their baseline, the scheduler gto. docs/POLICIES.md has the grammar.\n"
    "The baseline is gto where it is listed, otherwise the first policy.\n"
    "\n"
    "Each FOLDER is one program: its .wtr files are the launches. All launches of a program run in order on "
    "one\n"
    "simulator under every policy, so that the L2 keeps its contents between launches.\n"
    "\n"
    "With -o runs that are done are kept in FILE.parts until all of them are: after an interruption of any "
    "kind the\n"
    "same command goes on. Several processes, also on several machines that share the folder, divide the "
    "work by\n"
    "--shard; the command without it does what is missing and writes the results (docs/SWEEP.md).\n"
    "\n"
    "--machine simulates everything on each of several machines, side by side: ratios are to the baseline on "
    "the first\nof them, of times where core clocks differ (docs/SWEEP.md).\n"
    "\n"
    "--mix runs programs side by side, each on SMs of its own, CPU programs beside them, and every program "
    "alone\non as many SMs: weighted and harmonic speedup, maximum slowdown, unfairness (docs/MIXES.md).\n"
    "\n"
    "Metrics:"
#define METRIC(member, ...) " " #member
#include "evaluate/metrics.def"
#undef METRIC
    ;

/* ---- outputs ---- */

/* Known before the simulations, not after them. */
static int check_outputs(const evaluate_options *options, poise_error *err)
{
    const char *const outputs[EVALUATE_OUTPUTS] = {options->output, options->csv, options->json};
    int code = evaluate_check_outputs(outputs, options->profile, err);
    const cli_shares *shares = &options->shares;
    const char *needs_store = shares->shard != NULL ? "--shard"
                              : shares->collect     ? "--collect"
                              : shares->slurm > 0   ? "--slurm"
                                                    : NULL;
    if (code == POISE_OK && needs_store != NULL && options->output == NULL)
        code = poise_fail(err, POISE_USAGE, "%s keeps its runs beside the results: give -o", needs_store);
    return code;
}

static int write_outputs(evaluate_comparisons all, const evaluate_options *options, const size_t *metrics,
                         size_t n_metrics, poise_error *err)
{
    for (size_t m = 0; m < all.n; m++)
        for (size_t i = 0; i < all.of[m]->n_warnings; i++)
            poise_warn("%s", all.of[m]->warnings[i]);
    evaluate_print_tables(all, metrics, n_metrics, stdout);
    int code = POISE_OK;
    if (options->output != NULL)
        code = evaluate_results_write_all(options->output, all, err);
    if (code == POISE_OK && options->csv != NULL)
        code = evaluate_write_csv_all(all, options->csv, err);
    if (code == POISE_OK && options->json != NULL)
        code = evaluate_write_json_all(all, options->json, err);
    return code;
}

/* ---- work ---- */

static int run_share(const evaluate_side_by_side *what, poise_error *err)
{
    size_t done, all;
    int code = evaluate_share_all(what, &done, &all, err);
    if (code == POISE_OK)
        cli_shares_say(&what->requests[0].share, done, all, what->requests[0].store);
    return code;
}

static int compare_all(const evaluate_side_by_side *what, evaluate_comparison *comparisons,
                       const evaluate_options *options, const size_t *metrics, size_t n_metrics,
                       poise_error *err)
{
    const evaluate_comparison *all[CLI_MOST_MACHINES];
    int code = evaluate_compare_all(comparisons, what, err);
    for (size_t m = 0; m < what->n; m++)
        all[m] = &comparisons[m];
    if (code == POISE_OK)
        code = write_outputs((evaluate_comparisons){all, what->n}, options, metrics, n_metrics, err);
    for (size_t m = 0; m < what->n; m++)
        evaluate_comparison_free(&comparisons[m]);
    return code;
}

static int compare(const evaluate_side_by_side *what, const evaluate_options *options, const size_t *metrics,
                   size_t n_metrics, poise_error *err)
{
    evaluate_comparison *comparisons = calloc(what->n, sizeof *comparisons);
    if (comparisons == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu machines", what->n);
    int code = compare_all(what, comparisons, options, metrics, n_metrics, err);
    free(comparisons);
    if (code == POISE_OK && what->requests[0].store != NULL)
        runs_store_remove(what->requests[0].store);
    if (code == POISE_OK)
        evaluate_clean_outputs((const char *[]){options->output, options->csv, options->json});
    return code;
}

static int prepare(const void *what, int (*inside)(void *user, poise_error *err), void *user,
                   poise_error *err)
{
    return evaluate_prepare(what, inside, user, err);
}

/* The machine before what the command line of a job says of it. */
static int submit(const evaluate_side_by_side *what, const evaluate_options *options, int n_folders,
                  char **folders, poise_error *err)
{
    const cli_machine only_config = {.config = options->machine.config, .lenient = options->machine.lenient};
    sim_config common;
    int code = POISE_OK;
    if (cli_machines_given(options))
        code = cli_machine_load(&common, &only_config, err);
    if (code != POISE_OK)
        return code;
    return cli_evaluate_submit(
        &(cli_evaluate_job){.options = options,
                            .config = cli_machines_given(options) ? &common : what->requests[0].config,
                            .store = what->requests[0].store,
                            .n_words = n_folders,
                            .words = folders,
                            .prepare = prepare,
                            .request = what,
                            .leaves_some = true},
        err);
}

static int evaluate(evaluate_inputs *inputs, const evaluate_options *options, const size_t *metrics,
                    size_t n_metrics, int n_folders, char **folders, poise_error *err)
{
    const evaluate_side_by_side what = {inputs->requests, inputs->machines.n, inputs->machines.base};
    evaluate_request *request = &inputs->requests[0];
    request->jobs = (int)options->work.jobs;
    request->stalls = options->stalls;
    request->over_time = (uint64_t)options->over_time;
    request->stop = cli_interrupt_flag();
    request->progress = (poise_progress_mode)options->work.progress;
    request->announce = evaluate_say_plan;
    char store[PATH_MAX];
    if (options->output != NULL) {
        if (snprintf(store, sizeof store, "%s.parts", options->output) >= (int)sizeof store)
            return poise_fail(err, POISE_USAGE, "the name of the output is too long");
        request->store = store;
    }
    int code = cli_shares_read(&options->shares, &request->share, err);
    if (code != POISE_OK)
        return code;
    if (request->share.only_submits)
        return submit(&what, options, n_folders, folders, err);
    return request->share.n_shares > 0 ? run_share(&what, err)
                                       : compare(&what, options, metrics, n_metrics, err);
}

static int print_status(const evaluate_options *options, int n_words, char **words, poise_error *err)
{
    const char *output = options->output == NULL && n_words == 1 ? words[0] : options->output;
    if (output == NULL)
        return poise_fail(err, POISE_USAGE, "--status is about one evaluation: name its FILE.h5");
    return evaluate_print_status(output, err);
}

static int run_mixes(const evaluate_options *options, int n_words, poise_error *err)
{
    evaluate_policy_list policies = {0};
    sim_config config;
    if (cli_machines_given(options) || options->base_machine != NULL || options->mean != 0)
        return poise_fail(err, POISE_USAGE,
                          "mixes run on one machine: --machine, --base-machine and --mean go with FOLDER");
    if (n_words > 0 || options->profile != NULL || options->stalls || options->nearest)
        return poise_fail(err, POISE_USAGE,
                          "with --mix and --mixes there are no FOLDER, --profile, --nearest and --stalls");
    int code = check_outputs(options, err);
    if (code == POISE_OK)
        code = cli_machine_load(&config, &options->machine, err);
    if (code == POISE_OK)
        code = evaluate_read_policies(&policies, options, "gto", err);
    if (code == POISE_OK)
        code = cli_evaluate_mixes(options, &config, &policies, err);
    evaluate_policy_list_free(&policies);
    return code;
}

static int run(const void *parsed, int n_words, char **words, poise_error *err)
{
    const evaluate_options *options = parsed;
    evaluate_inputs inputs = {0};
    if (options->shares.status)
        return print_status(options, n_words, words, err);
    size_t metrics[N_METRICS], n_metrics;
    if (options->mixes.given.n > 0 || options->mixes.file != NULL)
        return run_mixes(options, n_words, err);
    int code = evaluate_choose_metrics(options->metrics, metrics, &n_metrics, err);
    if (code == POISE_OK)
        code = check_outputs(options, err);
    if (code == POISE_OK)
        code = evaluate_inputs_open(&inputs, options, n_words, words, err);
    if (code == POISE_OK)
        code = evaluate(&inputs, options, metrics, n_metrics, n_words, words, err);
    evaluate_inputs_close(&inputs);
    return code;
}

const cli_verb verb_evaluate = {
    .name = "evaluate",
    .summary = "compare policies on whole programs: speedup, L1 hit rate, miss latency",
    .synopsis =
        "[options] -s POLICY,... FOLDER... | [options] -s POLICY,... --mix NAME=A+B... | --status -o FILE",
    .details = details,
    .options = option_table,
    .n_options = sizeof option_table / sizeof option_table[0],
    .options_size = sizeof(evaluate_options),
    .takes_traces = true,
    .run = run,
};
