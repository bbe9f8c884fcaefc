#include "evaluate/mix/output.h"

#include "common/csv.h"
#include "common/file.h"
#include "evaluate/course_json.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double metric_of(const evaluate_mix_cell *cell, const evaluate_mix_metric_info *metric)
{
    return evaluate_mix_metric_value(&cell->metrics, metric);
}

static size_t n_metrics(void)
{
    size_t n;
    (void)evaluate_mix_metric_table(&n);
    return n;
}

static const evaluate_mix_metric_info *metric_at(size_t i)
{
    size_t n;
    return &evaluate_mix_metric_table(&n)[i];
}

/* ---- table ---- */

enum { FIRST_COLUMN = 20, LEAST_COLUMN = 10 };

static int width_of(const char *heading)
{
    const size_t length = strlen(heading);
    return length > LEAST_COLUMN ? (int)length : LEAST_COLUMN;
}

static void print_heading(const evaluate_mixes *mixes, const char *title, FILE *out)
{
    fprintf(out, "%s\n%-*s", title, FIRST_COLUMN, "");
    for (size_t p = 0; p < mixes->request.policies->n; p++) {
        const char *name = mixes->request.policies->policies[p].short_name;
        fprintf(out, "  %*s", width_of(name), name);
    }
    fputc('\n', out);
}

static void print_number(const evaluate_mixes *mixes, size_t policy, double value, FILE *out)
{
    const int width = width_of(mixes->request.policies->policies[policy].short_name);
    if (isnan(value))
        fprintf(out, "  %*s", width, "-");
    else
        fprintf(out, "  %*.3f", width, value);
}

static void print_block(const evaluate_mixes *mixes, const evaluate_mix_metric_info *metric, FILE *out)
{
    const evaluate_mixes_request *request = &mixes->request;
    print_heading(mixes, metric->title, out);
    for (size_t m = 0; m < request->n_mixes; m++) {
        fprintf(out, "%-*s", FIRST_COLUMN, request->mixes[m].name);
        for (size_t p = 0; p < request->policies->n; p++)
            print_number(mixes, p, metric_of(evaluate_mix_cell_of(mixes, m, p), metric), out);
        fputc('\n', out);
    }
    if (request->n_mixes < 2)
        return;
    fprintf(out, "%-*s", FIRST_COLUMN, evaluate_mix_mean_name(metric));
    for (size_t p = 0; p < request->policies->n; p++)
        print_number(mixes, p, evaluate_mixes_mean(mixes, metric, p), out);
    fputc('\n', out);
}

