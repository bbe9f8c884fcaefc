/* `poise sim`: one simulation of a program (one or more launches), statistics out. */
#include "cli/machine.h"
#include "cli/sim/area.h"
#include "cli/sim/beside.h"
#include "cli/sim/bottleneck.h"
#include "cli/sim/counts.h"
#include "cli/sim/energy.h"
#include "cli/sim/groups.h"
#include "cli/sim/mix.h"
#include "cli/verb.h"
#include "cli/work.h"
#include "common/log.h"
#include "evaluate/beside.h"
#include "evaluate/policy_list.h"
#include "sim/sim.h"
#include "trace/files.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

typedef struct sim_options {
    cli_machine machine;
    cli_work work;                                    /* its progress */
    const char *sched, *policy[POLICY_PLACES], *area; /* policy[POLICY_AT_SCHED] is not used */
    int64_t threads;
    poise_list apps, cpu;
    int until;
    bool alone, json, show_config, bottleneck, energy;
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
     "CPU cores beside the SMs, each with the recorded program of a .cpu file; without a trace and --app "
     "they "
     "run alone"},
    {"until", 0, POISE_OPT_CHOICE, offsetof(sim_options, until), "all", POISE_ANY_RANGE, "all|gpu", NULL,
     "with --cpu: the run ends when the GPU programs and all cores have ended once, or with the GPU "
     "programs"},
    {"app", 0, POISE_OPT_LIST, offsetof(sim_options, apps), NULL, POISE_ANY_RANGE, NULL, "TRACES[@SMS]",
     "one of several programs side by side, each on SMs of its own: @8 are eight, @0-7 these; without it an "
     "equal share of what the others leave"},
    {"alone", 0, POISE_OPT_FLAG, offsetof(sim_options, alone), NULL, POISE_ANY_RANGE, NULL, NULL,
     "also run every --app alone on as many SMs, with --cpu every program with the machine to itself, and "
     "print "
     "what they lose by each other"},
    CLI_PROGRESS_OPTION(sim_options),
    {"bottleneck", 0, POISE_OPT_FLAG, offsetof(sim_options, bottleneck), NULL, POISE_ANY_RANGE, NULL, NULL,
     "measure why schedulers, L1, L2 and DRAM wait, and print it instead of the counters"},
    {"energy", 0, POISE_OPT_FLAG, offsetof(sim_options, energy), NULL, POISE_ANY_RANGE, NULL, NULL,
     "print an estimate of the energy by parts instead of the counters"},
    {"json", 0, POISE_OPT_FLAG, offsetof(sim_options, json), NULL, POISE_ANY_RANGE, NULL, NULL,
     "print JSON instead of `name = value` lines"},
    {"show-config", 0, POISE_OPT_FLAG, offsetof(sim_options, show_config), NULL, POISE_ANY_RANGE, NULL, NULL,
     "print the effective machine and stop"},
    {"area", 0, POISE_OPT_STRING, offsetof(sim_options, area), NULL, POISE_ANY_RANGE, NULL, "BASE",
     "print what its buffers and crossbar cost in silicon more than those of machine BASE, and stop "
     "[S3.7.3]"},
};

/* What the policies tell about themselves, of the last launch, and the network among the L1s. */
static void print_statistics(const simulator *sim)
{
    for (policy_place place = 0; place < POLICY_PLACES; place++) {
        policy_statistic all[POLICY_STATISTICS];
        cli_statistics_print("", policy_places[place].name, all,
                             sim_policy_statistics(sim, place, all, POLICY_STATISTICS));
    }
    policy_statistic all[SIM_CCN_STATISTICS];
    cli_statistics_print("", "ccn", all, sim_ccn_statistics(sim, all, SIM_CCN_STATISTICS));
    uint32_t n;
    const uint64_t *reuse = sim_ccn_reuse(sim, &n);
    for (uint32_t distance = 1; reuse && distance < n; distance++)
        printf("ccn.reuse_%u = %llu\n", distance, (unsigned long long)reuse[distance]);
}

/* To member `ccn`, when it is counted: misses by distance, from 1 on. */
static int add_reuse(json_t *root, const simulator *sim)
{
    uint32_t n;
    const uint64_t *reuse = sim_ccn_reuse(sim, &n);
    if (reuse == NULL)
        return 0;
    json_t *all = json_array();
    int bad = json_object_set_new(json_object_get(root, "ccn"), "reuse", all);
    for (uint32_t distance = 1; distance < n; distance++)
        bad |= json_array_append_new(all, json_integer((json_int_t)reuse[distance]));
    return bad;
}

