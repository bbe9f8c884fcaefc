/* `poise evaluate`: policies x programs, as a table and as CSV and JSON files. */
#include "cli/evaluate_plan.h"
#include "cli/interrupt.h"
#include "cli/machine.h"
#include "cli/output.h"
#include "cli/share.h"
#include "cli/verb.h"
#include "cli/work.h"
#include "common/file.h"
#include "common/log.h"
#include "evaluate/nearest.h"
#include "evaluate/output.h"
#include "evaluate/results.h"
#include "evaluate/store.h"
#include "profile/profile_file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
#define METRIC(member, ...) METRIC_##member,
#include "evaluate/metrics.def"
#undef METRIC
    N_METRICS
};

typedef struct evaluate_options {
    cli_machine machine;
    cli_work work;
    const char *sched, *schemes, *profile, *metrics, *output, *csv, *json, *shard;
    bool stalls, nearest;
} evaluate_options;

static const poise_option option_table[] = {
    CLI_CONFIG_OPTION(evaluate_options),
    CLI_SET_OPTION(evaluate_options),
    CLI_LENIENT_OPTION(evaluate_options),
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
    {"shard", 0, POISE_OPT_STRING, offsetof(evaluate_options, shard), NULL, POISE_ANY_RANGE, NULL, "I/N",
     "run only share I of N and keep it beside -o; without it what is missing is run and all put together"},
    CLI_JOBS_OPTION(evaluate_options),
    CLI_PROGRESS_OPTION(evaluate_options),
};

static const char details[] =
    "Policies:\n"
    "  swl            the best N = p of each program, from the profile; without one the diagonal is "
    "simulated\n"
    "  pcal_swl       starts from the N of swl, unless N is given\n"
    "  static_best    the best {N, p} of each launch, from the profile\n"
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
    "Metrics:"
#define METRIC(member, ...) " " #member
#include "evaluate/metrics.def"
#undef METRIC
    ;

/* ---- inputs ---- */

typedef struct evaluate_inputs {
    sim_config config;
    evaluate_policy_list policies;
    evaluate_program *programs;
    size_t n_programs;
    profile surface;
} evaluate_inputs;

