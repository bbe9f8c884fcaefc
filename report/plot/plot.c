#include "report/plot/plot.h"

#include "report/plot/series.h"

#include <inttypes.h>
#include <math.h>

/* Pixels that a label takes on an axis that goes to the right, and on one that goes up. */
enum { TICK_ACROSS = 34, TICK_UP = 20 };

const plot_box plot_frame = {.left = 62, .top = 32, .right = 446, .bottom = 330};

void plot_begin(markup *m, double width, double height, const char *title)
{
    figure_begin(m, width, height, title, false);
    axis_text(m, PLOT_TITLE_LEFT, PLOT_TITLE_FOOT, "title", title);
}

plot_ticks plot_ticks_at(const scale *s, const double *values, int n, number_text (*format)(double value))
{
    plot_ticks ticks = {.n = 0};
    for (int i = 0; i < n; i++) {
        if (values[i] >= s->low * (1 - 1e-9) && values[i] <= s->high * (1 + 1e-9) &&
            ticks.n < SCALE_MAX_TICKS)
            ticks.tick[ticks.n++] = (axis_tick){scale_at(s, values[i]), format(values[i])};
    }
    return ticks;
}

plot_ticks plot_ticks_of_warps(const scale *s)
{
    static const double warps[] = {1, 2, 4, 8, 16, 24, 48};
    return plot_ticks_at(s, warps, sizeof warps / sizeof warps[0], number_short);
}

plot_ticks plot_ticks_of_ratios(const scale *s)
{
    double values[SCALE_MAX_TICKS];
    const int n = scale_rounds(s, s->to > s->from ? TICK_ACROSS : TICK_UP, values);
    plot_ticks ticks = {.n = n};
    for (int i = 0; i < n; i++)
        ticks.tick[i] = (axis_tick){scale_at(s, values[i]), number_ratio(values[i])};
    return ticks;
}

plot_ticks plot_ticks_nice(scale *s, int most)
{
    double values[SCALE_MAX_TICKS];
    const int n = scale_nice(s, most, values);
    plot_ticks ticks = {.n = n};
    for (int i = 0; i < n; i++)
        ticks.tick[i] = (axis_tick){scale_at(s, values[i]), number_short(values[i])};
    return ticks;
}

scale plot_scale_x(const plot_box *box, double low, double high)
{
    return (scale){.low = low, .high = high, .from = box->left, .to = box->right, .logarithmic = true};
}

scale plot_scale_y(const plot_box *box, double low, double high)
{
    return (scale){.low = low, .high = high, .from = box->bottom, .to = box->top, .logarithmic = true};
}

void plot_line(markup *m, const plot *p, const char *class_name, double x1, double y1, double x2, double y2)
{
    markup_begin(m, "path");
    markup_attribute(m, "class", class_name);
    markup_attribute_format(m, "d", "M%s %sL%s %s", number_short(scale_at(&p->x, x1)).text,
                            number_short(scale_at(&p->y, y1)).text, number_short(scale_at(&p->x, x2)).text,
                            number_short(scale_at(&p->y, y2)).text);
    markup_end(m);
}

/* Not NaN, within low..high. */
static double within(const scale *s, double value)
{
    return fmin(fmax(value, s->low), s->high);
}

void plot_mark(markup *m, const plot *p, const plot_kernel *kernel, double x, double y, const char *text)
{
    series_mark_begin(m, kernel->series, kernel->hollow, scale_at(&p->x, within(&p->x, x)),
                      scale_at(&p->y, within(&p->y, y)));
    markup_attribute_format(m, "data-mark", "k%" PRIu64, kernel->number);
    markup_begin(m, "title");
    markup_format(m, "%" PRIu64 ". ", kernel->number);
    markup_text(m, kernel->run);
    markup_text(m, " / ");
    markup_text(m, kernel->kernel);
    markup_format(m, ", launch %" PRIu64 ": %s", kernel->launch, text);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}
