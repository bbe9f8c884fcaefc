#include "cli/sim/cpus.h"

#include "common/log.h"
#include "evaluate/mix/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- programs ---- */

static int add_list(evaluate_mix *mix, char *list, poise_error *err)
{
    char *rest = NULL;
    int code = POISE_OK;
    for (char *path = strtok_r(list, ",", &rest); path != NULL && code == POISE_OK;
         path = strtok_r(NULL, ",", &rest))
        code = evaluate_mix_add_cpu(mix, path, err);
    return code;
}

int cli_cpus_add(evaluate_mix *mix, const poise_list *files, poise_error *err)
{
    const size_t before = mix->n_cpus;
    int code = POISE_OK;
    for (size_t i = 0; i < files->n && code == POISE_OK; i++) {
        char *copy = strdup(files->text[i]);
        code = copy != NULL ? add_list(mix, copy, err)
                            : poise_fail(err, POISE_FAILED, "out of memory for --cpu");
        free(copy);
    }
    if (code == POISE_OK && files->n > 0 && mix->n_cpus == before)
        code = poise_fail(err, POISE_USAGE, "no file is named");
    return code == POISE_OK ? code : poise_error_prefix(err, "--cpu");
}

/* ---- alone ---- */

/* The first core that has done the same as `core`. */
static size_t like(const evaluate_mix *mix, const sim_cpu_result *shared, size_t core)
{
    size_t first = 0;
    while (strcmp(mix->cpus[first].path, mix->cpus[core].path) != 0 ||
           shared[first].counts.instructions != shared[core].counts.instructions)
        first++;
    return first;
}

static int run_one(const evaluate_mix *mix, size_t core, const evaluate_mix_machine *machine,
                   uint64_t instructions, sim_cpu_result *result, poise_error *err)
{
    evaluate_mix only = evaluate_mix_only(mix, mix->n + core);
    evaluate_mix_cpu cpu = *only.cpus;
    sim_mix_result none;
    evaluate_mix_outcome outcome = {.programs = &none, .cpus = result};
    evaluate_mix_machine alone = *machine;
    cpu.instructions = instructions > 0 ? instructions : 1;
    only.cpus = &cpu;
    alone.without_cpus = false;
    return evaluate_mix_run(&only, NULL, &alone, &outcome, NULL, err);
}

int cli_cpus_run_alone(const evaluate_mix *mix, const evaluate_mix_machine *machine,
                       const sim_cpu_result *shared, sim_cpu_result *alone, poise_error *err)
{
    for (size_t core = 0; core < mix->n_cpus; core++) {
        const size_t first = like(mix, shared, core);
        int code = POISE_OK;
        if (first < core)
            alone[core] = alone[first];
        else
            code = run_one(mix, core, machine, shared[core].counts.instructions, &alone[core], err);
        if (code != POISE_OK)
            return poise_error_prefix(err, "%s alone", mix->cpus[core].name);
    }
    return POISE_OK;
}

/* ---- results ---- */

static double ratio(double numerator, double denominator)
{
    return denominator > 0 ? numerator / denominator : 0;
}

uint64_t cli_cpus_requests(const cli_cpus *cpus)
{
    uint64_t sum = 0;
    for (size_t core = 0; core < cpus->mix->n_cpus; core++)
        sum += cpus->shared[core].requests;
    return sum;
}

void cli_cpus_warn(const cli_cpus *cpus)
{
    for (size_t core = 0; core < cpus->mix->n_cpus; core++)
        if (cpus->shared[core].cut_short)
            poise_warn("%s on CPU core %zu: stopped after %llu CPU cycles and %llu instructions",
                       cpus->mix->cpus[core].name, core, (unsigned long long)cpus->shared[core].counts.cycles,
                       (unsigned long long)cpus->shared[core].counts.instructions);
}

/* Counters of L2 and DRAM that are told of a core. */
#define COUNTED_BELOW \
    BELOW(l2_reads) BELOW(l2_read_hits) BELOW(dram_reads) BELOW(dram_writes) BELOW(dram_row_hits)

/* What is said of a core besides its counts; of all cores. */
typedef struct core_report {
    const sim_cpu_result *result;
    double ipc, mean_read_latency, alone_ipc, slowdown;
} core_report;

typedef struct all_report {
    double weighted_speedup, max_slowdown;
} all_report;

