/* Figures of kernels: a frame with axes, and a mark for each kernel in it. */
#ifndef POISE_REPORT_PLOT_PLOT_H
#define POISE_REPORT_PLOT_PLOT_H

#include "report/plot/axis.h"
#include "report/plot/scale.h"

#include <stdint.h>

/* Pixels: the size of every figure with two axes, and of the frame in it. */
enum { PLOT_WIDTH = 458, PLOT_HEIGHT = 372, PLOT_TITLE_FOOT = 14, PLOT_TITLE_LEFT = 8 };
extern const plot_box plot_frame;

typedef struct plot {
    plot_box box;
    scale x, y;
} plot;

/* Begins the figure: title, which stands above it and names it for screen readers. */
void plot_begin(markup *m, double width, double height, const char *title);

/* Ticks of an axis. */
typedef struct plot_ticks {
    axis_tick tick[SCALE_MAX_TICKS];
    int n;
} plot_ticks;
plot_ticks plot_ticks_at(const scale *s, const double *values, int n, number_text (*format)(double value));
/* 1, 2, 4, 8, 16, 24, ... warps within the scale. */
plot_ticks plot_ticks_of_warps(const scale *s);
/* Round numbers of a linear scale, which is widened to them. */
plot_ticks plot_ticks_nice(scale *s, int most);
/* Round numbers of a logarithmic scale, as ratios, with room for their labels. */
plot_ticks plot_ticks_of_ratios(const scale *s);

/* A scale over the places of the frame; logarithmic. */
scale plot_scale_x(const plot_box *box, double low, double high);
scale plot_scale_y(const plot_box *box, double low, double high);

/* A straight line between two points given as numbers of the axes. */
void plot_line(markup *m, const plot *p, const char *class_name, double x1, double y1, double x2, double y2);

/* What pointing at a mark shows besides the kernel's name. */
typedef struct plot_words {
    char text[320];
} plot_words;

/* Whose mark it is: that of its program, in the figures and in the line of the table with its number. */
typedef struct plot_kernel {
    size_t series;
    uint64_t number;
    const char *run, *kernel;
    uint64_t launch;
    bool hollow; /* it counts less than others */
} plot_kernel;

/* The mark of a kernel at these numbers; what lies beyond the frame stands on its edge. */
void plot_mark(markup *m, const plot *p, const plot_kernel *kernel, double x, double y, const char *text);

#endif
