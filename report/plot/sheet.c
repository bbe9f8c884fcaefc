#include "report/plot/sheet.h"

#include "report/plot/axis.h"
#include "report/plot/plot.h"
#include "report/plot/series.h"

#include <math.h>

enum { MARGIN = 12, GAP = 20, HEADING_FOOT = 26, HEADING_LENGTH = 80, LEGEND_TOP = 40, COLUMNS = 2 };

/* A row is as high as the highest of its figures. */
static double row_height(const sheet *s, size_t first, size_t columns)
{
    double height = 0;
    for (size_t i = first; i < s->n && i < first + columns; i++)
        height = fmax(height, s->height(s->context, i));
    return height + GAP;
}

static void begin_at(markup *m, double x, double y)
{
    markup_begin(m, "g");
    markup_attribute_format(m, "transform", "translate(%g %g)", x, y);
}

static void put_heading(markup *m, const char *heading)
{
    markup_begin(m, "text");
    markup_attribute(m, "class", "heading");
    markup_attribute_format(m, "x", "%d", MARGIN);
    markup_attribute_format(m, "y", "%d", HEADING_FOOT);
    markup_text_short(m, heading, HEADING_LENGTH);
    markup_end(m);
    markup_line(m);
}

void sheet_write(const sheet *s, FILE *out)
{
    markup m = {.out = out};
    const size_t columns = s->n < COLUMNS ? s->n : COLUMNS;
    const double inside = (double)columns * PLOT_WIDTH + ((double)columns - 1) * GAP;
    const double top = LEGEND_TOP + series_legend_height(s->shown, s->n_names, inside) + GAP;
    double height = top + MARGIN;
    for (size_t i = 0; i < s->n; i += columns)
        height += row_height(s, i, columns);
    figure_begin(&m, inside + 2 * MARGIN, height, s->title, true);
    put_heading(&m, s->heading);
    begin_at(&m, MARGIN, LEGEND_TOP);
    series_legend(&m, s->names, s->shown, s->n_names, inside);
    markup_end(&m);
    double y = top;
    for (size_t i = 0; i < s->n; i++) {
        begin_at(&m, MARGIN + (double)(i % columns) * (PLOT_WIDTH + GAP), y);
        s->draw(&m, s->context, i);
        markup_end(&m);
        if (i % columns == columns - 1)
            y += row_height(s, i - (columns - 1), columns);
    }
    markup_end(&m);
    markup_line(&m);
}
