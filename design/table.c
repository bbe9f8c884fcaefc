#include "common/csv.h"
#include "common/file.h"
#include "design/output.h"
#include "sim/config/area.h"

#include <stdlib.h>
#include <string.h>

/* The rows that stand in the first table: base, compared, chosen. */
static bool is_named(const design_row *row)
{
    return row->label[0] != '\0';
}

static int label_width(const design_result *result)
{
    size_t width = strlen("arithmetic mean");
    for (size_t i = 0; i < result->n_rows; i++)
        width = strlen(result->rows[i].label) > width ? strlen(result->rows[i].label) : width;
    for (size_t i = 0; i < result->n_programs; i++)
        width = strlen(result->programs[i].name) > width ? strlen(result->programs[i].name) : width;
    for (size_t i = 0; i < result->n_judges; i++)
        width = strlen(result->judges[i].name) > width ? strlen(result->judges[i].name) : width;
    return (int)width;
}

static void print_row(const design_row *row, bool has_judges, const char *label, int width, FILE *out)
{
    fprintf(out, "%-*s  %8.2f  %8.2f  %8.3f", width, label, row->area, 100 * row->area / SIM_AREA_DIE_MM2,
            row->mean);
    if (has_judges && row->judged > 0)
        fprintf(out, "  %8.3f", row->judged);
    else if (has_judges)
        fprintf(out, "  %8s", "-");
    fprintf(out, "  %s\n", row->change);
}

static void print_heading(const char *what, bool has_judges, int width, FILE *out)
{
    fprintf(out, "%-*s  %8s  %8s  %8s%s  machine\n", width, what, "mm^2", "% of die", "speed-up",
            has_judges ? "    judged" : "");
}

static void print_named(const design_result *result, int width, FILE *out)
{
    print_heading("", result->n_judges > 0, width, out);
    for (size_t i = 0; i < result->n_rows; i++) {
        if (is_named(&result->rows[i]))
            print_row(&result->rows[i], result->n_judges > 0, result->rows[i].label, width, out);
    }
}

/* What the search has at most the area of each compared machine. */
static void print_beside(const design_result *result, FILE *out)
{
    for (size_t i = 1; i < result->n_rows; i++) {
        const design_row *given = &result->rows[i];
        if (given->stage != DESIGN_COMPARED)
            continue;
        const design_row *within = design_result_within(result, given->area);
        fprintf(out, "%s: %.3f with %.2f mm^2; the search has %.3f with %.2f mm^2: %s\n", given->label,
                given->mean, given->area, within->mean, within->area, within->change);
    }
}

static void print_programs(const design_result *result, const design_program_name *programs, size_t n,
                           const uint64_t *cycles, bool is_judge, int width, FILE *out)
{
    fprintf(out, "%-*s", width, is_judge ? "judging" : "choosing");
    for (size_t i = 1; i < result->n_rows; i++) {
        if (is_named(&result->rows[i]))
            fprintf(out, "  %12.12s", result->rows[i].label);
    }
    fputc('\n', out);
    for (size_t k = 0; k < n; k++) {
        fprintf(out, "%-*s", width, programs[k].name);
        for (size_t i = 1; i < result->n_rows; i++) {
            if (is_named(&result->rows[i]) && cycles[i * n + k] > 0)
                fprintf(out, "  %12.3f", (double)cycles[k] / (double)cycles[i * n + k]);
        }
        fputc('\n', out);
    }
}

static void print_front(const design_row *const *front, size_t n, int width, FILE *out)
{
    print_heading("Pareto front", false, width, out);
    for (size_t i = 0; i < n; i++) {
        char number[32];
        snprintf(number, sizeof number, "%zu%s", i + 1,
                 strcmp(front[i]->label, "best") == 0 ? " (best)" : "");
        print_row(front[i], false, number, width, out);
    }
}

int design_print_table(const design_result *result, FILE *out, poise_error *err)
{
    size_t n;
    const design_row **front = design_result_front(result, &n);
    if (front == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the Pareto front");
    const int width = label_width(result);
    fprintf(
        out, "%zu machine%s, %s mean speed-up of %zu program%s, budget %.2f mm^2 (%.2f %% of the die)%s\n\n",
        result->n_rows, result->n_rows == 1 ? "" : "s", design_mean_names[result->mean], result->n_programs,
        result->n_programs == 1 ? "" : "s", result->budget, 100 * result->budget / SIM_AREA_DIE_MM2,
        result->is_cut ? "; the search was cut short by --machines" : "");
    print_named(result, width, out);
    print_beside(result, out);
    if (design_result_best(result)->stage == DESIGN_BASE)
        fputs("no machine within the budget is faster than the base\n", out);
    fputc('\n', out);
    print_programs(result, result->programs, result->n_programs, result->cycles, false, width, out);
    if (result->n_judges > 0) {
        fputc('\n', out);
        print_programs(result, result->judges, result->n_judges, result->judge_cycles, true, width, out);
    }
    fputc('\n', out);
    print_front(front, n, width, out);
    free(front);
    return POISE_OK;
}

/* ---- CSV ---- */

static void print_speedups(const uint64_t *cycles, size_t row, size_t n, FILE *out)
{
    for (size_t k = 0; k < n; k++) {
        if (cycles[row * n + k] > 0)
            fprintf(out, ",%.6f", (double)cycles[k] / (double)cycles[row * n + k]);
        else
            fputc(',', out);
    }
}

static void print_names(const char *prefix, const design_program_name *programs, size_t n, FILE *out)
{
    for (size_t k = 0; k < n; k++) {
        char name[512];
        snprintf(name, sizeof name, "%s%s", prefix, programs[k].name);
        fputc(',', out);
        poise_csv_text(out, name);
    }
}

void design_print_csv(const design_result *result, FILE *out)
{
    fputs("machine,label,stage,round,area_mm2,area_percent,mean_speedup,judged_speedup,front", out);
    print_names("speedup_", result->programs, result->n_programs, out);
    print_names("judge_", result->judges, result->n_judges, out);
    fputc('\n', out);
    for (size_t i = 0; i < result->n_rows; i++) {
        const design_row *row = &result->rows[i];
        poise_csv_text(out, row->change);
        fputc(',', out);
        poise_csv_text(out, row->label);
        fprintf(out, ",%s,%u,%.4f,%.5f,%.6f,", design_stage_names[row->stage], row->round, row->area,
                100 * row->area / SIM_AREA_DIE_MM2, row->mean);
        if (row->judged > 0)
            fprintf(out, "%.6f", row->judged);
        fprintf(out, ",%u", row->front);
        print_speedups(result->cycles, i, result->n_programs, out);
        print_speedups(result->judge_cycles, i, result->n_judges, out);
        fputc('\n', out);
    }
}

int design_write_csv(const design_result *result, const char *path, poise_error *err)
{
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    design_print_csv(result, file.stream);
    return poise_atomic_commit(&file, err);
}
