#include "report/plot/curves.h"

#include "report/plot/series.h"

#include <math.h>

/* Pixels; characters. */
enum { MOST_TICKS = 8, LEGEND_COLUMNS = 4, LEGEND_LINE = 15, LEGEND_NAME = 14, LEGEND_MARK = 14 };

/* Colour and strokes of curve `i`: 15 look different, then they repeat. */
static void begin_line(markup *m, const plot_curve *curve, size_t i)
{
    markup_begin(m, "path");
    markup_attribute_format(m, "class", "steps c%zu dash%zu%s", i % SERIES_COLOURS, i / SERIES_COLOURS % 3,
                            curve->is_thin ? " thin" : "");
}

static double legend_height(const plot_curves *c)
{
    const size_t lines = (c->n + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS;
    return LEGEND_LINE * (double)lines;
}

static void put_legend(markup *m, const plot_curves *c)
{
    const double wide = (double)(PLOT_WIDTH - 2 * PLOT_TITLE_LEFT) / LEGEND_COLUMNS;
    for (size_t i = 0; i < c->n; i++) {
        const double x = PLOT_TITLE_LEFT + (double)(i % LEGEND_COLUMNS) * wide;
        const size_t line = i / LEGEND_COLUMNS;
        const double y = PLOT_TITLE_FOOT + 12 + LEGEND_LINE * (double)line;
        begin_line(m, &c->curve[i], i);
        markup_attribute_format(m, "d", "M%s %sh%d", number_short(x).text, number_short(y).text, LEGEND_MARK);
        markup_end(m);
        markup_begin(m, "text");
        markup_number(m, "x", x + LEGEND_MARK + 4);
        markup_number(m, "y", y + 4);
        markup_text_short(m, c->curve[i].name, LEGEND_NAME);
        markup_end(m);
    }
    markup_line(m);
}

static plot frame_of(const plot_curves *c)
{
    const double legend = legend_height(c);
    double last = 0, most = 0;
    for (size_t i = 0; i < c->n; i++)
        for (size_t k = 0; k < c->curve[i].n; k++) {
            last = fmax(last, c->x(c->curve[i].points, k));
            most = fmax(most, c->y(c->curve[i].points, k));
        }
    plot p = {.box = plot_frame};
    p.box.top += legend;
    p.box.bottom += legend;
    p.x = (scale){.low = 0, .high = last > 0 ? last : 1, .from = p.box.left, .to = p.box.right};
    p.y = (scale){.low = 0, .high = most, .from = p.box.bottom, .to = p.box.top};
    return p;
}

static void put_curve(markup *m, const plot *p, const plot_curves *c, size_t i)
{
    const plot_curve *curve = &c->curve[i];
    begin_line(m, curve, i);
    fprintf(m->out, " d=\"M%s", number_short(p->box.left).text);
    for (size_t k = 0; k < curve->n; k++)
        fprintf(m->out, k == 0 ? " %sH%s" : "V%sH%s",
                number_short(scale_at(&p->y, c->y(curve->points, k))).text,
                number_short(scale_at(&p->x, c->x(curve->points, k))).text);
    fputs("\"", m->out);
    markup_element(m, "title", NULL, curve->name);
    markup_end(m);
    markup_line(m);
}

void plot_curves_draw(markup *m, const plot_curves *c, bool alone)
{
    plot p = frame_of(c);
    const plot_ticks y = plot_ticks_nice(&p.y, MOST_TICKS);
    double values[SCALE_MAX_TICKS];
    scale nice = p.x;
    const int n = scale_nice(&nice, MOST_TICKS, values);
    const plot_ticks x = plot_ticks_at(&p.x, values, n, c->x_label);
    figure_begin(m, PLOT_WIDTH, PLOT_HEIGHT + legend_height(c), c->words, alone);
    axis_text(m, PLOT_TITLE_LEFT, PLOT_TITLE_FOOT, "title", alone ? c->words : c->title);
    put_legend(m, c);
    axis_y(m, &p.box, y.tick, y.n, c->y_title, true);
    axis_x(m, &p.box, x.tick, x.n, c->x_title);
    for (size_t i = 0; i < c->n; i++)
        if (c->curve[i].n > 0)
            put_curve(m, &p, c, i);
    markup_end(m);
    markup_line(m);
}
