#include "report/plot/series.h"
#include "report/probe/output.h"

#include <math.h>

/* Curves that look different; pixels; characters. */
enum { MOST_CURVES = 15, MOST_TICKS = 8, COLUMNS = 6, LEGEND_LINE = 14, MARK = 14 };

/* Every stride, or every second one where they are many. */
static uint32_t step_of(const probe_surface *s)
{
    return (s->n_strides + MOST_CURVES - 1) / MOST_CURVES;
}

static double legend_height(const probe_surface *s)
{
    const uint32_t curves = (s->n_strides + step_of(s) - 1) / step_of(s),
                   lines = (curves + COLUMNS - 1) / COLUMNS;
    return LEGEND_LINE * (1.0 + lines);
}

static void begin_line(markup *m, uint32_t i)
{
    markup_begin(m, "path");
    markup_attribute_format(m, "class", "steps c%u dash%u", i % SERIES_COLOURS, i / SERIES_COLOURS % 3);
}

static void put_legend(markup *m, const probe_surface *s)
{
    const double wide = (double)(PLOT_WIDTH - 2 * PLOT_TITLE_LEFT) / COLUMNS;
    for (uint32_t j = 0, i = 0; j < s->n_strides; j += step_of(s), i++) {
        const double x = PLOT_TITLE_LEFT + (i % COLUMNS) * wide;
        const uint32_t line = i / COLUMNS;
        const double y = PLOT_TITLE_FOOT + 12 + LEGEND_LINE * (double)line;
        begin_line(m, i);
        markup_attribute_format(m, "d", "M%s %sh%d", number_short(x).text, number_short(y).text, MARK);
        markup_end(m);
        axis_text(m, x + MARK + 4, y + 4, NULL, probe_size_text((double)s->stride[j]).text);
    }
    markup_line(m);
}

static plot frame_of(const probe_surface *s)
{
    plot p = {.box = plot_frame};
    double most = 0;
    for (uint32_t i = 0; i < s->n_sizes * s->n_strides; i++)
        most = fmax(most, s->time[i]); /* NAN is ignored */
    p.box.top += legend_height(s);
    p.box.bottom += legend_height(s);
    p.x = probe_scale_sizes(s, &p.box);
    p.y = (scale){.low = 0, .high = most > 0 ? most : 1, .from = p.box.bottom, .to = p.box.top};
    return p;
}

static void put_curve(markup *m, const plot *p, const probe_surface *s, uint32_t j, uint32_t i)
{
    bool is_begun = false;
    begin_line(m, i);
    fputs(" d=\"", m->out);
    for (uint32_t k = 0; k < s->n_sizes; k++) {
        const double time = s->time[(size_t)k * s->n_strides + j];
        if (isnan(time))
            continue;
        fprintf(m->out, "%c%s %s", is_begun ? 'L' : 'M',
                number_short(scale_at(&p->x, (double)s->size[k])).text,
                number_short(scale_at(&p->y, time)).text);
        is_begun = true;
    }
    fputs(is_begun ? "\"" : "M0 0\"", m->out);
    markup_element(m, "title", NULL, probe_size_text((double)s->stride[j]).text);
    markup_end(m);
    markup_line(m);
}

void probe_figure_curves(markup *m, const probe_report *report)
{
    const probe_surface *s = &report->result->surface;
    plot p = frame_of(s);
    const plot_ticks y = plot_ticks_nice(&p.y, MOST_TICKS), x = probe_size_ticks(&p.x, MOST_TICKS);
    char title[96];
    snprintf(title, sizeof title, "time of a load, %s", report->result->unit);
    plot_begin(m, PLOT_WIDTH, PLOT_HEIGHT + legend_height(s),
               "Time of a load over size, a curve for each stride");
    put_legend(m, s);
    axis_y(m, &p.box, y.tick, y.n, title, true);
    axis_x(m, &p.box, x.tick, x.n, "size, bytes");
    probe_put_edges(m, &p, &report->result->findings);
    for (uint32_t j = 0, i = 0; j < s->n_strides; j += step_of(s), i++)
        put_curve(m, &p, s, j, i);
    markup_end(m);
    markup_line(m);
}
