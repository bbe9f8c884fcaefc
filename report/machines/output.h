/* Results on several machines for people; the CSV file is evaluate_print_csv_all(). Errors stay with the
 * stream. */
#ifndef POISE_REPORT_MACHINES_OUTPUT_H
#define POISE_REPORT_MACHINES_OUTPUT_H

#include "evaluate/results/results.h"
#include "report/page/markup.h"

#include <stdio.h>

typedef struct machines_report {
    const evaluate_results *results; /* of named machines */
    const char *name;                /* of the file, for people */
} machines_report;

/* One page: mean speedups, what the machines are, bars of machines, every metric, what it was made from. */
void machines_report_html(const machines_report *report, FILE *out);

/* For each metric that is known the means of machines under all policies, then for each policy a table,
 * programs down, machines across. */
void machines_report_markdown(const machines_report *report, FILE *out);

/* Bars of the mean speedups of machines, then for each chart of a report of one machine (report/results) that
 * has something to show under a policy, its bars with machines side by side. */
size_t machines_drawings(const machines_report *report);
void machines_drawing_name(const machines_report *report, size_t drawing, char *name, size_t size);
void machines_drawing_draw(markup *m, const machines_report *report, size_t drawing, bool alone);

static inline const evaluate_request *machines_request(const machines_report *report)
{
    return &report->results->all.of[0]->request;
}
static inline const char *machines_machine(const machines_report *report, size_t machine)
{
    return report->results->all.of[machine]->request.machine;
}
static inline const char *machines_policy(const machines_report *report, size_t policy)
{
    return machines_request(report)->policies->policies[policy].short_name;
}
/* Of the program after the last one the means. */
static inline const evaluate_metrics *machines_metrics(const machines_report *report, size_t machine,
                                                       size_t program, size_t policy)
{
    const evaluate_comparison *comparison = report->results->all.of[machine];
    return program < comparison->request.n_programs
               ? &comparison->metrics[evaluate_place(comparison, program, policy)]
               : &comparison->means[policy];
}
/* Whether a metric has a value anywhere. */
bool machines_is_known(const machines_report *report, const evaluate_metric_info *info);

#endif
