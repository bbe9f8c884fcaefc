/* A data set of loads for people. Errors stay with the stream. */
#ifndef POISE_REPORT_LOADS_OUTPUT_H
#define POISE_REPORT_LOADS_OUTPUT_H

#include "report/loads/lines.h"
#include "report/page/markup.h"

#include <stdio.h>

/* The margins of loads against the value that rule `rule` of the report looks at. */
void figure_margins(markup *m, const loads_report *report, size_t rule);

/* One page: what is lost, rules, figures, every load. */
void loads_report_html(const loads_report *report, FILE *out);
/* The figures of `n` rules from `first` on, side by side: a file of its own. */
void loads_report_svg(const loads_report *report, size_t first, size_t n, FILE *out);
/* The rules and the loads. POISE_FAILED when out of memory. */
int loads_report_markdown(const loads_report *report, FILE *out, poise_error *err);

#endif