static int add_statistics(json_t *root, const simulator *sim)
{
    int bad = 0;
    for (policy_place place = 0; place < POLICY_PLACES; place++) {
        policy_statistic all[POLICY_STATISTICS];
        bad |= cli_statistics_add(root, policy_places[place].name, all,
                                  sim_policy_statistics(sim, place, all, POLICY_STATISTICS));
    }
    policy_statistic all[SIM_CCN_STATISTICS];
    bad |= cli_statistics_add(root, "ccn", all, sim_ccn_statistics(sim, all, SIM_CCN_STATISTICS));
    return bad | add_reuse(root, sim);
}

/* What a program has done: totals over its launches. */
typedef struct totals {
    sim_counters counters;
    sim_bottleneck statistics;
    cli_groups groups; /* with --bottleneck */
} totals;

/* To the figures; NULL when there is no memory. */
static json_t *add_groups(json_t *figures, const cli_groups *groups)
{
    if (json_object_set_new(figures, "groups", cli_groups_json(groups)) == 0)
        return figures;
    json_decref(figures);
    return NULL;
}

static int print_json(const sim_options *o, const simulator *sim, const totals *total,
                      const cli_bottleneck *b, poise_error *err)
{
    json_t *root = json_object();
    int bad = cli_counters_add(root, &total->counters);
    bad |= add_statistics(root, sim);
    if (o->bottleneck)
        bad |= json_object_set_new(root, "bottleneck", add_groups(cli_bottleneck_json(b), &total->groups));
    if (o->energy)
        bad |= json_object_set_new(root, "energy", cli_energy_json(&total->counters, b->machine));
    return cli_json_print(root, bad, err);
}

