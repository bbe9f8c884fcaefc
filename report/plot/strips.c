#include "report/plot/strips.h"

#include <math.h>

enum {
    LEAST_LINE = 18,
    MOST_LINE = 27,
    LEFT = 118,
    TOP = 32,
    FOOT = 42,
    NAME_AT = 8,
    NAME_LENGTH = 16,
    MOST_TICKS = 7
};

/* Geometric mean of the values of a program when the axis is logarithmic, otherwise arithmetic. */
static double mean_of(const strips *s, size_t series)
{
    double sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) {
        if (s->kernel(s->context, i).series == series) {
            const double value = s->value(s->context, i);
            sum += s->logarithmic ? log(value) : value;
            n++;
        }
    }
    return s->logarithmic ? exp(sum / (double)n) : sum / (double)n;
}

static size_t count_lines(const bool *shown, size_t n_names)
{
    size_t n = 0;
    for (size_t series = 0; series < n_names; series++)
        n += shown[series];
    return n;
}

static void put_program(markup *m, const strips *s, const plot *p, size_t series, double place)
{
    markup_begin(m, "text");
    markup_number(m, "x", NAME_AT);
    markup_number(m, "y", scale_at(&p->y, place) + 4);
    markup_text_short(m, s->names[series], NAME_LENGTH);
    markup_end(m);
    plot_line(m, p, "grid", p->x.low, place, p->x.high, place);
    for (size_t i = 0; i < s->n; i++) {
        const plot_kernel kernel = s->kernel(s->context, i);
        if (kernel.series == series)
            plot_mark(m, p, &kernel, s->value(s->context, i), place, s->words(s->context, i).text);
    }
    const double at = fmin(fmax(mean_of(s, series), p->x.low), p->x.high);
    plot_line(m, p, "mean-tick", at, place - 0.4, at, place + 0.4);
    markup_line(m);
}

/* As high as the figure beside it, where lines are neither too narrow nor too wide. */
static double line_height(size_t lines)
{
    const double even = (PLOT_HEIGHT - TOP - FOOT) / (double)(lines == 0 ? 1 : lines);
    return fmin(fmax(even, LEAST_LINE), MOST_LINE);
}

double strips_height(const bool *shown, size_t n_names)
{
    const size_t lines = count_lines(shown, n_names);
    return TOP + line_height(lines) * (double)lines + FOOT;
}

void strips_draw(markup *m, const strips *s)
{
    const size_t lines = count_lines(s->shown, s->n_names);
    const double bottom = strips_height(s->shown, s->n_names) - FOOT;
    plot p = {.box = {.left = LEFT, .top = TOP, .right = plot_frame.right, .bottom = bottom}};
    p.x = plot_scale_x(&p.box, s->low, s->high);
    p.x.logarithmic = s->logarithmic;
    p.y = (scale){.low = 0.5, .high = (double)lines + 0.5, .from = TOP, .to = bottom};
    const plot_ticks x = s->logarithmic ? plot_ticks_of_ratios(&p.x) : plot_ticks_nice(&p.x, MOST_TICKS);
    plot_begin(m, PLOT_WIDTH, bottom + FOOT, s->title);
    axis_x(m, &p.box, x.tick, x.n, s->x_title);
    if (!isnan(s->level))
        plot_line(m, &p, "level-one", s->level, p.y.low, s->level, p.y.high);
    markup_line(m);
    double place = 0;
    for (size_t series = 0; series < s->n_names; series++) {
        if (s->shown[series])
            put_program(m, s, &p, series, ++place);
    }
    markup_end(m);
    markup_line(m);
}
