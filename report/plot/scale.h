/* From numbers to places in a figure. */
#ifndef POISE_REPORT_PLOT_SCALE_H
#define POISE_REPORT_PLOT_SCALE_H

#include <stdbool.h>

typedef struct scale {
    double low, high; /* numbers, low < high; for a logarithmic scale both > 0 */
    double from, to;  /* their places in pixels; from > to for an axis that goes up */
    bool logarithmic;
} scale;

/* Place of `value`; what lies beyond the ends lies beyond the places, too. */
double scale_at(const scale *s, double value);

enum { SCALE_MAX_TICKS = 16 };

/* Widens low..high to multiples of a step of 1, 2 or 5 times a power of ten, such that there are at most
 * `most` ticks (2..SCALE_MAX_TICKS), and stores them. A range of nothing becomes one around it. Returns their
 * number. Linear scales only. */
int scale_nice(scale *s, int most, double ticks[SCALE_MAX_TICKS]);

/* Powers of two within low..high of a logarithmic scale, at most `most` of them. Returns their
 * number. */
int scale_doublings(const scale *s, int most, double ticks[SCALE_MAX_TICKS]);

/* Numbers 1, 1.5, 2, 3, 5, 7 times powers of ten within low..high of a logarithmic scale, or only 1, 2, 5, or
 * 1, 3, or 1, so that they are at least `distance` pixels apart. Returns their number. */
int scale_rounds(const scale *s, double distance, double ticks[SCALE_MAX_TICKS]);

#endif
