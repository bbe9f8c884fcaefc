#include "cli/sim/cpus.h"

#include "common/log.h"
#include "sim/mix.h"

#include <stdlib.h>
#include <string.h>

/* ---- programs ---- */

/* "traces/gzip.cpu" -> "gzip"; malloc'ed. */
static char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = strdup(slash != NULL ? slash + 1 : path);
    char *dot = name != NULL ? strrchr(name, '.') : NULL;
    if (dot != NULL && dot != name && strcmp(dot, ".cpu") == 0)
        *dot = '\0';
    return name;
}

/* The program in file `path`, the next one unless `path` is one of those before it. */
static int take(cli_cpus *cpus, char *const *paths, const char *path, poise_error *err)
{
    const uint32_t core = cpus->n;
    cpus->name[core] = name_of(path);
    if (cpus->name[core] == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for --cpu");
    cpus->n++;
    for (uint32_t i = 0; i < core; i++) {
        if (paths[i] != NULL && strcmp(paths[i], path) == 0) {
            cpus->of_core[core] = cpus->of_core[i];
            return 0;
        }
    }
    cpus->of_core[core] = &cpus->program[cpus->n_programs];
    return cpu_program_read(&cpus->program[cpus->n_programs++], path, err);
}

/* All texts as one list with commas; malloc'ed, NULL without memory. */
static char *join(const poise_list *files)
{
    char *all = NULL;
    size_t size;
    FILE *memory = open_memstream(&all, &size);
    if (memory == NULL)
        return NULL;
    for (size_t i = 0; i < files->n; i++)
        fprintf(memory, "%s%s", i > 0 ? "," : "", files->text[i]);
    if (fclose(memory) == 0)
        return all;
    free(all);
    return NULL;
}

static int read_all(cli_cpus *cpus, char *list, poise_error *err)
{
    char *paths[SIM_MOST_CPUS] = {NULL}, *rest = NULL;
    int code = 0;
    for (char *path = strtok_r(list, ",", &rest); path != NULL && code == 0;
         path = strtok_r(NULL, ",", &rest)) {
        if (cpus->n == SIM_MOST_CPUS)
            return poise_fail(err, POISE_USAGE, "--cpu names more than %d files, the most CPU cores",
                              SIM_MOST_CPUS);
        paths[cpus->n] = path;
        code = take(cpus, paths, path, err);
    }
    return code != 0 || cpus->n > 0 ? code : poise_fail(err, POISE_USAGE, "--cpu names no file");
}

int cli_cpus_read(cli_cpus *cpus, const poise_list *files, poise_error *err)
{
    *cpus = (cli_cpus){0};
    if (files->n == 0)
        return 0;
    char *list = join(files);
    cpus->program = calloc(SIM_MOST_CPUS, sizeof *cpus->program);
    const int code = list == NULL || cpus->program == NULL
                         ? poise_fail(err, POISE_FAILED, "out of memory for --cpu")
                         : read_all(cpus, list, err);
    free(list);
    return code;
}

void cli_cpus_free(cli_cpus *cpus)
{
    for (uint32_t i = 0; i < cpus->n; i++)
        free(cpus->name[i]);
    for (size_t i = 0; i < cpus->n_programs; i++)
        cpu_program_free(&cpus->program[i]);
    free(cpus->program);
    free(cpus->alone);
    *cpus = (cli_cpus){0};
}

/* ---- alone ---- */

/* The first instructions of `program`, whose requests they share. */
static cpu_program first_part(const cpu_program *program, uint64_t instructions)
{
    cpu_program part = *program;
    part.totals.instructions = instructions > 0 ? instructions : 1;
    while (part.n > 0 && part.request[part.n - 1].position >= part.totals.instructions)
        part.n--;
    return part;
}

static int run_one(const cpu_program *program, const sim_config *config, const sim_policies *policies,
                   cpu_counts *counts, poise_error *err)
{
    simulator *sim;
    int code = sim_create_with_cpus(&sim, config, policies, &program, 1, err);
    if (code != 0)
        return code;
    code = sim_run_cpus(sim, NULL, err);
    if (code == 0)
        *counts = sim_cpu_result_of(sim, 0).counts;
    sim_destroy(sim);
    return code;
}

/* The first core that has done the same as `core`. */
static uint32_t like(const cli_cpus *cpus, const simulator *sim, uint32_t core)
{
    uint64_t instructions = sim_cpu_result_of(sim, core).counts.instructions;
    uint32_t first = 0;
    while (cpus->of_core[first] != cpus->of_core[core] ||
           sim_cpu_result_of(sim, first).counts.instructions != instructions)
        first++;
    return first;
}

int cli_cpus_run_alone(cli_cpus *cpus, const simulator *sim, const sim_config *config,
                       const sim_policies *policies, poise_error *err)
{
    cpus->alone = calloc(cpus->n, sizeof *cpus->alone);
    if (cpus->alone == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for --alone");
    for (uint32_t core = 0; core < cpus->n; core++) {
        uint32_t first = like(cpus, sim, core);
        cpu_program part = first_part(cpus->of_core[core], sim_cpu_result_of(sim, core).counts.instructions);
        int code = 0;
        if (first < core)
            cpus->alone[core] = cpus->alone[first];
        else
            code = run_one(&part, config, policies, &cpus->alone[core], err);
        if (code != 0)
            return poise_error_prefix(err, "%s alone", cpus->name[core]);
    }
    return 0;
}

/* ---- results ---- */

static double ratio(double numerator, double denominator)
{
    return denominator > 0 ? numerator / denominator : 0;
}

static double ipc(const cpu_counts *c)
{
    return ratio((double)c->instructions, (double)c->cycles);
}

uint64_t cli_cpus_requests(const cli_cpus *cpus, const simulator *sim)
{
    uint64_t sum = 0;
    for (uint32_t core = 0; core < cpus->n; core++)
        sum += sim_cpu_result_of(sim, core).requests;
    return sum;
}

/* Counters of L2 and DRAM that are told of a core. */
#define COUNTED_BELOW \
    BELOW(l2_reads) BELOW(l2_read_hits) BELOW(dram_reads) BELOW(dram_writes) BELOW(dram_row_hits)

/* What is said of a core besides its counts; of all cores. */
typedef struct core_report {
    sim_cpu_result result;
    double ipc, mean_read_latency, alone_ipc, slowdown;
} core_report;

typedef struct all_report {
    double weighted_speedup, max_slowdown;
} all_report;

static core_report report_of(const cli_cpus *cpus, const simulator *sim, uint32_t core)
{
    core_report r = {.result = sim_cpu_result_of(sim, core)};
    const cpu_counts *counts = &r.result.counts;
    r.ipc = ipc(counts);
    r.mean_read_latency = ratio((double)counts->read_latency, (double)counts->reads_returned);
    if (cpus->alone != NULL) {
        r.alone_ipc = ipc(&cpus->alone[core]);
        r.slowdown = ratio(r.alone_ipc, r.ipc);
    }
    return r;
}

/* Ausavarungnirun 2017, equations 5.1 (its CPU part) and 5.2. */
static all_report report_of_all(const cli_cpus *cpus, const simulator *sim)
{
    all_report all = {0};
    for (uint32_t core = 0; core < cpus->n; core++) {
        core_report r = report_of(cpus, sim, core);
        all.weighted_speedup += ratio(r.ipc, r.alone_ipc);
        all.max_slowdown = r.slowdown > all.max_slowdown ? r.slowdown : all.max_slowdown;
    }
    return all;
}

void cli_cpus_print(const cli_cpus *cpus, const simulator *sim)
{
    for (uint32_t core = 0; core < cpus->n; core++) {
        core_report r = report_of(cpus, sim, core);
        printf("cpu%u.program = %s\n", core, cpus->name[core]);
        printf("cpu%u.has_ended = %d\n", core, r.result.has_ended);
        printf("cpu%u.restarts = %llu\n", core, (unsigned long long)r.result.restarts);
        printf("cpu%u.ipc = %.4f\n", core, r.ipc);
        printf("cpu%u.mean_read_latency = %.1f\n", core, r.mean_read_latency);
        if (cpus->alone != NULL)
            printf("cpu%u.alone_ipc = %.4f\ncpu%u.slowdown = %.4f\n", core, r.alone_ipc, core, r.slowdown);
#define CPU_COUNT(name, meaning) \
    printf("cpu%u." #name " = %llu\n", core, (unsigned long long)r.result.counts.name);
#include "sim/cpu/counts.def"
#undef CPU_COUNT
#define BELOW(name) printf("cpu%u." #name " = %llu\n", core, (unsigned long long)r.result.below.name);
        COUNTED_BELOW
#undef BELOW
    }
    if (cpus->alone != NULL) {
        all_report all = report_of_all(cpus, sim);
        printf("cpu_weighted_speedup = %.4f\ncpu_max_slowdown = %.4f\n", all.weighted_speedup,
               all.max_slowdown);
    }
}

void cli_cpus_warn(const cli_cpus *cpus, const simulator *sim)
{
    for (uint32_t core = 0; core < cpus->n; core++) {
        sim_cpu_result result = sim_cpu_result_of(sim, core);
        if (result.cut_short)
            poise_warn("%s on CPU core %u: stopped after %llu CPU cycles, %llu of %llu instructions",
                       cpus->name[core], core, (unsigned long long)result.counts.cycles,
                       (unsigned long long)result.counts.instructions,
                       (unsigned long long)cpus->of_core[core]->totals.instructions);
    }
}

static json_t *core_json(const cli_cpus *cpus, const simulator *sim, uint32_t core)
{
    core_report r = report_of(cpus, sim, core);
    json_t *one = json_pack("{s:s, s:b, s:f, s:f}", "program", cpus->name[core], "has_ended",
                            r.result.has_ended, "ipc", r.ipc, "mean_read_latency", r.mean_read_latency);
    int bad =
        one == NULL || json_object_set_new(one, "restarts", json_integer((json_int_t)r.result.restarts));
#define CPU_COUNT(name, meaning) \
    bad |= json_object_set_new(one, #name, json_integer((json_int_t)r.result.counts.name));
#include "sim/cpu/counts.def"
#undef CPU_COUNT
#define BELOW(name) bad |= json_object_set_new(one, #name, json_integer((json_int_t)r.result.below.name));
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

int cli_cpus_json(const cli_cpus *cpus, const simulator *sim, json_t *root)
{
    json_t *cores = json_array();
    int bad = json_object_set_new(root, "cpus", cores);
    for (uint32_t core = 0; core < cpus->n && !bad; core++)
        bad |= json_array_append_new(cores, core_json(cpus, sim, core));
    if (cpus->alone != NULL) {
        all_report all = report_of_all(cpus, sim);
        bad |= json_object_set_new(root, "cpu_weighted_speedup", json_real(all.weighted_speedup));
        bad |= json_object_set_new(root, "cpu_max_slowdown", json_real(all.max_slowdown));
    }
    return bad;
}
