#include "report/design/output.h"
#include "report/plot/plot.h"
#include "report/plot/series.h"
#include "report/plot/sheet.h"

#include <stdlib.h>

enum { MOST_TICKS = 7 };

static void fit(plot *p, const design_result *result)
{
    double low = 1, high = 1, least = 0, most = result->budget;
    for (size_t i = 0; i < result->n_rows; i++) {
        low = fmin(low, result->rows[i].mean);
        high = fmax(high, result->rows[i].mean);
        least = fmin(least, result->rows[i].area);
        most = fmax(most, result->rows[i].area);
    }
    p->x = (scale){.low = least, .high = most, .from = p->box.left, .to = p->box.right};
    p->y = (scale){.low = low, .high = high, .from = p->box.bottom, .to = p->box.top};
}

/* A step: with more area than one machine of the front needs, and less than the next, nothing better is
 * known. */
static void draw_front(markup *m, const plot *p, const design_result *result)
{
    size_t n;
    const design_row **front = design_result_front(result, &n);
    for (size_t i = 0; front != NULL && i < n; i++) {
        const double end = i + 1 < n ? front[i + 1]->area : p->x.high;
        plot_line(m, p, "level-one", front[i]->area, front[i]->mean, end, front[i]->mean);
        if (i + 1 < n)
            plot_line(m, p, "level-one", end, front[i]->mean, end, front[i + 1]->mean);
    }
    free(front);
}

static void draw_mark(markup *m, const plot *p, const design_row *row)
{
    const bool is_shown = row->front || row->label[0] != '\0';
    series_mark_begin(m, (size_t)row->stage, !is_shown, scale_at(&p->x, row->area),
                      scale_at(&p->y, row->mean));
    markup_begin(m, "title");
    markup_format(m, "%.3f with %.2f mm^2: %s%s%s", row->mean, row->area, row->label,
                  row->label[0] == '\0' ? "" : " = ", row->change);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

void design_figure(markup *m, const design_report *report)
{
    const design_result *result = report->result;
    plot p = {.box = plot_frame};
    fit(&p, result);
    const plot_ticks x = plot_ticks_nice(&p.x, MOST_TICKS), y = plot_ticks_nice(&p.y, MOST_TICKS);
    plot_begin(m, PLOT_WIDTH, PLOT_HEIGHT, "Area and mean speed-up of machines");
    axis_y(m, &p.box, y.tick, y.n, "mean speed-up over the base", true);
    axis_x(m, &p.box, x.tick, x.n, "area more than the base, mm^2");
    markup_line(m);
    plot_line(m, &p, "level-best", result->budget, p.y.low, result->budget, p.y.high);
    draw_front(m, &p, result);
    for (size_t i = result->n_rows; i-- > 0;) /* named ones above */
        draw_mark(m, &p, &result->rows[i]);
    markup_end(m);
    markup_line(m);
}

static double height_of(const void *context, size_t i)
{
    (void)context, (void)i;
    return PLOT_HEIGHT;
}

static void draw(markup *m, const void *context, size_t i)
{
    (void)i;
    design_figure(m, context);
}

void design_report_svg(const design_report *report, FILE *out)
{
    const sheet s = {.title = "Area and mean speed-up of machines",
                     .heading = report->name,
                     .names = design_stage_names,
                     .n_names = DESIGN_STAGES,
                     .n = 1,
                     .context = report,
                     .height = height_of,
                     .draw = draw};
    sheet_write(&s, out);
}
