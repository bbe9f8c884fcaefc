/* Several numbers over time in one figure: a line in steps for each, below what the lines mean. */
#ifndef POISE_REPORT_PLOT_CURVES_H
#define POISE_REPORT_PLOT_CURVES_H

#include "report/plot/plot.h"

/* A line; its value from the point before, or the beginning, up to `x`. */
typedef struct plot_curve {
    const char *name;
    bool is_thin; /* one of many */
    size_t n;
    const void *points;
} plot_curve;

typedef struct plot_curves {
    const char *title, *words; /* above it on a page; for screen readers and files */
    const char *x_title, *y_title;
    size_t n;
    const plot_curve *curve;
    double (*x)(const void *points, size_t i); /* rising, not negative */
    double (*y)(const void *points, size_t i); /* not negative */
    number_text (*x_label)(double value);
} plot_curves;

void plot_curves_draw(markup *m, const plot_curves *curves, bool alone);

#endif
