/* The frame of a figure: axes with ticks, labels and titles. */
#ifndef POISE_REPORT_PLOT_AXIS_H
#define POISE_REPORT_PLOT_AXIS_H

#include "report/page/markup.h"
#include "report/table/number.h"

/* Where data are drawn, in pixels; y grows downwards. */
typedef struct plot_box {
    double left, top, right, bottom;
} plot_box;

typedef struct axis_tick {
    double at; /* pixels */
    number_text label;
} axis_tick;

/* Text at a place; `class_name` says how it is drawn and anchored (figure.css). */
void axis_text(markup *m, double x, double y, const char *class_name, const char *text);

/* Below and at the left of the box; `lines`: also across the box, at the ticks. */
void axis_x(markup *m, const plot_box *box, const axis_tick *ticks, int n, const char *title);
void axis_y(markup *m, const plot_box *box, const axis_tick *ticks, int n, const char *title, bool lines);

/* An <svg> of this size, not ended. `title` is what it shows in one line, for screen readers; `alone` when it
 * is a file of its own. */
void figure_begin(markup *m, double width, double height, const char *title, bool alone);

#endif
