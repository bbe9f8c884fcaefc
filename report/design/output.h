/* A search of machines for people; the CSV file is design_print_csv(). Errors stay with the stream. */
#ifndef POISE_REPORT_DESIGN_OUTPUT_H
#define POISE_REPORT_DESIGN_OUTPUT_H

#include "design/result.h"
#include "report/page/markup.h"

#include <stdio.h>

typedef struct design_report {
    const design_result *result;
    const char *name; /* of the file, for people */
} design_report;

/* Every machine by area and mean speed-up, a mark for what has asked for it; lines: the Pareto front, and
 * dashed the budget. */
void design_figure(markup *m, const design_report *report);

/* One page: the figure, the machines that have a name, the front, knobs, programs. */
void design_report_html(const design_report *report, FILE *out);
/* The figure as a file of its own. */
void design_report_svg(const design_report *report, FILE *out);
/* The machines that have a name, program by program, and the front. POISE_FAILED when out of memory. */
int design_report_markdown(const design_report *report, FILE *out, poise_error *err);

#endif
