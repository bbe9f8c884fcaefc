#include "report/profile/figures.h"

#include "report/plot/axis.h"
#include "report/profile/columns.h"
#include "report/profile/warp_axis.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Pixels. */
static const plot_box box = {.left = 62, .top = 52, .right = 446, .bottom = 350};
enum {
    WIDTH = 458,
    HEIGHT = 392,
    TITLE_FOOT = 14,
    LEGEND_FOOT = 36,
    LEGEND_ENTRY = 84,
    LABEL_DISTANCE = 18,
    MOST_TICKS = 8,
    HALF_MARK = 3, /* half the side of a mark */
};

typedef struct curve {
    const char *class_name, *label;
    bool diagonal; /* p = N, otherwise p = 1 */
} curve;

static const curve curves[] = {{"diagonal", "p = N", true}, {"one", "p = 1", false}};
enum { N_CURVES = sizeof curves / sizeof curves[0] };

typedef struct curve_plot {
    const profile_launch *launch;
    warp_axis axis;
    double cell; /* pixels between values of N */
    scale y;
    axis_tick ticks[SCALE_MAX_TICKS];
    int n_ticks;
} curve_plot;

static double speedup_of(const curve_plot *plot, const curve *line, uint32_t n)
{
    return surface_at(&plot->launch->speedup, n, line->diagonal ? n : 1);
}

/* The baseline and the best tuple of all are always in the picture. */
static void scale_speedups(curve_plot *plot)
{
    plot->y = (scale){.low = 1, .high = 1, .from = box.bottom, .to = box.top};
    plot->y.high = fmax(plot->y.high, plot->launch->best.speedup); /* NaN is ignored */
    for (int k = 0; k < N_CURVES; k++) {
        for (int i = 0; i < plot->axis.n; i++)
            plot->y.low = fmin(plot->y.low, speedup_of(plot, &curves[k], plot->axis.value[i]));
    }
    double ticks[SCALE_MAX_TICKS];
    plot->n_ticks = scale_nice(&plot->y, MOST_TICKS, ticks);
    for (int i = 0; i < plot->n_ticks; i++) {
        plot->ticks[i].at = scale_at(&plot->y, ticks[i]);
        plot->ticks[i].label = number_ratio(ticks[i]);
    }
}

static double x_of(const curve_plot *plot, uint32_t n)
{
    return box.left + (plot->axis.place[n] - 0.5) * plot->cell;
}

static void put_mark(markup *m, bool round, double x, double y)
{
    markup_begin(m, round ? "circle" : "rect");
    markup_number(m, round ? "cx" : "x", round ? x : x - HALF_MARK);
    markup_number(m, round ? "cy" : "y", round ? y : y - HALF_MARK);
    if (round) {
        markup_number(m, "r", HALF_MARK);
        return;
    }
    markup_number(m, "width", 2 * HALF_MARK);
    markup_number(m, "height", 2 * HALF_MARK);
}

static void put_points(markup *m, const curve_plot *plot, const curve *line)
{
    for (int i = 0; i < plot->axis.n; i++) {
        const uint32_t n = plot->axis.value[i];
        const double speedup = speedup_of(plot, line, n);
        if (isnan(speedup))
            continue;
        put_mark(m, line->diagonal, x_of(plot, n), scale_at(&plot->y, speedup));
        markup_begin(m, "title");
        markup_format(m, "{%" PRIu32 ",%" PRIu32 "} %s", n, line->diagonal ? n : 1,
                      number_speedup(speedup).text);
        markup_end(m);
        markup_end(m);
    }
}

static void put_line(markup *m, const curve_plot *plot, const curve *line)
{
    enum { POINT_TEXT = 24 };
    char path[PROFILE_MAX_WARPS * POINT_TEXT] = "";
    size_t length = 0;
    for (int i = 0; i < plot->axis.n; i++) {
        const uint32_t n = plot->axis.value[i];
        const double speedup = speedup_of(plot, line, n);
        if (!isnan(speedup))
            length += (size_t)snprintf(path + length, sizeof path - length, "%.1f,%.1f ", x_of(plot, n),
                                       scale_at(&plot->y, speedup));
    }
    markup_begin(m, "polyline");
    markup_attribute(m, "points", path);
    markup_end(m);
}

static void put_curve(markup *m, const curve_plot *plot, const curve *line)
{
    markup_begin(m, "g");
    markup_attribute_format(m, "class", "curve %s", line->class_name);
    put_line(m, plot, line);
    put_points(m, plot, line);
    markup_end(m);
    markup_line(m);
}

/* A line across at a speedup. */
static void put_level(markup *m, const curve_plot *plot, const char *class_name, double speedup)
{
    const number_text y = number_short(scale_at(&plot->y, speedup));
    markup_begin(m, "path");
    markup_attribute(m, "class", class_name);
    markup_attribute_format(m, "d", "M%s %sH%s", number_short(box.left).text, y.text,
                            number_short(box.right).text);
    markup_end(m);
}

static void put_legend(markup *m, const curve_plot *plot)
{
    for (int k = 0; k < N_CURVES; k++) {
        const double x = box.left + k * LEGEND_ENTRY;
        markup_begin(m, "g");
        markup_attribute_format(m, "class", "curve %s", curves[k].class_name);
        markup_begin(m, "polyline");
        markup_attribute_format(m, "points", "%.1f,%d %.1f,%d", x, LEGEND_FOOT - 4, x + 28, LEGEND_FOOT - 4);
        markup_end(m);
        put_mark(m, curves[k].diagonal, x + 14, LEGEND_FOOT - 4);
        markup_end(m);
        markup_end(m);
        axis_text(m, x + 34, LEGEND_FOOT, NULL, curves[k].label);
    }
    const report_tuple *best = &plot->launch->best;
    const double x = box.left + N_CURVES * LEGEND_ENTRY;
    if (best->n == 0)
        return;
    char label[96];
    markup_begin(m, "path");
    markup_attribute(m, "class", "level-best");
    markup_attribute_format(m, "d", "M%.1f %dh28", x, LEGEND_FOOT - 4);
    markup_end(m);
    snprintf(label, sizeof label, "best of all, %s %s", report_tuple_text(best).text,
             number_speedup(best->speedup).text);
    axis_text(m, x + 34, LEGEND_FOOT, NULL, label);
}

void figure_curves(markup *m, const profile_launch *launch)
{
    curve_plot plot = {.launch = launch, .axis = warp_axis_of(&launch->speedup)};
    plot.cell = (box.right - box.left) / plot.axis.n;
    scale_speedups(&plot);
    figure_begin(m, WIDTH, HEIGHT, "Curves: speedup over {W,W} along p = N and along p = 1", false);
    axis_text(m, box.left, TITLE_FOOT, "title", "Speedup along p = N and p = 1");
    axis_tick ticks[PROFILE_MAX_WARPS];
    const int n = warp_axis_ticks(&plot.axis, box.left, plot.cell, LABEL_DISTANCE, ticks);
    axis_y(m, &box, plot.ticks, plot.n_ticks, "speedup S", true);
    axis_x(m, &box, ticks, n, "N, warps that may issue");
    put_level(m, &plot, "level-one", 1);
    if (launch->best.n > 0)
        put_level(m, &plot, "level-best", launch->best.speedup);
    markup_line(m);
    for (int k = 0; k < N_CURVES; k++)
        put_curve(m, &plot, &curves[k]);
    put_legend(m, &plot);
    markup_end(m);
    markup_line(m);
}
