#include "report/results/told.h"

#include "report/page/page.h"
#include "report/results/cell_table.h"
#include "report/table/number.h"
#include "report/table/table.h"

#include <stdint.h>
#include <stdio.h>

/* The launch of most cycles in which the policy tells something; SIZE_MAX = none. */
static size_t choose_launch(const evaluate_result *result)
{
    size_t chosen = SIZE_MAX;
    for (size_t i = 0; i < result->n; i++) {
        if (result->statistics[i].n > 0 &&
            (chosen == SIZE_MAX || result->launches[i].cycles > result->launches[chosen].cycles))
            chosen = i;
    }
    return chosen;
}

static void put_rows(markup *m, const results_report *report, size_t program, size_t policy)
{
    const evaluate_result *result = &results_cell(report, program, policy)->result;
    const size_t chosen = choose_launch(result);
    if (chosen == SIZE_MAX)
        return;
    const evaluate_launch *launch = &results_program(report, program)->launches[chosen];
    const evaluate_statistics *statistics = &result->statistics[chosen];
    for (size_t i = 0; i < statistics->n; i++) {
        const evaluate_statistic *figure = &statistics->all[i];
        char value[40];
        snprintf(value, sizeof value, "%.6g", figure->value);
        markup_begin(m, "tr");
        report_name_cell(m, results_program(report, program)->name);
        report_name_cell(m, launch->kernel);
        page_value(m, launch->index, number_grouped(launch->index).text, NULL);
        report_name_cell(m, results_policy_name(report, policy));
        report_name_cell(m, figure->name);
        page_value(m, figure->value, value, NULL);
        report_name_cell(m, figure->unit);
        markup_end(m);
        markup_line(m);
    }
}

static bool is_any_told(const results_report *report)
{
    for (size_t i = 0; i < report->results->n_programs; i++) {
        for (size_t k = 0; k < report->results->policies.n; k++) {
            if (choose_launch(&results_cell(report, i, k)->result) != SIZE_MAX)
                return true;
        }
    }
    return false;
}

static void put_head(markup *m)
{
    page_column(m, "program", "folder of the traces", "text");
    page_column(m, "kernel", "kernel function", "text");
    page_column(m, "launch", "number of the launch in its program", NULL);
    page_column(m, "policy", "warp scheduler", "text");
    page_column(m, "figure", "what the policy tells", "text");
    page_column(m, "value", "six digits", NULL);
    page_column(m, "unit", "of the value", "text");
}

void results_told(markup *m, const results_report *report)
{
    if (!is_any_told(report))
        return;
    page_heading(m, "What policies tell of themselves");
    page_words(m, "For each program and policy the launch of most cycles in which it tells something; "
                  "results.h5 has all launches.");
    results_cell_table(m, report, put_head, put_rows);
}