static int simulate(simulator *sim, const trace_files *list, totals *total, poise_error *err)
{
    for (size_t i = 0; i < list->n; i++) {
        warp_trace trace;
        int code = warp_trace_read(list->path[i], &trace, err);
        if (code != POISE_OK)
            return code;
        sim_counters counters;
        int cut_short;
        code = sim_launch(sim, &trace, &counters, &cut_short, err);
        warp_trace_free(&trace);
        if (code != POISE_OK && sim_stuck_report(sim) != NULL)
            fputs(sim_stuck_report(sim), stderr);
        if (code != POISE_OK)
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
        return print_json(o, sim, total, &b, err);
    if (o->bottleneck) {
        cli_bottleneck_print(&b);
        cli_groups_print(&total->groups);
    }
    if (o->bottleneck && o->energy)
        printf("\n");
    if (o->energy)
        cli_energy_print(&total->counters, config);
    if (!o->bottleneck && !o->energy) {
        cli_counters_print_whole(&total->counters);
        print_statistics(sim);
    }
    return POISE_OK;
}

static int run_traces(const sim_options *o, const sim_config *config, const policy_scheme *scheme,
                      const trace_files *list, poise_error *err)
{
    sim_policies policies = sim_policies_of(scheme);
    simulator *sim;
    char *vm;
    int code = evaluate_beside(&policies, &vm, (const char *const *)list->path, list->n > 0, err);
    if (code == POISE_OK)
        code = sim_create(&sim, config, &policies, err);
    free(vm);
    if (code != POISE_OK)
        return code;
    totals total = {0};
    double start = poise_now();
    if (o->bottleneck)
        sim_observe_course(sim, 0, cli_groups_note, &total.groups);
    code = sim_set_threads(sim, (uint32_t)o->threads, err);
    code = code != POISE_OK ? code : simulate(sim, list, &total, err);
    if (code == POISE_OK) {
        print_rate(&total.counters, poise_now() - start);
        code = print_results(o, sim, config, &total, err);
    }
    sim_destroy(sim);
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

static int check_words(const sim_options *o, int n_words, poise_error *err)
{
    if (o->cpu.n == 0 && o->until != UNTIL_ALL)
        return poise_fail(err, POISE_USAGE, "--until is about CPU cores: give --cpu");
    if (o->alone && o->apps.n == 0 && o->cpu.n == 0)
        return poise_fail(err, POISE_USAGE, "--alone is about programs side by side: give --app or --cpu");
    if (o->apps.n > 0 && n_words > 0)
        return poise_fail(err, POISE_USAGE, "traces are named by --app or as words, not both");
    if (o->bottleneck && o->apps.n > 0)
        return poise_fail(err, POISE_USAGE, "--bottleneck is about one program, not about --app");
    if (o->bottleneck && o->cpu.n > 0)
        return poise_fail(err, POISE_USAGE, "--bottleneck is not measured beside CPU cores");
    if (o->energy && (o->apps.n > 0 || o->cpu.n > 0))
        return poise_fail(err, POISE_USAGE, "--energy is about one program, not about --app or --cpu");
    return POISE_OK;
}

static int run_scheme(const sim_options *o, const sim_config *config, const policy_scheme *scheme,
                      int n_words, char **words, poise_error *err)
{
    const cli_side_plan plan = {.machine = {.config = config,
                                            .policies = sim_policies_of(scheme),
                                            .threads = (uint32_t)o->threads,
                                            .without_cpus = o->until == UNTIL_GPU},
                                .alone = o->alone,
                                .json = o->json,
                                .progress = (poise_progress_mode)o->work.progress};
    trace_files list = {0};
    if (o->apps.n > 0)
        return cli_sim_mix(&o->apps, &o->cpu, &plan, err);
    int code = n_words > 0 || o->cpu.n == 0 ? trace_files_list(&list, (size_t)n_words, words, err) : POISE_OK;
    if (code == POISE_OK)
        code = o->cpu.n > 0 ? cli_sim_beside(&list, &o->cpu, &plan, err)
                            : run_traces(o, config, scheme, &list, err);
    trace_files_free(&list);
    return code;
}

static int run_on(const sim_options *o, const sim_config *config, const sim_config_notes *notes, int n_words,
                  char **words, poise_error *err)
{
    policy_scheme scheme = {0};
    int code = read_scheme(&scheme, o, notes, err);
    if (code == POISE_OK)
        code = check_words(o, n_words, err);
    if (code == POISE_OK)
        code = run_scheme(o, config, &scheme, n_words, words, err);
    policy_scheme_free(&scheme);
    return code;
}

static int run(const void *options, int n_words, char **words, poise_error *err)
{
    const sim_options *o = options;
    sim_config config;
    sim_config_notes notes = {0};
    int code = cli_machine_read(&config, &notes, &o->machine, err);
    if (code == POISE_OK && o->bottleneck)
        code = sim_config_assign(&config, &notes, "--bottleneck", "stalls", "1", err);
    if (code == POISE_OK && o->show_config)
        code = cli_machine_print(&config, &notes, stdout, err);
    else if (code == POISE_OK && o->area)
        code = cli_area_print(&config, o->area, err);
    else if (code == POISE_OK)
        code = run_on(o, &config, &notes, n_words, words, err);
    sim_config_notes_free(&notes);
    return code;
}

const cli_verb verb_sim = {
    .name = "sim",
    .summary = "simulate a program once and print statistics",
    .synopsis = "[options] TRACE|FOLDER... | [options] --app TRACES[@SMS]... [--cpu FILE,...]",
    .details =
        "The traces are the launches of one program, simulated in order: the L2 keeps its contents between "
        "launches,\nthe L1s do not. Counters are totals over all launches; docs/DATA.md explains each.\n"
        "\n"
        "With --app several programs run side by side; each begins again when it ends until all have ended "
        "once, and its\ncounters (app0.NAME, app1.NAME, ...) are of its first run; machine.NAME are those of "
        "all until then. docs/MIXES.md\ndefines them and the speedups of --alone. --cpu sets CPU cores "
        "beside "
        "them (docs/CPU.md).\n\n"
        "-c reads GPGPU-Sim and Accel-Sim configurations too: -c gpgpusim.config,trace.config. "
        "docs/CONFIG.md lists "
        "the options.\n\n--bottleneck is explained in docs/BOTTLENECK.md; with --json its figures are one "
        "more member, "
        "`bottleneck`. --energy is explained in docs/CACHES.md; with --json it is one more member, `energy`, "
        "in joules.",
    .options = option_table,
    .n_options = sizeof option_table / sizeof *option_table,
    .options_size = sizeof(sim_options),
    .takes_traces = true,
    .run = run,
};
