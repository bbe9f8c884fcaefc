#include "report/page/markdown.h"

#include "report/design/output.h"
#include "sim/config/area.h"

#include <stdlib.h>

static bool is_named(const design_row *row)
{
    return row->label[0] != '\0';
}

static void put_heading(const char *first, FILE *out)
{
    fprintf(out,
            "| %s | mm² | %% of die | speed-up | judged | differs from the base "
            "|\n|---|---:|---:|---:|---:|---|\n",
            first);
}

static void put_row(const design_row *row, FILE *out)
{
    fputs("| ", out);
    markdown_escape(out, row->label);
    fprintf(out, " | %.2f | %.2f | %.3f | ", row->area, 100 * row->area / SIM_AREA_DIE_MM2, row->mean);
    if (row->judged > 0)
        fprintf(out, "%.3f", row->judged);
    else
        fputs("–", out);
    fputs(" | ", out);
    markdown_escape(out, row->change);
    fputs(" |\n", out);
}

static void put_programs(const design_result *result, const design_program_name *programs, size_t n,
                         const uint64_t *cycles, const char *title, FILE *out)
{
    size_t columns = 0;
    fprintf(out, "\n| %s |", title);
    for (size_t i = 1; i < result->n_rows; i++) {
        if (!is_named(&result->rows[i]))
            continue;
        fputc(' ', out);
        markdown_escape(out, result->rows[i].label);
        fputs(" |", out);
        columns++;
    }
    fputs("\n|---|", out);
    for (size_t i = 0; i < columns; i++)
        fputs("---:|", out);
    for (size_t k = 0; k < n; k++) {
        fputs("\n| ", out);
        markdown_escape(out, programs[k].name);
        fputs(" |", out);
        for (size_t i = 1; i < result->n_rows; i++) {
            if (is_named(&result->rows[i]) && cycles[i * n + k] > 0)
                fprintf(out, " %.3f |", (double)cycles[k] / (double)cycles[i * n + k]);
            else if (is_named(&result->rows[i]))
                fputs(" – |", out);
        }
    }
    fputc('\n', out);
}

int design_report_markdown(const design_report *report, FILE *out, poise_error *err)
{
    const design_result *result = report->result;
    size_t n;
    const design_row **front = design_result_front(result, &n);
    if (front == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the Pareto front");
    fprintf(out, "%zu machines, %s mean speed-up of %zu programs, budget %.2f mm².\n\n", result->n_rows,
            design_mean_names[result->mean], result->n_programs, result->budget);
    put_heading("machine", out);
    for (size_t i = 0; i < result->n_rows; i++) {
        if (is_named(&result->rows[i]))
            put_row(&result->rows[i], out);
    }
    put_programs(result, result->programs, result->n_programs, result->cycles, "program", out);
    if (result->n_judges > 0)
        put_programs(result, result->judges, result->n_judges, result->judge_cycles, "program left out", out);
    fputc('\n', out);
    put_heading("Pareto front", out);
    for (size_t i = 0; i < n; i++)
        put_row(front[i], out);
    free(front);
    return POISE_OK;
}
