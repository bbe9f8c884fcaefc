/* The page of an evaluation on several machines. */
#include "evaluate/machines.h"
#include "evaluate/output.h"
#include "report/machines/output.h"
#include "report/page/page.h"
#include "report/results/origin.h"
#include "report/table/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ALL_DIFFERENCES = 1000 };

static const char *base_of(const machines_report *report)
{
    return machines_machine(report, evaluate_base_machine(report->results->all));
}

static void put_overview(markup *m, const machines_report *report)
{
    const evaluate_request *request = machines_request(report);
    size_t n;
    const evaluate_mean mean = evaluate_mean_of(&evaluate_metric_table(&n)[1], request->mean);
    markup_begin(m, "p");
    markup_attribute(m, "class", "soft");
    markup_format(m, "%zu programs under %zu policies on %zu machines, from ", request->n_programs,
                  request->policies->n, report->results->all.n);
    report_name(m, report->name);
    markup_text(m, ". Speedups are ratios of the times of whole programs to those under ");
    report_name(m, machines_policy(report, request->policies->baseline));
    markup_text(m, " on ");
    report_name(m, base_of(report));
    markup_format(m, "; here their %s.", evaluate_mean_name(mean));
    markup_end(m);
    markup_line(m);
    markup_begin(m, "div");
    markup_attribute(m, "class", "numbers six");
    markup_line(m);
    for (size_t i = 0; i < report->results->all.n; i++)
        page_figure(
            m,
            number_speedup(
                machines_metrics(report, i, request->n_programs, request->policies->baseline)->speedup)
                .text,
            machines_machine(report, i), evaluate_mean_name(mean));
    markup_end(m);
    markup_line(m);
}

static void put_machines(markup *m, const machines_report *report)
{
    page_heading(m, "Machines");
    markup_begin(m, "dl");
    markup_line(m);
    for (size_t i = 0; i < report->results->all.n; i++) {
        char *words = evaluate_machine_words(report->results->all, i, ALL_DIFFERENCES);
        page_term(m, machines_machine(report, i), words == NULL ? "" : words);
        free(words);
    }
    markup_end(m);
    markup_line(m);
}

static void put_warnings(markup *m, const machines_report *report)
{
    size_t n = 0;
    for (size_t i = 0; i < report->results->all.n; i++)
        n += report->results->all.of[i]->n_warnings;
    if (n == 0)
        return;
    page_heading(m, "Read with care");
    markup_begin(m, "ul");
    markup_attribute(m, "class", "warnings");
    markup_line(m);
    for (size_t i = 0; i < report->results->all.n; i++) {
        const evaluate_comparison *comparison = report->results->all.of[i];
        for (size_t k = 0; k < comparison->n_warnings; k++) {
            markup_element(m, "li", NULL, comparison->warnings[k]);
            markup_line(m);
        }
    }
    markup_end(m);
    markup_line(m);
}

static void put_charts(markup *m, const machines_report *report)
{
    page_heading(m, "Machines side by side");
    for (size_t i = 0; i < machines_drawings(report); i++) {
        markup_begin(m, "div");
        markup_attribute(m, "class", "scroll chart");
        markup_line(m);
        machines_drawing_draw(m, report, i, false);
        markup_end(m);
        markup_line(m);
    }
}

/* ---- the table ---- */

static void put_head(markup *m, const machines_report *report)
{
    size_t n;
    const evaluate_metric_info *table = evaluate_metric_table(&n);
    markup_begin(m, "thead");
    markup_begin(m, "tr");
    page_column(m, "machine", "what was simulated", "text");
    page_column(m, "program", "folder of the traces", "text");
    page_column(m, "policy", "warp scheduler", "text");
    for (size_t i = 0; i < n; i++)
        if (machines_is_known(report, &table[i]))
            page_column(m, table[i].name, table[i].title, NULL);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

static void put_row(markup *m, const machines_report *report, size_t machine, size_t program, size_t policy)
{
    size_t n;
    const evaluate_metric_info *table = evaluate_metric_table(&n);
    markup_begin(m, "tr");
    report_name_cell(m, machines_machine(report, machine));
    report_name_cell(m, machines_request(report)->programs[program].name);
    report_name_cell(m, machines_policy(report, policy));
    for (size_t i = 0; i < n; i++) {
        const double value =
            evaluate_metric_value(machines_metrics(report, machine, program, policy), &table[i]);
        char text[40];
        if (!machines_is_known(report, &table[i]))
            continue;
        snprintf(text, sizeof text, "%.*f", table[i].decimals, table[i].scale * value);
        page_value(m, value, isnan(value) ? "–" : text, NULL);
    }
    markup_end(m);
    markup_line(m);
}

static void print_csv(const void *content, FILE *out)
{
    evaluate_print_csv_all(*(const evaluate_comparisons *)content, out);
}

static void put_table(markup *m, const machines_report *report)
{
    const evaluate_request *request = machines_request(report);
    page_heading(m, "All metrics");
    page_words(m, "Point at a column for its meaning, click to sort; shares in %.");
    results_csv_link(m, RESULTS_CSV_WORDS, print_csv, &report->results->all);
    markup_begin(m, "div");
    markup_attribute(m, "class", "scroll");
    markup_begin(m, "table");
    markup_attribute(m, "class", "sortable results");
    markup_line(m);
    put_head(m, report);
    markup_begin(m, "tbody");
    markup_line(m);
    for (size_t i = 0; i < report->results->all.n; i++)
        for (size_t k = 0; k < request->n_programs; k++)
            for (size_t p = 0; p < request->policies->n; p++)
                put_row(m, report, i, k, p);
    markup_end(m);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

void machines_report_html(const machines_report *report, FILE *out)
{
    markup m = {.out = out};
    page_begin(&m, "Evaluation of machines");
    put_overview(&m, report);
    put_machines(&m, report);
    results_names(&m, machines_request(report)->policies);
    put_warnings(&m, report);
    put_charts(&m, report);
    put_table(&m, report);
    results_origin(&m, report->results, report->name);
    page_end(&m);
}
