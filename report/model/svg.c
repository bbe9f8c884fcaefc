#include "report/axis.h"
#include "report/model/output.h"
#include "report/plot.h"
#include "report/series.h"

#include <math.h>

enum { MARGIN = 12, GAP = 20, HEADING_FOOT = 26, LEGEND_TOP = 40, COLUMNS = 2 };

static double height_of(const model_report *report, const model_drawing *d)
{
    return d->figure->height(report, d->part);
}

/* A row is as high as the higher of its figures. */
static double row_height(const model_report *report, const model_drawing *drawings, size_t n, size_t first)
{
    double height = height_of(report, &drawings[first]);
    if (first + 1 < n)
        height = fmax(height, height_of(report, &drawings[first + 1]));
    return height + GAP;
}

static void begin_at(markup *m, double x, double y)
{
    markup_begin(m, "g");
    markup_attribute_format(m, "transform", "translate(%g %g)", x, y);
}

static void put_heading(markup *m, const model_report *report, const model_drawing *d)
{
    markup_begin(m, "text");
    markup_attribute(m, "class", "heading");
    markup_attribute_format(m, "x", "%d", MARGIN);
    markup_attribute_format(m, "y", "%d", HEADING_FOOT);
    markup_format(m, "Model ");
    markup_text_short(m, report->model->name, 32);
    markup_format(m, ": %s", d->part->title);
    markup_end(m);
    markup_line(m);
}

void model_report_svg(const model_report *report, const model_drawing *drawings, size_t n, FILE *out)
{
    markup m = {.out = out};
    const size_t columns = n < COLUMNS ? n : COLUMNS;
    const double width = 2 * MARGIN + (double)columns * PLOT_WIDTH + ((double)columns - 1) * GAP;
    const double legend = series_legend_height(NULL, report->n_series, width - 2 * MARGIN);
    const double top = LEGEND_TOP + legend + GAP;
    double height = top + MARGIN;
    for (size_t i = 0; i < n; i += columns)
        height += row_height(report, drawings, columns == 1 ? i + 1 : n, i);
    figure_begin(&m, width, height, "Predictions of a model", true);
    put_heading(&m, report, &drawings[0]);
    begin_at(&m, MARGIN, LEGEND_TOP);
    series_legend(&m, report->series, NULL, report->n_series, width - 2 * MARGIN);
    markup_end(&m);
    double y = top;
    for (size_t i = 0; i < n; i++) {
        begin_at(&m, MARGIN + (double)(i % columns) * (PLOT_WIDTH + GAP), y);
        drawings[i].figure->draw(&m, report, drawings[i].part, drawings[i].output);
        markup_end(&m);
        if (i % columns == columns - 1)
            y += row_height(report, drawings, n, i - (columns - 1));
    }
    markup_end(&m);
    markup_line(&m);
}
