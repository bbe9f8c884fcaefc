/* Results of mixes for people; the CSV file is evaluate_mixes_print_csv(). Errors stay with the stream. */
#ifndef POISE_REPORT_MIXES_OUTPUT_H
#define POISE_REPORT_MIXES_OUTPUT_H

#include "evaluate/results/results.h"
#include "report/page/markup.h"

#include <stdio.h>

typedef struct mixes_report {
    const evaluate_results *results; /* of mixes */
    const char *name;                /* of the file, for people */
} mixes_report;

/* One page: mean weighted speedups, bars for each metric, every program, what it was made from. */
void mixes_report_html(const mixes_report *report, FILE *out);

/* A table for each metric, mixes down and policies across; the SMs; every program. */
void mixes_report_markdown(const mixes_report *report, FILE *out);

/* A figure of bars for each metric that is defined somewhere, one for each mix with the slowdowns of its
 * programs, then what was watched over time. */
size_t mixes_drawings(const mixes_report *report);
void mixes_drawing_name(const mixes_report *report, size_t drawing, char *name, size_t size);
void mixes_drawing_draw(markup *m, const mixes_report *report, size_t drawing, bool alone);

/* Of these, the slowdowns of a mix. */
void mixes_slowdowns_draw(markup *m, const mixes_report *report, size_t mix, bool alone);

/* Of these, the metrics; the metric of a drawing, NULL of another. */
size_t mixes_metric_drawings(const mixes_report *report);
const evaluate_mix_metric_info *mixes_drawing_metric(const mixes_report *report, size_t drawing);

#endif
