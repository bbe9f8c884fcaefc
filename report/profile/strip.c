#include "report/profile/figures.h"

#include "report/axis.h"
#include "report/number.h"

#include <math.h>

enum { PADDING = 8, MIDDLE = STRIP_HEIGHT / 2, MOST_TICKS = 5 };

/* At least 1 to 2: small speedups look small (our choice). */
scale figure_strip_scale(const profile_report *report)
{
    scale s = {.low = 0.95, .high = 2, .from = PADDING, .to = STRIP_WIDTH - PADDING, .logarithmic = true};
    for (size_t i = 0; i < report->n; i++) {
        const profile_launch *launch = &report->launches[i];
        s.high = fmax(s.high, launch->best.speedup); /* NaN is ignored */
        s.low = fmin(s.low, launch->target.speedup);
    }
    return s;
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
    markup_begin(m, "path");
    markup_attribute(m, "class", class_name);
    markup_attribute_format(m, "d", form, x);
    markup_end(m);
}

void figure_strip(markup *m, const profile_launch *launch, const scale *s)
{
    const double one = scale_at(s, 1);
    figure_begin(m, STRIP_WIDTH, STRIP_HEIGHT, "Best, target and best p = N", false);
    put_path(m, "level-one", "M%.1f 0v16", one);
    if (launch->best.n > 0) {
        const double best = scale_at(s, launch->best.speedup);
        markup_begin(m, "rect");
        markup_attribute(m, "class", "bar");
        markup_number(m, "x", one);
        markup_number(m, "y", MIDDLE - 3);
        markup_number(m, "width", fmax(0, best - one));
        markup_number(m, "height", 6);
        markup_end(m);
        put_path(m, "tick", "M%.1f 2v12", scale_at(s, launch->diagonal.speedup));
        put_path(m, "chosen target", "M%.1f 4h8v8h-8z", scale_at(s, launch->target.speedup) - 4);
        put_path(m, "chosen best", "M%.1f 2l6 6l-6 6l-6 -6z", best);
    }
    markup_end(m);
}