static int open_programs(evaluate_inputs *inputs, int n_folders, char **folders, poise_error *err)
{
    if (n_folders == 0)
        return poise_fail(err, POISE_USAGE, "name at least one folder of traces");
    inputs->programs = calloc((size_t)n_folders, sizeof *inputs->programs);
    if (inputs->programs == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %d programs", n_folders);
    for (int i = 0; i < n_folders; i++) {
        int code = evaluate_program_open(&inputs->programs[i], folders[i], &inputs->config, err);
        if (code != POISE_OK)
            return code;
        inputs->n_programs++;
    }
    return POISE_OK;
}

static void adopt_nearest(evaluate_inputs *inputs)
{
    for (size_t i = 0; i < inputs->n_programs; i++) {
        evaluate_program *program = &inputs->programs[i];
        const size_t adopted = evaluate_adopt_nearest(program, &inputs->surface);
        if (adopted > 0)
            poise_say(
                "%s: %zu of %zu launches are not in the profile and are scheduled as the nearest one of "
                "their kernel function that is",
                program->name, adopted, program->n_launches);
    }
}

static int read_policies(evaluate_policy_list *policies, const evaluate_options *options, poise_error *err)
{
    policy_scheme_list schemes = {0};
    const char *sched = options->sched == NULL && options->schemes == NULL ? "gto,swl" : options->sched;
    int code = sched == NULL ? POISE_OK : policy_schemes_add(&schemes, sched, err);
    if (code == POISE_OK && options->schemes != NULL)
        code = policy_schemes_read(&schemes, options->schemes, err);
    if (code == POISE_OK)
        code = evaluate_policy_list_make(policies, &schemes, err);
    policy_schemes_free(&schemes);
    return code;
}

static int open_inputs(evaluate_inputs *inputs, const evaluate_options *options, int n_folders,
                       char **folders, poise_error *err)
{
    int code = cli_machine_load(&inputs->config, &options->machine, err);
    if (code == POISE_OK)
        code = read_policies(&inputs->policies, options, err);
    if (code == POISE_OK && options->profile != NULL)
        code = profile_read(options->profile, &inputs->surface, err);
    if (code == POISE_OK)
        code = open_programs(inputs, n_folders, folders, err);
    if (code == POISE_OK && options->nearest && options->profile == NULL)
        return poise_fail(err, POISE_USAGE, "--nearest is about the launches of a profile: give --profile");
    if (code == POISE_OK && options->nearest)
        adopt_nearest(inputs);
    return code;
}

static void close_inputs(evaluate_inputs *inputs)
{
    for (size_t i = 0; i < inputs->n_programs; i++)
        evaluate_program_free(&inputs->programs[i]);
    free(inputs->programs);
    evaluate_policy_list_free(&inputs->policies);
    profile_free(&inputs->surface);
}

/* ---- outputs ---- */

typedef struct form {
    const char *option, *name, *endings[2], *hint;
} form;

enum { N_FORMS = 3 };
static const form forms[N_FORMS] = {
    {"-o", "HDF5", {".h5", ".hdf5"}, "-o FILE writes everything in HDF5"},
    {"--csv", "CSV", {".csv"}, "--csv FILE writes a table"},
    {"--json", "JSON", {".json"}, "--json FILE writes everything in JSON"},
};

static bool has_ending(const char *path, const form *of)
{
    for (size_t i = 0; i < sizeof of->endings / sizeof of->endings[0] && of->endings[i] != NULL; i++) {
        const size_t length = strlen(path), ending = strlen(of->endings[i]);
        if (length >= ending && strcasecmp(path + length - ending, of->endings[i]) == 0)
            return true;
    }
    return false;
}

/* A name that promises another form is a slip, and the file would be of no use under it. */
static int check_ending(const form *meant, const char *path, poise_error *err)
{
    for (size_t i = 0; path != NULL && i < N_FORMS; i++) {
        if (&forms[i] != meant && has_ending(path, &forms[i]))
            return poise_fail(err, POISE_USAGE, "%s writes %s, but %s is named as %s: %s", meant->option,
                              meant->name, path, forms[i].name, forms[i].hint);
    }
    return POISE_OK;
}

/* Known before the simulations, not after them. */
static int check_outputs(const evaluate_options *options, poise_error *err)
{
    char *profile_path = (char *)options->profile;
    const char *const outputs[N_FORMS] = {options->output, options->csv, options->json};
    int code = POISE_OK;
    for (size_t i = 0; i < N_FORMS && code == POISE_OK; i++) {
        code = check_ending(&forms[i], outputs[i], err);
        if (code == POISE_OK)
            code = cli_output_check(outputs[i], profile_path == NULL ? 0 : 1, &profile_path, err);
    }
    if (code == POISE_OK && options->shard != NULL && options->output == NULL)
        code = poise_fail(err, POISE_USAGE, "--shard keeps its runs beside the results: give -o");
    return code;
}

static int write_outputs(const evaluate_comparison *comparison, const evaluate_options *options,
                         const size_t *metrics, size_t n_metrics, poise_error *err)
{
    for (size_t i = 0; i < comparison->n_warnings; i++)
        poise_warn("%s", comparison->warnings[i]);
    evaluate_print_table(comparison, metrics, n_metrics, stdout);
    int code = POISE_OK;
    if (options->output != NULL)
        code = evaluate_results_write(options->output, comparison, err);
    if (code == POISE_OK && options->csv != NULL)
        code = evaluate_write_csv(comparison, options->csv, err);
    if (code == POISE_OK && options->json != NULL)
        code = evaluate_write_json(comparison, options->json, err);
    return code;
}

/* ---- work ---- */

static int run_share(const evaluate_request *request, poise_error *err)
{
    size_t done, all;
    int code = evaluate_share(request, &done, &all, err);
    if (code == POISE_OK)
        poise_say("share %u of %u: %zu of all %zu runs are kept in %s", request->share + 1, request->n_shares,
                  done, all, request->store);
    return code;
}

static int compare(const evaluate_request *request, const evaluate_options *options, const size_t *metrics,
                   size_t n_metrics, poise_error *err)
{
    evaluate_comparison comparison;
    int code = evaluate_compare(&comparison, request, err);
    if (code == POISE_OK)
        code = write_outputs(&comparison, options, metrics, n_metrics, err);
    evaluate_comparison_free(&comparison);
    if (code == POISE_OK && request->store != NULL)
        evaluate_store_remove(request->store);
    if (code == POISE_OK && options->output != NULL)
        poise_atomic_clean(options->output);
    return code;
}

static int evaluate(const evaluate_inputs *inputs, const evaluate_options *options, const size_t *metrics,
                    size_t n_metrics, poise_error *err)
{
    evaluate_request request = {
        .config = &inputs->config,
        .policies = &inputs->policies,
        .programs = inputs->programs,
        .n_programs = inputs->n_programs,
        .surface = options->profile == NULL ? NULL : &inputs->surface,
        .surface_hash = options->profile == NULL ? NULL : inputs->surface.hash,
        .surface_policies = options->profile == NULL ? NULL : inputs->surface.policies,
        .jobs = (int)options->work.jobs,
        .stalls = options->stalls,
        .stop = cli_interrupt_flag(),
        .progress = (poise_progress_mode)options->work.progress,
        .announce = evaluate_say_plan,
    };
    char store[PATH_MAX];
    if (options->output != NULL) {
        if (snprintf(store, sizeof store, "%s.parts", options->output) >= (int)sizeof store)
            return poise_fail(err, POISE_USAGE, "the name of the output is too long");
        request.store = store;
    }
    int code = cli_share_read(options->shard, &request.share, &request.n_shares, err);
    if (code != POISE_OK)
        return code;
    return request.n_shares > 0 ? run_share(&request, err)
                                : compare(&request, options, metrics, n_metrics, err);
}

static int run(const void *parsed, int n_words, char **words, poise_error *err)
{
    const evaluate_options *options = parsed;
    evaluate_inputs inputs = {0};
    size_t metrics[N_METRICS], n_metrics;
    int code = evaluate_choose_metrics(options->metrics, metrics, &n_metrics, err);
    if (code == POISE_OK)
        code = check_outputs(options, err);
    if (code == POISE_OK)
        code = open_inputs(&inputs, options, n_words, words, err);
    if (code == POISE_OK)
        code = evaluate(&inputs, options, metrics, n_metrics, err);
    close_inputs(&inputs);
    return code;
}

const cli_verb verb_evaluate = {
    .name = "evaluate",
    .summary = "compare policies on whole programs: speedup, L1 hit rate, miss latency",
    .synopsis = "[options] -s POLICY,... FOLDER...",
    .details = details,
    .options = option_table,
    .n_options = sizeof option_table / sizeof option_table[0],
    .options_size = sizeof(evaluate_options),
    .takes_traces = true,
    .run = run,
};
