/* A model for people: the table alone is model_table(). Errors stay with the stream. */
#ifndef POISE_REPORT_MODEL_OUTPUT_H
#define POISE_REPORT_MODEL_OUTPUT_H

#include "report/model/figures.h"

#include <stdio.h>

/* One page: how good it is, figures, what it learned, every kernel. */
void model_report_html(const model_report *report, FILE *out);
/* The same without figures. POISE_FAILED when out of memory. */
int model_report_markdown(const model_report *report, FILE *out, poise_error *err);
/* One figure, or all of them side by side: a file of its own. */
void model_report_svg(const model_report *report, const model_drawing *drawings, size_t n, FILE *out);

#endif
