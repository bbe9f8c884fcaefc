/* The results of mixes for people and for programs. */
#include "common/csv.h"
#include "common/file.h"
#include "common/member.h"
#include "evaluate/mix/mixes.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The metrics of a mix: blocks of the table, columns of the file. */
static const struct {
    const char *name, *title;
    size_t offset;
} metrics[] = {
    {"weighted_speedup", "Weighted speedup", offsetof(evaluate_mix_metrics, weighted_speedup)},
    {"harmonic_speedup", "Harmonic speedup", offsetof(evaluate_mix_metrics, harmonic_speedup)},
    {"maximum_slowdown", "Maximum slowdown", offsetof(evaluate_mix_metrics, maximum_slowdown)},
    {"unfairness", "Unfairness: largest / smallest slowdown", offsetof(evaluate_mix_metrics, unfairness)},
    {"ipc_total", "Thread instructions per cycle, sum of the programs", offsetof(evaluate_mix_metrics, ipc)},
};
enum { N_METRICS = sizeof metrics / sizeof metrics[0] };

static double metric_of(const evaluate_mix_cell *cell, size_t metric)
{
    return *(const double *)poise_const_member(&cell->metrics, metrics[metric].offset);
}

static const evaluate_mix_cell *cell_of(const evaluate_mixes *mixes, size_t mix, size_t policy)
{
    return &mixes->cells[mix * mixes->request->policies->n + policy];
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
    for (size_t p = 0; p < mixes->request->policies->n; p++) {
        const char *name = mixes->request->policies->policies[p].short_name;
        fprintf(out, "  %*s", width_of(name), name);
    }
    fputc('\n', out);
}

static void print_number(const evaluate_mixes *mixes, size_t policy, double value, FILE *out)
{
    const int width = width_of(mixes->request->policies->policies[policy].short_name);
    if (isnan(value))
        fprintf(out, "  %*s", width, "-");
    else
        fprintf(out, "  %*.3f", width, value);
}

static void print_block(const evaluate_mixes *mixes, size_t metric, FILE *out)
{
    const evaluate_mixes_request *request = mixes->request;
    print_heading(mixes, metrics[metric].title, out);
    for (size_t m = 0; m < request->n_mixes; m++) {
        fprintf(out, "%-*s", FIRST_COLUMN, request->mixes[m].name);
        for (size_t p = 0; p < request->policies->n; p++)
            print_number(mixes, p, metric_of(cell_of(mixes, m, p), metric), out);
        fputc('\n', out);
    }
    if (request->n_mixes < 2)
        return;
    fprintf(out, "%-*s", FIRST_COLUMN, "arithmetic mean");
    for (size_t p = 0; p < request->policies->n; p++) {
        double sum = 0;
        for (size_t m = 0; m < request->n_mixes; m++)
            sum += metric_of(cell_of(mixes, m, p), metric);
        print_number(mixes, p, sum / (double)request->n_mixes, out);
    }
    fputc('\n', out);
}

/* "5+3", in the order of the programs. */
static void print_sms(const evaluate_mixes *mixes, FILE *out)
{
    const evaluate_mixes_request *request = mixes->request;
    print_heading(mixes,
                  request->best ? "SMs of each program: the static split of the best weighted speedup, an "
                                  "oracle that has tried all"
                                : "SMs of each program",
                  out);
    for (size_t m = 0; m < request->n_mixes; m++) {
        const evaluate_mix *mix = &request->mixes[m];
        fprintf(out, "%-*s", FIRST_COLUMN, mix->name);
        for (size_t p = 0; p < request->policies->n; p++) {
            char text[256] = "";
            size_t length = 0;
            for (size_t i = 0; i < mix->n && length < sizeof text; i++)
                length += (size_t)snprintf(text + length, sizeof text - length, "%s%u", i ? "+" : "",
                                           cell_of(mixes, m, p)->ranges[i].n);
            fprintf(out, "  %*s", width_of(request->policies->policies[p].short_name), text);
        }
        fputc('\n', out);
    }
    if (request->best)
        fprintf(out, "of %zu splits of the first mix\n", cell_of(mixes, 0, 0)->n_splits);
}

