#include "report/strip.h"

#include "report/axis.h"

#include <math.h>

enum { PADDING = 8, MIDDLE = STRIP_HEIGHT / 2, MOST_TICKS = 5 };

scale strip_scale(void)
{
    return (scale){.low = 0.95, .high = 2, .from = PADDING, .to = STRIP_WIDTH - PADDING, .logarithmic = true};
}

void strip_widen(scale *s, const report_tuple *tuple)
{
    s->high = fmax(s->high, tuple->speedup); /* NaN is ignored */
    s->low = fmin(s->low, tuple->speedup);
}

void figure_strip_axis(markup *m, const scale *s)
{
    double ticks[SCALE_MAX_TICKS];
    const int n = scale_doublings(s, MOST_TICKS, ticks);
    figure_begin(m, STRIP_WIDTH, STRIP_HEIGHT, "Speedup", false);
    for (int i = 0; i < n; i++)
        axis_text(m, scale_at(s, ticks[i]), STRIP_HEIGHT - 4, "middle", number_ratio(ticks[i]).text);
    markup_end(m);
}

static void put_path(markup *m, const char *class_name, const char *form, double x)
{
    if (isnan(x))
        return;
    markup_begin(m, "path");
    markup_attribute(m, "class", class_name);
    markup_attribute_format(m, "d", form, x);
    markup_end(m);
}

static void put_bar(markup *m, double one, double to)
{
    if (isnan(to))
        return;
    markup_begin(m, "rect");
    markup_attribute(m, "class", to < one ? "bar loss" : "bar");
    markup_number(m, "x", fmin(one, to));
    markup_number(m, "y", MIDDLE - 3);
    markup_number(m, "width", fabs(to - one));
    markup_number(m, "height", 6);
    markup_end(m);
}

void figure_strip(markup *m, const strip_marks *marks, const scale *s, const char *title)
{
    const double one = scale_at(s, 1);
    figure_begin(m, STRIP_WIDTH, STRIP_HEIGHT, title, false);
    put_path(m, "level-one", "M%.1f 0v16", one);
    put_bar(m, one, scale_at(s, marks->bar->speedup));
    put_path(m, "tick", "M%.1f 2v12", scale_at(s, marks->stroke->speedup));
    put_path(m, "chosen target", "M%.1f 4h8v8h-8z", scale_at(s, marks->square->speedup) - 4);
    put_path(m, "chosen best", "M%.1f 2l6 6l-6 6l-6 -6z", scale_at(s, marks->diamond->speedup));
    markup_end(m);
}