void evaluate_mixes_sms(const evaluate_mixes *mixes, size_t mix, size_t policy, char *text, size_t size)
{
    const evaluate_mix_cell *cell = evaluate_mix_cell_of(mixes, mix, policy);
    const size_t n = mixes->request.mixes[mix].n;
    size_t length = 0;
    snprintf(text, size, "%s", n == 0 ? "-" : "");
    for (size_t i = 0; i < n && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%u", i ? "+" : "", cell->ranges[i].n);
}

static void print_sms(const evaluate_mixes *mixes, FILE *out)
{
    const evaluate_mixes_request *request = &mixes->request;
    print_heading(mixes,
                  request->best ? "SMs of each program: the static split of the best weighted speedup, an "
                                  "oracle that has tried all"
                                : "SMs of each program",
                  out);
    for (size_t m = 0; m < request->n_mixes; m++) {
        fprintf(out, "%-*s", FIRST_COLUMN, request->mixes[m].name);
        for (size_t p = 0; p < request->policies->n; p++) {
            char text[256];
            evaluate_mixes_sms(mixes, m, p, text, sizeof text);
            fprintf(out, "  %*s", width_of(request->policies->policies[p].short_name), text);
        }
        fputc('\n', out);
    }
    if (request->best)
        fprintf(out, "of %zu splits of the first mix\n", evaluate_mix_cell_of(mixes, 0, 0)->n_splits);
}

void evaluate_mixes_print(const evaluate_mixes *mixes, FILE *out)
{
    for (size_t i = 0; i < n_metrics(); i++) {
        if (metric_at(i)->of_cpus && !evaluate_mixes_have_cpus(mixes))
            continue;
        print_block(mixes, metric_at(i), out);
        fputc('\n', out);
    }
    print_sms(mixes, out);
}

/* ---- CSV ---- */

static void put_number(double value, FILE *out)
{
    fputc(',', out);
    if (!isnan(value))
        fprintf(out, "%.12g", value);
}

/* SMs are empty for a CPU program, its counts for others. */
static void put_place(const evaluate_mix *mix, const evaluate_mix_cell *cell, size_t i, FILE *out)
{
    if (i >= mix->n) {
        const sim_cpu_result *r = &cell->shared.cpus[i - mix->n], *alone = &cell->alone.cpus[i - mix->n];
        fprintf(out, ",,,%zu,,%d,%llu", cell->n_splits, r->cut_short, (unsigned long long)r->restarts);
        put_number(evaluate_cpu_ipc(&r->counts), out);
        put_number(evaluate_cpu_ipc(&alone->counts), out);
        put_number(evaluate_cpu_slowdown(r, alone), out);
        fputs(",cpu", out);
        return;
    }
    const sim_mix_result *r = &cell->shared.programs[i], *alone = &cell->alone.programs[i];
    fprintf(out, ",%u,%u,%zu,%zu,%zu,%llu", cell->ranges[i].first, cell->ranges[i].n, cell->n_splits,
            mix->programs[i].n_launches, r->cut_short, (unsigned long long)r->restarts);
    put_number(sim_ipc(&r->counters), out);
    put_number(sim_ipc(&alone->counters), out);
    put_number(evaluate_mix_slowdown(r, alone), out);
    fputs(",sms", out);
}

static void put_counter(uint64_t value, FILE *out)
{
    if (value == SIM_UNKNOWN)
        fputc(',', out);
    else
        fprintf(out, ",%llu", (unsigned long long)value);
}

static void put_counts(const cpu_counts *counts, FILE *out)
{
#define CPU_COUNT(name, meaning)                                 \
    if (counts != NULL)                                          \
        fprintf(out, ",%llu", (unsigned long long)counts->name); \
    else                                                         \
        fputc(',', out);
#include "sim/cpu/counts.def"
#undef CPU_COUNT
}

static void put_row(const evaluate_mixes *mixes, size_t m, size_t p, size_t i, FILE *out)
{
    const evaluate_mix_cell *cell = evaluate_mix_cell_of(mixes, m, p);
    const evaluate_mix *mix = &mixes->request.mixes[m];
    const bool on_sms = i < mix->n;
    const sim_cpu_result *cpu = on_sms ? NULL : &cell->shared.cpus[i - mix->n];
    size_t n;
    const sim_counter_info *counter = sim_counter_table(&n);
    poise_csv_text(out, mix->name);
    fputc(',', out);
    poise_csv_text(out, mixes->request.policies->policies[p].label);
    fputc(',', out);
    poise_csv_text(out, on_sms ? mix->programs[i].name : mix->cpus[i - mix->n].name);
    put_place(mix, cell, i, out);
    for (size_t k = 0; k < n_metrics(); k++)
        put_number(metric_of(cell, metric_at(k)), out);
    for (size_t k = 0; k < n; k++)
        put_counter(sim_counter_value(on_sms ? &cell->shared.programs[i].counters : &cpu->below, &counter[k]),
                    out);
    put_counts(cpu != NULL ? &cpu->counts : NULL, out);
    fputc('\n', out);
}

void evaluate_mixes_print_csv(const evaluate_mixes *mixes, FILE *out)
{
    size_t n;
    const sim_counter_info *counter = sim_counter_table(&n);
    fputs("mix,policy,program,first_sm,sms,splits_tried,launches,cut_short,restarts,ipc,ipc_alone,slowdown,"
          "kind",
          out);
    for (size_t i = 0; i < n_metrics(); i++)
        fprintf(out, ",%s", metric_at(i)->name);
    for (size_t i = 0; i < n; i++)
        fprintf(out, ",%s", counter[i].name);
#define CPU_COUNT(name, meaning) fputs(",cpu_" #name, out);
#include "sim/cpu/counts.def"
#undef CPU_COUNT
    fputc('\n', out);
    for (size_t m = 0; m < mixes->request.n_mixes; m++)
        for (size_t p = 0; p < mixes->request.policies->n; p++)
            for (size_t i = 0; i < evaluate_mix_parties(&mixes->request.mixes[m]); i++)
                put_row(mixes, m, p, i, out);
}

int evaluate_mixes_write_csv(const evaluate_mixes *mixes, const char *path, poise_error *err)
{
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    evaluate_mixes_print_csv(mixes, file.stream);
    return poise_atomic_commit(&file, err);
}

/* ---- JSON ---- */

static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *counters_of(const sim_counters *of)
{
    size_t n;
    const sim_counter_info *counter = sim_counter_table(&n);
    json_t *counters = json_object();
    for (size_t k = 0; k < n; k++) {
        const uint64_t value = sim_counter_value(of, &counter[k]);
        json_object_set_new(counters, counter[k].name,
                            value == SIM_UNKNOWN ? json_null() : json_integer((json_int_t)value));
    }
    return counters;
}

static json_t *figures_of(const evaluate_statistics *statistics)
{
    json_t *figures = json_object();
    for (size_t i = 0; i < statistics->n; i++)
        json_object_set_new(
            figures, statistics->all[i].name,
            json_pack("{s:f, s:s}", "value", statistics->all[i].value, "unit", statistics->all[i].unit));
    return figures;
}

static json_t *program_of(const evaluate_mix_cell *cell, const evaluate_mix *mix, size_t i)
{
    const sim_mix_result *result = &cell->shared.programs[i], *alone = &cell->alone.programs[i];
    return json_pack("{s:s, s:i, s:i, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o}", "program",
                     mix->programs[i].name, "first_sm", (int)cell->ranges[i].first, "sms",
                     (int)cell->ranges[i].n, "launches", (json_int_t)mix->programs[i].n_launches, "cut_short",
                     (json_int_t)result->cut_short, "restarts", (json_int_t)result->restarts, "ipc",
                     number(sim_ipc(&result->counters)), "ipc_alone", number(sim_ipc(&alone->counters)),
                     "slowdown", number(evaluate_mix_slowdown(result, alone)), "counters",
                     counters_of(&result->counters), "figures", figures_of(&cell->shared.statistics[i]));
}

static json_t *cpu_of(const evaluate_mix_cell *cell, const evaluate_mix *mix, size_t i)
{
    const sim_cpu_result *result = &cell->shared.cpus[i], *alone = &cell->alone.cpus[i];
    json_t *counters = counters_of(&result->below);
    json_t *cpu = json_pack("{s:s, s:b, s:I, s:o, s:o, s:o, s:o}", "program", mix->cpus[i].name, "cut_short",
                            result->cut_short, "restarts", (json_int_t)result->restarts, "ipc",
                            number(evaluate_cpu_ipc(&result->counts)), "ipc_alone",
                            number(evaluate_cpu_ipc(&alone->counts)), "slowdown",
                            number(evaluate_cpu_slowdown(result, alone)), "counters", counters);
#define CPU_COUNT(name, meaning) \
    json_object_set_new(counters, "cpu_" #name, json_integer((json_int_t)result->counts.name));
#include "sim/cpu/counts.def"
#undef CPU_COUNT
    return cpu;
}

static json_t *cell_json(const evaluate_mixes *mixes, size_t m, size_t p)
{
    const evaluate_mix_cell *cell = evaluate_mix_cell_of(mixes, m, p);
    const evaluate_mix *mix = &mixes->request.mixes[m];
    json_t *programs = json_array(), *cpus = json_array();
    for (size_t i = 0; i < mix->n; i++)
        json_array_append_new(programs, program_of(cell, mix, i));
    for (size_t i = 0; i < mix->n_cpus; i++)
        json_array_append_new(cpus, cpu_of(cell, mix, i));
    json_t *object = json_pack("{s:s, s:s, s:I, s:o, s:o, s:o}", "mix", mix->name, "policy",
                               mixes->request.policies->policies[p].label, "splits_tried",
                               (json_int_t)cell->n_splits, "programs", programs, "cpus", cpus, "figures",
                               figures_of(&cell->shared.statistics[mix->n]));
    for (size_t i = 0; i < n_metrics(); i++)
        json_object_set_new(object, metric_at(i)->name, number(metric_of(cell, metric_at(i))));
    if (cell->shared.course.n > 0)
        json_object_set_new(object, "course", evaluate_course_json(&cell->shared.course));
    return object;
}

int evaluate_mixes_write_json(const evaluate_mixes *mixes, const char *path, poise_error *err)
{
    const evaluate_mixes_request *request = &mixes->request;
    json_t *cells = json_array();
    for (size_t m = 0; m < request->n_mixes; m++)
        for (size_t p = 0; p < request->policies->n; p++)
            json_array_append_new(cells, cell_json(mixes, m, p));
    json_t *root = json_pack("{s:s, s:s, s:I, s:o}", "alone", request->alone->policies[0].label, "partition",
                             request->best ? "best (oracle)" : "given", "runs_alone",
                             (json_int_t)mixes->n_alone, "results", cells);
    poise_atomic_file file;
    int code = root != NULL ? POISE_OK : poise_fail(err, POISE_FAILED, "out of memory for %s", path);
    code = code == POISE_OK ? poise_atomic_open(&file, path, err) : code;
    if (code == POISE_OK) {
        json_dumpf(root, file.stream, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
        fputc('\n', file.stream);
        code = poise_atomic_commit(&file, err);
    }
    json_decref(root);
    return code;
}
