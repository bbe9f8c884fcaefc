/* Strip plots: a line for each program, a mark for each kernel on it, a stroke at the mean. */
#ifndef POISE_REPORT_PLOT_STRIPS_H
#define POISE_REPORT_PLOT_STRIPS_H

#include "report/plot/plot.h"

typedef struct strips {
    const char *title, *x_title;
    const char *const *names; /* n_names programs, those that are shown */
    const bool *shown;
    size_t n_names;
    size_t n; /* kernels, and what is asked of each */
    const void *context;
    plot_kernel (*kernel)(const void *context, size_t i);
    double (*value)(const void *context, size_t i); /* not NaN */
    plot_words (*words)(const void *context, size_t i);
    double low, high; /* of the axis; what lies beyond stands on the edge */
    bool logarithmic; /* the axis has ratios, means are geometric */
    double level;     /* where a line goes down; NaN = none */
} strips;

void strips_draw(markup *m, const strips *s);
/* Pixels that it is high. */
double strips_height(const bool *shown, size_t n_names);

#endif