void evaluate_mixes_print(const evaluate_mixes *mixes, FILE *out)
{
    for (size_t i = 0; i < N_METRICS; i++) {
        print_block(mixes, i, out);
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

static void put_row(const evaluate_mixes *mixes, size_t m, size_t p, size_t i, FILE *out)
{
    const evaluate_mix_cell *cell = cell_of(mixes, m, p);
    const evaluate_mix *mix = &mixes->request->mixes[m];
    const sim_mix_result *result = &cell->shared[i];
    size_t n;
    const sim_counter_info *counter = sim_counter_table(&n);
    poise_csv_text(out, mix->name);
    fputc(',', out);
    poise_csv_text(out, mixes->request->policies->policies[p].label);
    fputc(',', out);
    poise_csv_text(out, mix->programs[i].name);
    fprintf(out, ",%u,%u,%zu,%zu,%zu,%llu", cell->ranges[i].first, cell->ranges[i].n, cell->n_splits,
            mix->programs[i].files.n, result->cut_short, (unsigned long long)result->restarts);
    put_number(sim_ipc(&result->counters), out);
    put_number(sim_ipc(&cell->alone[i].counters), out);
    put_number(evaluate_mix_slowdown(result, &cell->alone[i]), out);
    for (size_t k = 0; k < N_METRICS; k++)
        put_number(metric_of(cell, k), out);
    for (size_t k = 0; k < n; k++)
        fprintf(out, ",%llu", (unsigned long long)sim_counter_value(&result->counters, &counter[k]));
    fputc('\n', out);
}

int evaluate_mixes_write_csv(const evaluate_mixes *mixes, const char *path, poise_error *err)
{
    poise_atomic_file file;
    size_t n;
    const sim_counter_info *counter = sim_counter_table(&n);
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    fputs("mix,policy,program,first_sm,sms,splits_tried,launches,cut_short,restarts,ipc,ipc_alone,slowdown",
          file.stream);
    for (size_t i = 0; i < N_METRICS; i++)
        fprintf(file.stream, ",%s", metrics[i].name);
    for (size_t i = 0; i < n; i++)
        fprintf(file.stream, ",%s", counter[i].name);
    fputc('\n', file.stream);
    for (size_t m = 0; m < mixes->request->n_mixes; m++)
        for (size_t p = 0; p < mixes->request->policies->n; p++)
            for (size_t i = 0; i < mixes->request->mixes[m].n; i++)
                put_row(mixes, m, p, i, file.stream);
    return poise_atomic_commit(&file, err);
}

/* ---- JSON ---- */

static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *program_of(const evaluate_mix_cell *cell, const evaluate_mix *mix, size_t i)
{
    const sim_mix_result *result = &cell->shared[i];
    size_t n;
    const sim_counter_info *counter = sim_counter_table(&n);
    json_t *counters = json_object();
    for (size_t k = 0; k < n; k++)
        json_object_set_new(counters, counter[k].name,
                            json_integer((json_int_t)sim_counter_value(&result->counters, &counter[k])));
    return json_pack("{s:s, s:i, s:i, s:I, s:I, s:I, s:o, s:o, s:o, s:o}", "program", mix->programs[i].name,
                     "first_sm", (int)cell->ranges[i].first, "sms", (int)cell->ranges[i].n, "launches",
                     (json_int_t)mix->programs[i].files.n, "cut_short", (json_int_t)result->cut_short,
                     "restarts", (json_int_t)result->restarts, "ipc", number(sim_ipc(&result->counters)),
                     "ipc_alone", number(sim_ipc(&cell->alone[i].counters)), "slowdown",
                     number(evaluate_mix_slowdown(result, &cell->alone[i])), "counters", counters);
}

static json_t *cell_json(const evaluate_mixes *mixes, size_t m, size_t p)
{
    const evaluate_mix_cell *cell = cell_of(mixes, m, p);
    const evaluate_mix *mix = &mixes->request->mixes[m];
    json_t *programs = json_array();
    for (size_t i = 0; i < mix->n; i++)
        json_array_append_new(programs, program_of(cell, mix, i));
    json_t *object = json_pack("{s:s, s:s, s:I, s:o}", "mix", mix->name, "policy",
                               mixes->request->policies->policies[p].label, "splits_tried",
                               (json_int_t)cell->n_splits, "programs", programs);
    for (size_t i = 0; i < N_METRICS; i++)
        json_object_set_new(object, metrics[i].name, number(metric_of(cell, i)));
    return object;
}

int evaluate_mixes_write_json(const evaluate_mixes *mixes, const char *path, poise_error *err)
{
    const evaluate_mixes_request *request = mixes->request;
    json_t *cells = json_array();
    for (size_t m = 0; m < request->n_mixes; m++)
        for (size_t p = 0; p < request->policies->n; p++)
            json_array_append_new(cells, cell_json(mixes, m, p));
    json_t *root = json_pack("{s:s, s:s, s:I, s:o}", "alone", request->alone, "partition",
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
