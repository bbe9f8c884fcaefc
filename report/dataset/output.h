/* A data set for people: the table alone is dataset_table(). Errors stay with the stream. */
#ifndef POISE_REPORT_DATASET_OUTPUT_H
#define POISE_REPORT_DATASET_OUTPUT_H

#include "report/dataset/figures.h"

#include <stdio.h>

/* One page: how many kernels there are and what their targets are worth, figures, every kernel. */
void dataset_report_html(const dataset_report *report, FILE *out);
/* One figure, or all of them side by side: a file of its own. */
void dataset_report_svg(const dataset_report *report, const dataset_drawing *drawings, size_t n, FILE *out);

#endif
