/* `poise sim`: one simulation of a program (one or more launches), statistics out. */
#include "cli/machine.h"
#include "cli/sim/area.h"
#include "cli/sim/beside.h"
#include "cli/sim/bottleneck.h"
#include "cli/sim/mix.h"
#include "cli/verb.h"
#include "common/log.h"
#include "evaluate/policy_list.h"
#include "sim/sim.h"
#include "trace/files.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

typedef struct sim_options {
    cli_machine machine;
    const char *sched, *policy[POLICY_PLACES], *area; /* policy[POLICY_AT_SCHED] is not used */
    int64_t threads;
    poise_list apps, cpu;
    int until;
    bool alone, json, show_config, bottleneck;
} sim_options;

#define PLACE_OPTION(place, name, help)                                                                     \
    {                                                                                                       \
        name, 0, POISE_OPT_STRING, offsetof(sim_options, policy[POLICY_AT_##place]), NULL, POISE_ANY_RANGE, \
            NULL, "POLICY", help                                                                            \
    }
/* The choices of --until. */
enum { UNTIL_ALL, UNTIL_GPU };

static const poise_option option_table[] = {
    CLI_CONFIG_OPTION(sim_options),
    CLI_SET_OPTION(sim_options),
    CLI_SCALE_OPTION(sim_options),
    CLI_MEMORY_OPTION(sim_options),
    CLI_LENIENT_OPTION(sim_options),
    {"sched", 's', POISE_OPT_STRING, offsetof(sim_options, sched), NULL, POISE_ANY_RANGE, NULL, "POLICY",
     "warp scheduler, such as gto, swl:4, tuple:8:2 or poise:MODEL, without it that of a gpgpusim.config, "
     "else gto; or several parts, such as swl:4+l2:lru+dram:fcfs"},
    PLACE_OPTION(L1, "l1", "L1 replacement; without it lru"),
    PLACE_OPTION(L2, "l2", "L2 replacement; without it lru"),
    PLACE_OPTION(DRAM, "dram", "DRAM scheduler; without it frfcfs"),
    PLACE_OPTION(TLB, "tlb", "address translation; without it none"),
    PLACE_OPTION(VM, "vm", "virtual memory: where pages lie; without it identity"),
    {"threads", 't', POISE_OPT_INT, offsetof(sim_options, threads), "1", 1, 1024, NULL, "T",
     "threads of the simulation; the result does not depend on it"},
    {"cpu", 0, POISE_OPT_LIST, offsetof(sim_options, cpu), NULL, POISE_ANY_RANGE, NULL, "FILE,...",
     "CPU cores beside the SMs, each with the recorded program of a .cpu file; without a trace they run "
     "alone"},
    {"until", 0, POISE_OPT_CHOICE, offsetof(sim_options, until), "all", POISE_ANY_RANGE, "all|gpu", NULL,
     "with --cpu: the run ends when the GPU program and all cores have ended once, or with the GPU program"},
    {"app", 0, POISE_OPT_LIST, offsetof(sim_options, apps), NULL, POISE_ANY_RANGE, NULL, "TRACES[@SMS]",
     "one of several programs side by side, each on SMs of its own: @8 are eight, @0-7 these; without it an "
     "equal share of what the others leave"},
    {"alone", 0, POISE_OPT_FLAG, offsetof(sim_options, alone), NULL, POISE_ANY_RANGE, NULL, NULL,
     "also run every --app alone on as many SMs, with --cpu every program with the machine to itself, and "
     "print "
     "what they lose by each other"},
    {"bottleneck", 0, POISE_OPT_FLAG, offsetof(sim_options, bottleneck), NULL, POISE_ANY_RANGE, NULL, NULL,
     "measure why schedulers, L1, L2 and DRAM wait, and print it instead of the counters"},
    {"json", 0, POISE_OPT_FLAG, offsetof(sim_options, json), NULL, POISE_ANY_RANGE, NULL, NULL,
     "print JSON instead of `name = value` lines"},
    {"show-config", 0, POISE_OPT_FLAG, offsetof(sim_options, show_config), NULL, POISE_ANY_RANGE, NULL, NULL,
     "print the effective machine and stop"},
    {"area", 0, POISE_OPT_STRING, offsetof(sim_options, area), NULL, POISE_ANY_RANGE, NULL, "BASE",
     "print what its buffers and crossbar cost in silicon more than those of machine BASE, and stop "
     "[S3.7.3]"},
};

/* Names that scripts for GPGPU-Sim look for, beside our own counters. */
static void print_text(const sim_counters *c)
{
    size_t n;
    const sim_counter_info *table = sim_counter_table(&n);
    printf("gpu_tot_sim_cycle = %llu\n", (unsigned long long)c->cycles);
    printf("gpu_tot_sim_insn = %llu\n", (unsigned long long)c->thread_insts);
    printf("gpu_tot_ipc = %.4f\n", sim_ipc(c));
    printf("gpgpu_n_tot_w_icount = %llu\n", (unsigned long long)c->warp_insts);
    printf("l1_hit_rate = %.4f\n", sim_l1_hit_rate(c));
    printf("mean_miss_latency = %.1f\n", sim_miss_latency(c));
    for (size_t i = 0; i < n; i++)
        printf("%s = %llu\n", table[i].name, (unsigned long long)sim_counter_value(c, &table[i]));
}

/* What the policies tell about themselves, of the last launch. */
static void print_statistics(const simulator *sim)
{
    for (policy_place place = 0; place < POLICY_PLACES; place++) {
        policy_statistic all[POLICY_STATISTICS];
        size_t n = sim_policy_statistics(sim, place, all, POLICY_STATISTICS);
        for (size_t i = 0; i < n; i++)
            printf("%s.%s = %.10g\n", policy_places[place].name, all[i].name, all[i].value);
    }
}

static int add_statistics(json_t *root, const simulator *sim)
{
    int bad = 0;
    for (policy_place place = 0; place < POLICY_PLACES; place++) {
        policy_statistic all[POLICY_STATISTICS];
        size_t n = sim_policy_statistics(sim, place, all, POLICY_STATISTICS);
        json_t *of_place = n ? json_object() : NULL;
        if (n)
            bad |= json_object_set_new(root, policy_places[place].name, of_place);
        for (size_t i = 0; i < n; i++)
            bad |= json_object_set_new(of_place, all[i].name, json_real(all[i].value));
    }
    return bad;
}

/* What a program has done: totals over its launches. */
typedef struct totals {
    sim_counters counters;
    sim_bottleneck statistics;
} totals;

static int add_counters(json_t *root, const sim_counters *c)
{
    size_t n;
    const sim_counter_info *table = sim_counter_table(&n);
    int bad = 0;
    for (size_t i = 0; i < n; i++)
        bad |= json_object_set_new(root, table[i].name,
                                   json_integer((json_int_t)sim_counter_value(c, &table[i])));
    bad |= json_object_set_new(root, "ipc", json_real(sim_ipc(c)));
    bad |= json_object_set_new(root, "l1_hit_rate", json_real(sim_l1_hit_rate(c)));
    bad |= json_object_set_new(root, "mean_miss_latency", json_real(sim_miss_latency(c)));
    return bad;
}

static int print_json(const simulator *sim, const sim_counters *c, const cli_bottleneck *b, poise_error *err)
{
    json_t *root = json_object();
    int bad = root == NULL || add_counters(root, c);
    bad |= add_statistics(root, sim);
    if (b != NULL)
        bad |= json_object_set_new(root, "bottleneck", cli_bottleneck_json(b));
    bad = bad || json_dumpf(root, stdout, JSON_INDENT(2)) || putchar('\n') == EOF;
    json_decref(root);
    return bad ? poise_fail(err, POISE_FAILED, "cannot write the statistics") : POISE_OK;
}

static int simulate(simulator *sim, const trace_files *list, totals *total, poise_error *err)
{
    for (size_t i = 0; i < list->n; i++) {
        warp_trace trace;
        int code = warp_trace_read(list->path[i], &trace, err);
        if (code)
            return code;
        sim_counters counters;
        int cut_short;
        code = sim_launch(sim, &trace, &counters, &cut_short, err);
        warp_trace_free(&trace);
        if (code && sim_stuck_report(sim) != NULL)
            fputs(sim_stuck_report(sim), stderr);
        if (code)
            return poise_error_prefix(err, "%s", list->path[i]);
        if (cut_short)
            poise_warn("%s: stopped after %llu cycles", list->path[i], (unsigned long long)counters.cycles);
        sim_counters_add(&total->counters, &counters);
        if (sim_bottleneck_of(sim) != NULL)
            sim_bottleneck_add(&total->statistics, sim_bottleneck_of(sim));
    }
    return POISE_OK;
}

static void print_rate(const sim_counters *c, double seconds)
{
    poise_say("%.2f s, %.2f M warp instructions/s, %.2f M thread instructions/s, %.2f M cycles/s", seconds,
              (double)c->warp_insts / seconds / 1e6, (double)c->thread_insts / seconds / 1e6,
              (double)c->cycles / seconds / 1e6);
}

static int print_results(const sim_options *o, const simulator *sim, const sim_config *config,
                         const totals *total, poise_error *err)
{
    const cli_bottleneck b = {config, &total->counters, &total->statistics};
    if (o->json)
        return print_json(sim, &total->counters, o->bottleneck ? &b : NULL, err);
    if (o->bottleneck) {
        cli_bottleneck_print(&b);
    } else {
        print_text(&total->counters);
        print_statistics(sim);
    }
    return POISE_OK;
}

static int run_traces(const sim_options *o, const sim_config *config, const policy_scheme *scheme,
                      const trace_files *list, poise_error *err)
{
    const sim_policies policies = sim_policies_of(scheme);
    simulator *sim;
    int code = sim_create(&sim, config, &policies, err);
    if (code)
        return code;
    totals total = {0};
    double start = poise_now();
    code = sim_set_threads(sim, (uint32_t)o->threads, err);
    code = code ? code : simulate(sim, list, &total, err);
    if (code == POISE_OK) {
        print_rate(&total.counters, poise_now() - start);
        code = print_results(o, sim, config, &total, err);
    }
    sim_destroy(sim);
    return code;
}

/* The machine as a file that -c reads back: behind each value where it comes from, then its unit and the
 * source of its default. */
static int show_config(const sim_config *config, const sim_config_notes *notes, poise_error *err)
{
    size_t n;
    const poise_option *table = sim_config_options(&n);
    for (size_t i = 0; i < n; i++) {
        char line[256];
        int code = poise_option_format(&table[i], config, line, sizeof line);
        if (code)
            return poise_fail(err, POISE_FAILED, "cannot print machine option %s", table[i].name);
        printf("%-28s # %-22s %s\n", line, sim_config_origin(notes, i), table[i].help);
    }
    return POISE_OK;
}

/* What the GPU program does beside CPU cores, in the members that --alone adds. */
static double gpu_slowdown(const cli_beside_result *r)
{
    return (double)r->gpu.cycles / (double)r->alone_cycles;
}

static void print_beside(const cli_cpus *cpus, const simulator *sim, const cli_beside_result *r)
{
    if (r->gpu.cycles > 0) {
        print_text(&r->gpu);
        printf("gpu_restarts = %llu\n", (unsigned long long)r->restarts);
    }
    if (r->alone_cycles > 0)
        printf("gpu_alone_cycles = %llu\ngpu_slowdown = %.4f\n", (unsigned long long)r->alone_cycles,
               gpu_slowdown(r));
    cli_cpus_print(cpus, sim);
}

static int add_beside(json_t *root, const cli_cpus *cpus, const simulator *sim, const cli_beside_result *r)
{
    int bad = 0;
    if (r->gpu.cycles > 0)
        bad = add_counters(root, &r->gpu) ||
              json_object_set_new(root, "gpu_restarts", json_integer((json_int_t)r->restarts));
    if (r->alone_cycles > 0)
        bad = bad ||
              json_object_set_new(root, "gpu_alone_cycles", json_integer((json_int_t)r->alone_cycles)) ||
              json_object_set_new(root, "gpu_slowdown", json_real(gpu_slowdown(r)));
    return bad || cli_cpus_json(cpus, sim, root);
}

static int report_beside(const sim_options *o, const cli_cpus *cpus, const simulator *sim,
                         const cli_beside_result *result, poise_error *err)
{
    const uint64_t of_sms = result->machine.l2_reads + result->machine.l2_writes;
    const uint64_t of_cpus = cli_cpus_requests(cpus, sim);
    poise_say("%.2f s, %.2f M cycles/s, %.2f M requests of SMs/s, %.2f M requests of CPU cores/s",
              result->seconds, (double)result->machine.cycles / result->seconds / 1e6,
              (double)of_sms / result->seconds / 1e6, (double)of_cpus / result->seconds / 1e6);
    cli_cpus_warn(cpus, sim);
    if (!o->json) {
        print_beside(cpus, sim, result);
        return POISE_OK;
    }
    json_t *root = json_object();
    int bad = root == NULL || add_beside(root, cpus, sim, result);
    bad = bad || json_dumpf(root, stdout, JSON_INDENT(2)) || putchar('\n') == EOF;
    json_decref(root);
    return bad ? poise_fail(err, POISE_FAILED, "cannot write the statistics") : POISE_OK;
}

static int run_beside(const sim_options *o, const sim_config *config, const policy_scheme *scheme,
                      const trace_files *list, poise_error *err)
{
    const sim_policies policies = sim_policies_of(scheme);
    const cli_beside plan = {.config = config,
                             .policies = &policies,
                             .traces = list,
                             .threads = (uint32_t)o->threads,
                             .until_gpu = o->until == UNTIL_GPU,
                             .alone = o->alone};
    cli_cpus cpus;
    simulator *sim = NULL;
    cli_beside_result result;
    int code =
        o->bottleneck ? poise_fail(err, POISE_USAGE, "--bottleneck is not measured beside CPU cores") : 0;
    code = code ? code : cli_cpus_read(&cpus, &o->cpu, err);
    if (code)
        return code;
    code = cli_beside_run(&plan, &cpus, &sim, &result, err);
    code = code ? code : report_beside(o, &cpus, sim, &result, err);
    sim_destroy(sim);
    cli_cpus_free(&cpus);
    return code;
}

/* The policy of --l1 and so on. */
static int name_place(policy_scheme *scheme, policy_place place, const char *policy, poise_error *err)
{
    if (scheme->policy[place] != NULL)
        return poise_fail(err, POISE_USAGE, "--%s and the scheme '%s' both name a policy of %s",
                          policy_places[place].name, scheme->name, policy_places[place].name);
    scheme->policy[place] = strdup(policy);
    return scheme->policy[place] != NULL ? POISE_OK
                                         : poise_fail(err, POISE_FAILED, "no memory for %s", policy);
}

/* The caller frees, also after a failure. */
static int read_scheme(policy_scheme *scheme, const sim_options *o, const sim_config_notes *notes,
                       poise_error *err)
{
    const char *machine = notes->scheduler != NULL ? notes->scheduler : "gto";
    int code = policy_scheme_parse(scheme, o->sched != NULL ? o->sched : machine, err);
    if (code == POISE_OK && scheme->policy[POLICY_AT_SCHED] == NULL)
        code = name_place(scheme, POLICY_AT_SCHED, machine, err);
    for (policy_place place = POLICY_AT_L1; place < POLICY_PLACES && code == POISE_OK; place++)
        if (o->policy[place] != NULL)
            code = name_place(scheme, place, o->policy[place], err);
    if (code == POISE_OK)
        code = evaluate_policy_refuse_own(scheme->policy[POLICY_AT_SCHED], err);
    return code == POISE_OK ? policy_scheme_check(scheme, POLICY_AT_SCHED, err) : code;
}

static int run_apps(const sim_options *o, const sim_config *config, const policy_scheme *scheme, int n_words,
                    poise_error *err)
{
    const evaluate_mix_machine machine = {
        .config = config, .policies = sim_policies_of(scheme), .threads = (uint32_t)o->threads};
    if (n_words > 0)
        return poise_fail(err, POISE_USAGE, "traces are named by --app or as words, not both");
    if (o->bottleneck)
        return poise_fail(err, POISE_USAGE, "--bottleneck is about one program, not about --app");
    if (o->cpu.n > 0)
        return poise_fail(err, POISE_USAGE,
                          "--cpu cores run beside one program, not yet beside those of --app");
    return cli_sim_mix(&o->apps, &machine, o->alone, o->json, err);
}

static int run_on(const sim_options *o, const sim_config *config, const sim_config_notes *notes, int n_words,
                  char **words, poise_error *err)
{
    trace_files list = {0};
    policy_scheme scheme = {0};
    int code = read_scheme(&scheme, o, notes, err);
    if (code == POISE_OK && o->cpu.n == 0 && o->until != UNTIL_ALL)
        code = poise_fail(err, POISE_USAGE, "--until is about CPU cores: give --cpu");
    if (code == POISE_OK && o->apps.n > 0) {
        code = run_apps(o, config, &scheme, n_words, err);
        policy_scheme_free(&scheme);
        return code;
    }
    if (code == POISE_OK && o->alone && o->cpu.n == 0)
        code = poise_fail(err, POISE_USAGE, "--alone is about programs side by side: give --app or --cpu");
    if (code == POISE_OK && (n_words > 0 || o->cpu.n == 0))
        code = trace_files_list(&list, (size_t)n_words, words, err);
    if (code == POISE_OK)
        code = o->cpu.n > 0 ? run_beside(o, config, &scheme, &list, err)
                            : run_traces(o, config, &scheme, &list, err);
    trace_files_free(&list);
    policy_scheme_free(&scheme);
    return code;
}

static int run(const void *options, int n_words, char **words, poise_error *err)
{
    const sim_options *o = options;
    sim_config config;
    sim_config_notes notes = {0};
    int code = cli_machine_read(&config, &notes, &o->machine, err);
    if (!code && o->bottleneck)
        code = sim_config_assign(&config, &notes, "--bottleneck", "stalls", "1", err);
    if (!code && o->show_config)
        code = show_config(&config, &notes, err);
    else if (!code && o->area)
        code = cli_area_print(&config, o->area, err);
    else if (!code)
        code = run_on(o, &config, &notes, n_words, words, err);
    sim_config_notes_free(&notes);
    return code;
}

const cli_verb verb_sim = {
    .name = "sim",
    .summary = "simulate a program once and print statistics",
    .synopsis = "[options] TRACE|FOLDER... | [options] --app TRACES[@SMS]...",
    .details =
        "The traces are the launches of one program, simulated in order: the L2 keeps its contents between "
        "launches,\nthe L1s do not. Counters are totals over all launches; docs/DATA.md explains each.\n"
        "\n"
        "With --app several programs run side by side; each begins again when it ends until all have ended "
        "once, and its\ncounters (app0.NAME, app1.NAME, ...) are of its first run; machine.NAME are those of "
        "all until then. docs/MIXES.md\ndefines them and the speedups of --alone.\n\n"
        "-c reads GPGPU-Sim and Accel-Sim configurations too: -c gpgpusim.config,trace.config. "
        "docs/CONFIG.md lists "
        "the options.\n\n--bottleneck is explained in docs/BOTTLENECK.md; with --json its figures are one "
        "more member, "
        "`bottleneck`.",
    .options = option_table,
    .n_options = sizeof option_table / sizeof *option_table,
    .options_size = sizeof(sim_options),
    .takes_traces = true,
    .run = run,
};
