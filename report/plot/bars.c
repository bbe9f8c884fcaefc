#include "report/plot/bars.h"

#include "report/plot/series.h"

#include <math.h>

/* Pixels; characters. */
enum {
    MOST_BAR = 12,
    LEAST_BAR = 4,
    GAP = 16,
    LEFT = 62,
    RIGHT = 12,
    TITLE_FOOT = 14,
    LEGEND_LINE = 17,
    LEGEND_ENTRY = 164,
    LEGEND_NAME = 22,
    PLOT_HIGH = 190,
    LEAST_WIDTH = 420,
    PAGE_WIDTH = 1150,
    SLANTED = 62, /* for the names of groups */
    NAME_LENGTH = 15,
    MOST_TICKS = 6
};

typedef struct layout {
    const plot_bars *bars;
    size_t legend_columns, legend_lines;
    double bar, width, height;
    plot_box box;
    scale y;
} layout;

/* Sum of the parts that are known. */
static double height_of(const plot_bars *b, size_t group, size_t series)
{
    double sum = 0;
    for (size_t i = 0; i < b->n_parts; i++) {
        const double value = b->value(b->context, group, series, i);
        sum += isnan(value) ? 0 : value;
    }
    return sum;
}

double plot_bars_highest(const plot_bars *b)
{
    double most = 0;
    for (size_t i = 0; i < b->n_groups; i++) {
        for (size_t k = 0; k < b->n_series; k++)
            most = fmax(most, height_of(b, i, k));
    }
    return most;
}

static size_t lines_of(size_t entries, size_t columns)
{
    return (entries + columns - 1) / columns;
}

static layout layout_of(const plot_bars *bars)
{
    layout b = {.bars = bars};
    const double fitting = (PAGE_WIDTH - LEFT - RIGHT) / (double)bars->n_groups - GAP;
    b.bar = fmax(LEAST_BAR, fmin(MOST_BAR, fitting / (double)bars->n_series));
    const double groups = (double)bars->n_groups * ((double)bars->n_series * b.bar + GAP);
    b.width = fmax(LEAST_WIDTH, LEFT + groups + RIGHT);
    b.legend_columns = (size_t)((b.width - LEFT) / LEGEND_ENTRY);
    b.legend_lines = lines_of(bars->n_series, b.legend_columns);
    if (bars->n_parts > 1)
        b.legend_lines += lines_of(bars->n_parts, b.legend_columns);
    b.box = (plot_box){.left = LEFT, .right = LEFT + groups};
    b.box.top = TITLE_FOOT + 12 + (double)b.legend_lines * LEGEND_LINE;
    b.box.bottom = b.box.top + PLOT_HIGH;
    b.height = b.box.bottom + SLANTED;
    b.y = (scale){
        .low = 0, .high = fmax(plot_bars_highest(bars), bars->level), .from = b.box.bottom, .to = b.box.top};
    return b;
}

static double bar_left(const layout *b, size_t group, size_t series)
{
    const double wide = (double)b->bars->n_series * b->bar + GAP;
    return b->box.left + (double)group * wide + GAP / 2.0 + (double)series * b->bar;
}

static void put_rectangle(markup *m, size_t series, size_t part, double x, double y, double width,
                          double height)
{
    markup_begin(m, "rect");
    markup_attribute_format(m, "class", "piece c%zu part%zu", series % SERIES_COLOURS, part);
    markup_number(m, "x", x);
    markup_number(m, "y", y);
    markup_number(m, "width", width);
    markup_number(m, "height", height);
}

static void put_bar(markup *m, const layout *b, size_t group, size_t series)
{
    double sum = 0;
    for (size_t i = 0; i < b->bars->n_parts; i++) {
        const plot_bars *bars = b->bars;
        const char *label = bars->part_label(bars->context, i);
        const double value = bars->value(bars->context, group, series, i);
        if (isnan(value))
            continue;
        const double foot = scale_at(&b->y, sum), head = scale_at(&b->y, sum + value);
        put_rectangle(m, series, i, bar_left(b, group, series) + 0.5, head, b->bar - 1, foot - head);
        markup_begin(m, "title");
        markup_text(m, bars->group_name(bars->context, group));
        markup_text(m, ", ");
        markup_text(m, bars->series_name(bars->context, series));
        markup_format(m, ": %.*f", bars->decimals(bars->context, i), value);
        if (label != NULL)
            markup_format(m, " (%s)", label);
        markup_end(m);
        markup_end(m);
        sum += value;
    }
}

static void put_group(markup *m, const layout *b, size_t group)
{
    for (size_t k = 0; k < b->bars->n_series; k++)
        put_bar(m, b, group, k);
    const double x = (bar_left(b, group, 0) + bar_left(b, group, b->bars->n_series)) / 2;
    markup_begin(m, "text");
    markup_attribute_format(m, "transform", "translate(%s %s)rotate(-35)", number_short(x + 4).text,
                            number_short(b->box.bottom + 12).text);
    markup_attribute(m, "class", "end");
    markup_text_short(m, b->bars->group_name(b->bars->context, group), NAME_LENGTH);
    markup_end(m);
    markup_line(m);
}

static void legend_entry(markup *m, const layout *b, size_t line, size_t entry, size_t series, size_t part,
                         const char *name)
{
    const double x = LEFT + (double)(entry % b->legend_columns) * LEGEND_ENTRY;
    const size_t lines_above = line + entry / b->legend_columns;
    const double y = TITLE_FOOT + 6 + (double)lines_above * LEGEND_LINE;
    put_rectangle(m, series, part, x, y, 10, 10);
    markup_end(m);
    markup_begin(m, "text");
    markup_number(m, "x", x + 15);
    markup_number(m, "y", y + 9);
    markup_text_short(m, name, LEGEND_NAME);
    markup_end(m);
}

static void put_legend(markup *m, const layout *b)
{
    for (size_t k = 0; k < b->bars->n_series; k++)
        legend_entry(m, b, 0, k, k, 0, b->bars->series_name(b->bars->context, k));
    for (size_t i = 0; b->bars->n_parts > 1 && i < b->bars->n_parts; i++)
        legend_entry(m, b, lines_of(b->bars->n_series, b->legend_columns), i, 0, i,
                     b->bars->part_label(b->bars->context, i));
    markup_line(m);
}

void plot_bars_draw(markup *m, const plot_bars *bars, bool alone)
{
    layout b = layout_of(bars);
    const plot_ticks ticks = plot_ticks_nice(&b.y, MOST_TICKS);
    figure_begin(m, b.width, b.height, bars->title, alone);
    axis_text(m, PLOT_TITLE_LEFT, TITLE_FOOT, "title", bars->title);
    put_legend(m, &b);
    axis_y(m, &b.box, ticks.tick, ticks.n, "", true);
    axis_x(m, &b.box, NULL, 0, "");
    for (size_t i = 0; i < bars->n_groups; i++)
        put_group(m, &b, i);
    if (bars->level > 0) {
        const plot p = {
            .box = b.box, .x = {.low = 0, .high = 1, .from = b.box.left, .to = b.box.right}, .y = b.y};
        plot_line(m, &p, "level-one", 0, bars->level, 1, bars->level);
    }
    markup_end(m);
    markup_line(m);
}
