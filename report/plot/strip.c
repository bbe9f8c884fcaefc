#include "report/plot/strip.h"

#include "common/member.h"
#include "report/plot/axis.h"

#include <math.h>

enum { WIDTH = 150, HEIGHT = 16, PADDING = 8, MIDDLE = HEIGHT / 2, MOST_TICKS = 5 };

static double speedup_at(const void *row, size_t offset)
{
    const report_tuple *tuple = poise_const_member(row, offset);
    return tuple->speedup;
}

static void widen(scale *s, double speedup)
{
    s->high = fmax(s->high, speedup); /* NaN is ignored */
    s->low = fmin(s->low, speedup);
}

/* At least 1 to 2: small speedups look small (our choice). */
void strip_fit(strip_column *column, const report_table *table)
{
    scale *s = &column->scale;
    *s = (scale){.low = 0.95, .high = 2, .from = PADDING, .to = WIDTH - PADDING, .logarithmic = true};
    for (size_t i = 0; i < table->n_rows; i++) {
        const void *row = report_row(table, i);
        widen(s, speedup_at(row, column->bar));
        widen(s, speedup_at(row, column->stroke));
        widen(s, speedup_at(row, column->square));
        widen(s, speedup_at(row, column->diamond));
    }
}

static void draw_axis(markup *m, const void *context)
{
    const scale *s = &((const strip_column *)context)->scale;
    double ticks[SCALE_MAX_TICKS];
    const int n = scale_doublings(s, MOST_TICKS, ticks);
    figure_begin(m, WIDTH, HEIGHT, "Speedup", false);
    for (int i = 0; i < n; i++)
        axis_text(m, scale_at(s, ticks[i]), HEIGHT - 4, "middle", number_ratio(ticks[i]).text);
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

static void draw_row(markup *m, const void *row, const void *context)
{
    const strip_column *column = context;
    const scale *s = &column->scale;
    const double one = scale_at(s, 1);
    figure_begin(m, WIDTH, HEIGHT, column->title, false);
    put_path(m, "level-one", "M%.1f 0v16", one);
    put_bar(m, one, scale_at(s, speedup_at(row, column->bar)));
    put_path(m, "tick", "M%.1f 2v12", scale_at(s, speedup_at(row, column->stroke)));
    put_path(m, "chosen target", "M%.1f 4h8v8h-8z", scale_at(s, speedup_at(row, column->square)) - 4);
    put_path(m, "chosen best", "M%.1f 2l6 6l-6 6l-6 -6z", scale_at(s, speedup_at(row, column->diamond)));
    markup_end(m);
}

table_drawing strip_drawing(const strip_column *column)
{
    return (table_drawing){.head = draw_axis, .cell = draw_row, .context = column};
}
