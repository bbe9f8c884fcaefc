/* The statistics of a report of results, for files of their own. */
#ifndef POISE_REPORT_RESULTS_DRAWINGS_H
#define POISE_REPORT_RESULTS_DRAWINGS_H

#include "report/results/report.h"

#include <stdio.h>

/* Bars that have something to show, then for every visit the plane and the course over time. */
size_t results_drawings(const results_report *report);
/* Name of the file of a drawing, without its ending. */
void results_drawing_name(const results_report *report, size_t drawing, char *name, size_t size);
void results_drawing_svg(const results_report *report, size_t drawing, FILE *out);

#endif
