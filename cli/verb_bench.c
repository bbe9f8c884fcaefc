/* `poise bench`: how fast and how large is the simulator on this machine, and how do two versions compare? */
#include "bench/measured.h"
#include "bench/output.h"
#include "cli/bench/subjects.h"
#include "cli/machine.h"
#include "cli/output.h"
#include "cli/verb.h"

#include <errno.h>
#include <stdlib.h>

enum { MOST_THREADS = 1024, MAX_ENTRIES = 16 };

typedef struct bench_options {
    cli_machine machine;
    const char *sched, *kernels, *jobs, *threads, *json, *write_traces;
    int64_t repeat, scale;
    bool compare;
} bench_options;

static const poise_option option_table[] = {
    CLI_CONFIG_OPTION(bench_options),
    CLI_SET_OPTION(bench_options),
    CLI_LENIENT_OPTION(bench_options),
    {"sched", 's', POISE_OPT_STRING, offsetof(bench_options, sched), "gto", POISE_ANY_RANGE, NULL, "POLICY",
     "warp scheduler, or several parts, such as gto+l2:lru+dram:fcfs"},
    {"kernels", 'k', POISE_OPT_STRING, offsetof(bench_options, kernels), NULL, POISE_ANY_RANGE, NULL,
     "KERNEL,...", "built-in kernels; without it all"},
    {"scale", 0, POISE_OPT_INT, offsetof(bench_options, scale), "1", 1, 10000, NULL, "K",
     "make the built-in kernels K times as long"},
    {"repeat", 'r', POISE_OPT_INT, offsetof(bench_options, repeat), "5", 1, 1000, NULL, "R",
     "simulations of each kernel that are timed"},
    {"jobs", 'j', POISE_OPT_STRING, offsetof(bench_options, jobs), "1,2", POISE_ANY_RANGE, NULL, "J,...",
     "numbers of simultaneous simulations to compare; the first is the baseline"},
    {"threads", 't', POISE_OPT_STRING, offsetof(bench_options, threads), "2", POISE_ANY_RANGE, NULL, "T,...",
     "numbers of threads of one simulation to compare with these"},
    {"json", 0, POISE_OPT_STRING, offsetof(bench_options, json), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "write everything, every repeat included, for --compare"},
    {"compare", 0, POISE_OPT_FLAG, offsetof(bench_options, compare), NULL, POISE_ANY_RANGE, NULL, NULL,
     "measure nothing; the words are two files of --json"},
    {"write-traces", 0, POISE_OPT_STRING, offsetof(bench_options, write_traces), NULL, POISE_ANY_RANGE, NULL,
     "DIR", "measure nothing; write the built-in kernels as warp traces"},
};

static const char details[] =
    "Rates count seconds of simulation only; reading traces is apart ('load s'). Without TRACE the built-in\n"
    "kernels are simulated:"
#define KERNEL(name, make, loads, alu, lines, footprint, help) "\n  " #name ": " help
#include "bench/kernels.def"
#undef KERNEL
    "\n"
    "Each TRACE is a launch of its own on a cold machine; all are held in memory. docs/BENCH.md explains "
    "the\n"
    "figures and the file.";

/* "1,2", of --`option` */
static int parse_counts(const char *option, const char *text, uint32_t counts[MAX_ENTRIES], size_t *n,
                        poise_error *err)
{
    *n = 0;
    for (const char *next = text;; next++) {
        char *end;
        errno = 0;
        const long value = *next >= '0' && *next <= '9' ? strtol(next, &end, 10) : 0;
        if (value < 1 || value > MOST_THREADS || errno != 0 || (*end != ',' && *end != '\0'))
            return poise_fail(err, POISE_USAGE, "--%s '%s': expected numbers from 1 to %d, such as 1,2",
                              option, text, (int)MOST_THREADS);
        if (*n == MAX_ENTRIES)
            return poise_fail(err, POISE_USAGE, "--%s '%s' has more than %d numbers", option, text,
                              (int)MAX_ENTRIES);
        counts[(*n)++] = (uint32_t)value;
        if (*end == '\0')
            return POISE_OK;
        next = end;
    }
}

static int compare_files(int n_words, char **words, poise_error *err)
{
    if (n_words != 2)
        return poise_fail(err, POISE_USAGE, "--compare takes two files, the earlier one first");
    bench_measured before, after;
    int code = bench_measured_read(words[0], &before, err);
    if (code != POISE_OK)
        return code;
    code = bench_measured_read(words[1], &after, err);
    if (code == POISE_OK) {
        code = bench_compare(&before, &after, stdout, err);
        bench_measured_free(&after);
    }
    bench_measured_free(&before);
    return code;
}

static int measure_with(const policy_scheme *scheme, const bench_options *o, const sim_config *config,
                        const cli_bench_subjects *subjects, poise_error *err)
{
    uint32_t jobs[MAX_ENTRIES], threads[MAX_ENTRIES];
    bench_request request = {.config = config,
                             .scheme = scheme,
                             .subjects = subjects->subject,
                             .n_subjects = subjects->n,
                             .repeats = (uint32_t)o->repeat,
                             .jobs = jobs,
                             .threads = threads};
    int code = parse_counts("jobs", o->jobs, jobs, &request.n_jobs, err);
    if (code == POISE_OK)
        code = parse_counts("threads", o->threads, threads, &request.n_threads, err);
    if (code != POISE_OK)
        return code;
    bench_report report;
    code = bench_run(&report, &request, err);
    if (code == POISE_OK)
        bench_print(&report, stdout);
    if (code == POISE_OK && o->json != NULL)
        code = bench_write_json(&report, o->json, err);
    bench_report_free(&report);
    return code;
}

static int measure(const bench_options *o, const sim_config *config, const cli_bench_subjects *subjects,
                   poise_error *err)
{
    policy_scheme scheme;
    int code = policy_scheme_parse(&scheme, o->sched, err);
    if (code == POISE_OK)
        code = policy_scheme_check(&scheme, POLICY_AT_SCHED, err);
    if (code == POISE_OK)
        code = measure_with(&scheme, o, config, subjects, err);
    policy_scheme_free(&scheme);
    return code;
}

static int run(const void *parsed, int n_words, char **words, poise_error *err)
{
    const bench_options *o = parsed;
    if (o->compare)
        return compare_files(n_words, words, err);
    if (n_words > 0 && (o->kernels != NULL || o->scale != 1 || o->write_traces != NULL))
        return poise_fail(
            err, POISE_USAGE,
            "--kernels, --scale and --write-traces are about the built-in kernels: name no TRACE");
    sim_config config;
    cli_bench_subjects subjects = {0};
    int code = cli_machine_load(&config, &o->machine, err);
    if (code == POISE_OK)
        code = cli_output_check(o->json, n_words, words, err);
    if (code == POISE_OK)
        code = n_words > 0 ? cli_bench_read(&subjects, n_words, words, err)
                           : cli_bench_make(&subjects, o->kernels, (uint32_t)o->scale, err);
    if (code == POISE_OK)
        code = o->write_traces != NULL ? cli_bench_write_traces(&subjects, o->write_traces, err)
                                       : measure(o, &config, &subjects, err);
    cli_bench_free(&subjects);
    return code;
}

const cli_verb verb_bench = {
    .name = "bench",
    .summary = "measure how fast and how large the simulator is, compare two versions",
    .synopsis = "[options] [TRACE|FOLDER...]  |  --compare OLD.json NEW.json",
    .details = details,
    .options = option_table,
    .n_options = sizeof option_table / sizeof *option_table,
    .options_size = sizeof(bench_options),
    .takes_traces = true,
    .run = run,
};
