/* Which bars a report of results draws: for each program and policy one bar, of one metric or of several that
 * add up. */
#ifndef POISE_REPORT_RESULTS_CHARTS_H
#define POISE_REPORT_RESULTS_CHARTS_H

#include "report/page/markup.h"
#include "report/results/report.h"

enum { CHART_PARTS = 4 };

typedef struct results_part {
    const char *metric; /* name in evaluate/metrics.def */
    const char *label;  /* of this part of the bar; NULL when it is the only one */
} results_part;

typedef struct results_chart {
    const char *name, *title;
    double level; /* where a line goes across; 0 = none */
    size_t n_parts;
    results_part parts[CHART_PARTS];
} results_chart;

/* All charts; *n is their number. */
const results_chart *results_chart_table(size_t *n);

/* The metric of a part. */
const evaluate_metric_info *results_metric(const results_part *part);

/* Whether there is anything to see: a value other than 0. */
bool results_chart_is_shown(const results_report *report, const results_chart *chart);

/* As wide as its bars need. */
void results_chart_draw(markup *m, const results_report *report, const results_chart *chart, bool alone);

#endif