static core_report report_of(const cli_cpus *cpus, size_t core)
{
    core_report r = {.result = &cpus->shared[core]};
    const cpu_counts *counts = &r.result->counts;
    r.ipc = evaluate_cpu_ipc(counts);
    r.mean_read_latency = ratio((double)counts->read_latency, (double)counts->reads_returned);
    if (cpus->alone != NULL) {
        r.alone_ipc = evaluate_cpu_ipc(&cpus->alone[core].counts);
        r.slowdown = ratio(r.alone_ipc, r.ipc);
    }
    return r;
}

/* Ausavarungnirun 2017, equations 5.1 (its CPU part) and 5.2. */
static all_report report_of_all(const cli_cpus *cpus)
{
    all_report all = {0};
    for (size_t core = 0; core < cpus->mix->n_cpus; core++) {
        core_report r = report_of(cpus, core);
        all.weighted_speedup += ratio(r.ipc, r.alone_ipc);
        all.max_slowdown = r.slowdown > all.max_slowdown ? r.slowdown : all.max_slowdown;
    }
    return all;
}

static void print_core(const cli_cpus *cpus, size_t core)
{
    core_report r = report_of(cpus, core);
    printf("cpu%zu.program = %s\n", core, cpus->mix->cpus[core].name);
    printf("cpu%zu.has_ended = %d\n", core, r.result->has_ended);
    printf("cpu%zu.restarts = %llu\n", core, (unsigned long long)r.result->restarts);
    printf("cpu%zu.ipc = %.4f\n", core, r.ipc);
    printf("cpu%zu.mean_read_latency = %.1f\n", core, r.mean_read_latency);
    if (cpus->alone != NULL)
        printf("cpu%zu.alone_ipc = %.4f\ncpu%zu.slowdown = %.4f\n", core, r.alone_ipc, core, r.slowdown);
#define CPU_COUNT(name, meaning) \
    printf("cpu%zu." #name " = %llu\n", core, (unsigned long long)r.result->counts.name);
#include "sim/cpu/counts.def"
#undef CPU_COUNT
#define BELOW(name) printf("cpu%zu." #name " = %llu\n", core, (unsigned long long)r.result->below.name);
    COUNTED_BELOW
#undef BELOW
}

void cli_cpus_print(const cli_cpus *cpus)
{
    for (size_t core = 0; core < cpus->mix->n_cpus; core++)
        print_core(cpus, core);
    if (cpus->alone != NULL && cpus->mix->n_cpus > 0) {
        all_report all = report_of_all(cpus);
        printf("cpu_weighted_speedup = %.4f\ncpu_max_slowdown = %.4f\n", all.weighted_speedup,
               all.max_slowdown);
    }
}

static json_t *core_json(const cli_cpus *cpus, size_t core)
{
    core_report r = report_of(cpus, core);
    json_t *one = json_pack("{s:s, s:b, s:f, s:f}", "program", cpus->mix->cpus[core].name, "has_ended",
                            r.result->has_ended, "ipc", r.ipc, "mean_read_latency", r.mean_read_latency);
    int bad =
        one == NULL || json_object_set_new(one, "restarts", json_integer((json_int_t)r.result->restarts));
#define CPU_COUNT(name, meaning) \
    bad |= json_object_set_new(one, #name, json_integer((json_int_t)r.result->counts.name));
#include "sim/cpu/counts.def"
#undef CPU_COUNT
#define BELOW(name) bad |= json_object_set_new(one, #name, json_integer((json_int_t)r.result->below.name));
    COUNTED_BELOW
#undef BELOW
    if (cpus->alone != NULL) {
        bad |= json_object_set_new(one, "alone_ipc", json_real(r.alone_ipc));
        bad |= json_object_set_new(one, "slowdown", json_real(r.slowdown));
    }
    if (!bad)
        return one;
    json_decref(one);
    return NULL;
}

int cli_cpus_json(const cli_cpus *cpus, json_t *root)
{
    if (cpus->mix->n_cpus == 0)
        return 0;
    json_t *cores = json_array();
    int bad = json_object_set_new(root, "cpus", cores);
    for (size_t core = 0; core < cpus->mix->n_cpus && !bad; core++)
        bad |= json_array_append_new(cores, core_json(cpus, core));
    if (cpus->alone != NULL) {
        all_report all = report_of_all(cpus);
        bad |= json_object_set_new(root, "cpu_weighted_speedup", json_real(all.weighted_speedup));
        bad |= json_object_set_new(root, "cpu_max_slowdown", json_real(all.max_slowdown));
    }
    return bad;
}
