/* Bars in groups: in each group one bar for each series, of one value or of several parts that add up. */
#ifndef POISE_REPORT_PLOT_BARS_H
#define POISE_REPORT_PLOT_BARS_H

#include "report/plot/plot.h"

typedef struct plot_bars {
    const char *title;
    double level; /* where a line goes across; 0 = none */
    size_t n_groups, n_series, n_parts;
    const void *context;                                                            /* of these */
    double (*value)(const void *context, size_t group, size_t series, size_t part); /* NaN: undefined */
    const char *(*group_name)(const void *context, size_t group);
    const char *(*series_name)(const void *context, size_t series);
    const char *(*part_label)(const void *context, size_t part); /* NULL: the only one */
    int (*decimals)(const void *context, size_t part);
} plot_bars;

/* The highest bar; 0: there is nothing to see. */
double plot_bars_highest(const plot_bars *bars);
/* As wide as the bars need. */
void plot_bars_draw(markup *m, const plot_bars *bars, bool alone);

#endif
