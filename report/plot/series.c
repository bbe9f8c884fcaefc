#include "report/plot/series.h"

#include "report/plot/axis.h"
#include "report/table/number.h"

/* Pixels; characters of a name. */
enum {
    ENTRY_WIDTH = 124,
    ENTRY_HEIGHT = 18,
    MARK_AT = 8,
    TEXT_AT = 18,
    NAME_LENGTH = 16,
    LIST_MARK = 12,
    LIST_MIDDLE = LIST_MARK / 2
};

/* About equally large areas, around 0, 0. */
static const char *const shapes[SERIES_SHAPES] = {
    "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",                          /* circle */
    "m-3.6 -3.6h7.2v7.2h-7.2z",                                     /* square */
    "m0 -4.8l4.7 8.2h-9.4z",                                        /* triangle */
    "m0 -5l5 5l-5 5l-5 -5z",                                        /* diamond */
    "m0 4.8l4.7 -8.2h-9.4z",                                        /* triangle upside down */
    "m-1.7 -4.6h3.4v2.9h2.9v3.4h-2.9v2.9h-3.4v-2.9h-2.9v-3.4h2.9z", /* cross */
};

void series_mark_begin(markup *m, size_t series, bool hollow, double x, double y)
{
    markup_begin(m, "path");
    markup_attribute_format(m, "class", "mark c%zu%s", series % SERIES_COLOURS, hollow ? " hollow" : "");
    markup_attribute_format(m, "d", "M%s %s%s", number_short(x).text, number_short(y).text,
                            shapes[series % SERIES_SHAPES]);
}

static size_t columns_of(double width)
{
    const double columns = width / ENTRY_WIDTH;
    return columns < 1 ? 1 : (size_t)columns;
}

static bool is_shown(const bool *shown, size_t series)
{
    return shown == NULL || shown[series];
}

void series_list(markup *m, const char *const *names, const bool *shown, size_t n)
{
    markup_begin(m, "div");
    markup_attribute(m, "class", "series");
    markup_line(m);
    for (size_t i = 0; i < n; i++) {
        if (!is_shown(shown, i))
            continue;
        markup_begin(m, "span");
        figure_begin(m, LIST_MARK, LIST_MARK, "mark", false);
        series_mark_begin(m, i, false, LIST_MIDDLE, LIST_MIDDLE);
        markup_end(m);
        markup_end(m);
        markup_element(m, "bdi", NULL, names[i]);
        markup_end(m);
        markup_line(m);
    }
    markup_end(m);
    markup_line(m);
}

double series_legend_height(const bool *shown, size_t n, double width)
{
    const size_t columns = columns_of(width);
    size_t entries = 0;
    for (size_t i = 0; i < n; i++)
        entries += is_shown(shown, i);
    const size_t lines = (entries + columns - 1) / columns;
    return ENTRY_HEIGHT * (double)lines;
}

void series_legend(markup *m, const char *const *names, const bool *shown, size_t n, double width)
{
    const size_t columns = columns_of(width);
    size_t entry = 0;
    figure_begin(m, width, series_legend_height(shown, n, width), "Marks of the programs", false);
    for (size_t i = 0; i < n; i++) {
        const double x = (double)(entry % columns) * ENTRY_WIDTH;
        const size_t line = entry / columns;
        const double y = ((double)line + 0.5) * ENTRY_HEIGHT;
        if (!is_shown(shown, i))
            continue;
        entry++;
        series_mark_begin(m, i, false, x + MARK_AT, y);
        markup_end(m);
        markup_begin(m, "text");
        markup_number(m, "x", x + TEXT_AT);
        markup_number(m, "y", y + 4);
        markup_text_short(m, names[i], NAME_LENGTH);
        markup_end(m);
    }
    markup_end(m);
    markup_line(m);
}
