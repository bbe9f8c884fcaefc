#include "report/results/courses.h"

#include "report/plot/plot.h"
#include "report/plot/series.h"

#include <math.h>
#include <string.h>

/* Pixels; characters. */
enum {
    MOST_TICKS = 8,
    MOST_COLUMNS = 192, /* of points over time that are drawn; with more, several are one */
    LEGEND_COLUMNS = 4,
    LEGEND_LINE = 15,
    LEGEND_NAME = 14,
    CHARACTER = 6, /* about as wide as one */
    TEXT = 400,
};

/* ---- which there are ---- */

static bool begins_group(const evaluate_course *course, size_t series)
{
    for (size_t i = 0; i < series; i++) {
        if (course_is_one_group(&course->series[i], &course->series[series]))
            return false;
    }
    return true;
}

static size_t parts_of(const evaluate_course *course, size_t first)
{
    size_t n = 0;
    for (size_t i = first; i < course->n; i++)
        n += course_is_one_group(&course->series[i], &course->series[first]);
    return n;
}

/* Part `i` of the group. */
static const course_series *part_at(const evaluate_course *course, size_t first, size_t i)
{
    for (size_t k = first; k < course->n; k++) {
        if (course_is_one_group(&course->series[k], &course->series[first]) && i-- == 0)
            return &course->series[k];
    }
    return NULL;
}

bool course_figure_at(const evaluate_course *course, size_t i, course_figure *figure)
{
    for (size_t first = 0; first < course->n; first++) {
        if (!begins_group(course, first))
            continue;
        const size_t n = parts_of(course, first) > 1 ? 2 : 1;
        if (i < n) {
            *figure = (course_figure){first, n == 1   ? COURSE_LINE
                                             : i == 0 ? COURSE_SHARES
                                                      : COURSE_HISTOGRAM};
            return true;
        }
        i -= n;
    }
    return false;
}

size_t course_figures(const evaluate_course *course)
{
    course_figure figure;
    size_t n = 0;
    while (course_figure_at(course, n, &figure))
        n++;
    return n;
}

/* ---- what all have ---- */

static const course_series *first_of(const course_drawing *d)
{
    return &d->course->series[d->figure.first];
}

static void begin_figure(markup *m, const course_drawing *d, const char *what, bool alone)
{
    const course_series *first = first_of(d);
    char title[TEXT], words[TEXT];
    snprintf(title, sizeof title, "%.60s %.60s%s", first->place, first->group, what);
    snprintf(words, sizeof words, "%.130s: %.250s", title, d->launch);
    figure_begin(m, PLOT_WIDTH, PLOT_HEIGHT, words, alone);
    axis_text(m, PLOT_TITLE_LEFT, PLOT_TITLE_FOOT, "title", alone ? words : title);
}

static number_text thousands(double value)
{
    return number_short(value / 1000);
}

/* The frame; `most` on the axis that goes up becomes a round number. */
static plot frame_of(const course_drawing *d, double most, double top)
{
    const course_series *first = first_of(d);
    const uint64_t last = first->n > 0 ? first->points[first->n - 1].cycle : 0;
    plot p = {.box = plot_frame};
    p.box.top += top;
    p.x = (scale){.low = 0,
                  .high = (double)(last > d->cycles ? last : d->cycles),
                  .from = p.box.left,
                  .to = p.box.right};
    p.y = (scale){.low = 0, .high = most, .from = p.box.bottom, .to = p.box.top};
    return p;
}

static void put_axes(markup *m, plot *p, bool over_time, const char *y_title)
{
    const plot_ticks y = plot_ticks_nice(&p->y, MOST_TICKS);
    double values[SCALE_MAX_TICKS];
    scale nice = p->x;
    const int n = over_time ? scale_nice(&nice, MOST_TICKS, values) : 0;
    const plot_ticks x = plot_ticks_at(&p->x, values, n, thousands);
    axis_y(m, &p->box, y.tick, y.n, y_title, true);
    axis_x(m, &p->box, x.tick, x.n, over_time ? "thousand core cycles" : "");
}

static void begin_piece(markup *m, size_t part, double x, double y, double width, double height)
{
    markup_begin(m, "rect");
    markup_attribute_format(m, "class", "piece c%zu part%zu", part % SERIES_COLOURS, part / SERIES_COLOURS);
    markup_number(m, "x", x);
    markup_number(m, "y", y);
    markup_number(m, "width", width);
    markup_number(m, "height", height);
}

/* ---- shares over time ---- */

static double legend_height(size_t parts)
{
    const size_t lines = (parts + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS;
    return LEGEND_LINE * (double)lines;
}

static void put_legend(markup *m, const course_drawing *d, size_t parts)
{
    const double wide = (plot_frame.right - plot_frame.left) / LEGEND_COLUMNS;
    for (size_t i = 0; i < parts; i++) {
        const size_t line = i / LEGEND_COLUMNS;
        const double x = plot_frame.left + (double)(i % LEGEND_COLUMNS) * wide;
        const double y = PLOT_TITLE_FOOT + 6 + LEGEND_LINE * (double)line;
        begin_piece(m, i, x, y, 9, 9);
        markup_end(m);
        markup_begin(m, "text");
        markup_number(m, "x", x + 14);
        markup_number(m, "y", y + 9);
        markup_text_short(m, part_at(d->course, d->figure.first, i)->name, LEGEND_NAME);
        markup_end(m);
    }
    markup_line(m);
}

/* Sum of the points of `series` after cycle `from` up to `until`. */
static double sum_between(const course_series *series, uint64_t from, uint64_t until)
{
    double sum = 0;
    for (size_t i = 0; i < series->n; i++) {
        if (series->points[i].cycle > from && series->points[i].cycle <= until)
            sum += series->points[i].value;
    }
    return sum;
}

/* The time from cycle `from` to `until`. */
static void put_column(markup *m, const plot *p, const course_drawing *d, uint64_t from, uint64_t until)
{
    const size_t parts = parts_of(d->course, d->figure.first);
    double all = 0, below = 0;
    for (size_t i = 0; i < parts; i++)
        all += sum_between(part_at(d->course, d->figure.first, i), from, until);
    for (size_t i = 0; i < parts && all > 0; i++) {
        const course_series *part = part_at(d->course, d->figure.first, i);
        const double value = sum_between(part, from, until), share = 100 * value / all;
        const double left = scale_at(&p->x, (double)from), top = scale_at(&p->y, below + share);
        if (share <= 0)
            continue;
        begin_piece(m, i, left, top, scale_at(&p->x, (double)until) - left, scale_at(&p->y, below) - top);
        markup_begin(m, "title");
        markup_text(m, part->name);
        markup_format(m, ": %s of %s ", number_short(value).text, number_short(all).text);
        markup_text(m, part->unit);
        markup_format(m, ", cycles %llu to %llu", (unsigned long long)from, (unsigned long long)until);
        markup_end(m);
        markup_end(m);
        below += share;
    }
    markup_line(m);
}

static void draw_shares(markup *m, const course_drawing *d, bool alone)
{
    const course_series *first = first_of(d);
    const size_t parts = parts_of(d->course, d->figure.first);
    const size_t columns = first->n < MOST_COLUMNS ? first->n : MOST_COLUMNS;
    plot p = frame_of(d, 100, legend_height(parts));
    char y_title[TEXT];
    begin_figure(m, d, " over time", alone);
    put_legend(m, d, parts);
    snprintf(y_title, sizeof y_title, "%% (%s)", first->unit);
    put_axes(m, &p, true, y_title);
    uint64_t from = 0;
    for (size_t i = 0; i < columns; i++) {
        const uint64_t until = first->points[(i + 1) * first->n / columns - 1].cycle;
        put_column(m, &p, d, from, until);
        from = until;
    }
    markup_end(m);
    markup_line(m);
}

/* ---- the parts in all ---- */

static void put_bar(markup *m, const plot *p, const course_drawing *d, size_t i, size_t parts, double all)
{
    const course_series *part = part_at(d->course, d->figure.first, i);
    const double wide = (p->box.right - p->box.left) / (double)parts,
                 share = 100 * course_series_sum(part) / all;
    const double left = p->box.left + (double)i * wide, top = scale_at(&p->y, share);
    begin_piece(m, i, left + wide / 8, top, wide * 3 / 4, p->box.bottom - top);
    markup_begin(m, "title");
    markup_text(m, part->name);
    markup_format(m, ": %s %%", number_short(share).text);
    markup_end(m);
    markup_end(m);
    markup_begin(m, "text");
    markup_number(m, "x", left + wide / 2);
    markup_number(m, "y", p->box.bottom + LEGEND_LINE);
    markup_attribute(m, "class", "middle");
    markup_text_short(m, part->name, (size_t)fmax(3, wide / CHARACTER));
    markup_end(m);
    markup_line(m);
}

static void draw_histogram(markup *m, const course_drawing *d, bool alone)
{
    const size_t parts = parts_of(d->course, d->figure.first);
    double all = 0, most = 0;
    for (size_t i = 0; i < parts; i++) {
        const double sum = course_series_sum(part_at(d->course, d->figure.first, i));
        all += sum;
        most = fmax(most, sum);
    }
    all = all > 0 ? all : 1;
    plot p = frame_of(d, 100 * most / all, 0);
    char y_title[TEXT];
    begin_figure(m, d, ", whole launch", alone);
    snprintf(y_title, sizeof y_title, "%% (%s x epochs)", first_of(d)->unit);
    put_axes(m, &p, false, y_title);
    for (size_t i = 0; i < parts; i++)
        put_bar(m, &p, d, i, parts, all);
    markup_end(m);
    markup_line(m);
}

/* ---- a number over time ---- */

static void draw_line(markup *m, const course_drawing *d, bool alone)
{
    const course_series *series = first_of(d);
    double most = 0;
    for (size_t i = 0; i < series->n; i++)
        most = fmax(most, series->points[i].value);
    plot p = frame_of(d, most, 0);
    begin_figure(m, d, " over time", alone);
    put_axes(m, &p, true, series->unit);
    markup_begin(m, "path");
    markup_attribute(m, "class", "step-n");
    fprintf(m->out, " d=\"M%s", number_short(p.box.left).text);
    for (size_t i = 0; i < series->n; i++)
        fprintf(m->out, i == 0 ? " %sH%s" : "V%sH%s",
                number_short(scale_at(&p.y, series->points[i].value)).text,
                number_short(scale_at(&p.x, (double)series->points[i].cycle)).text);
    fputs("\"", m->out);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

void course_draw(markup *m, const course_drawing *drawing, bool alone)
{
    switch (drawing->figure.kind) {
    case COURSE_SHARES: draw_shares(m, drawing, alone); break;
    case COURSE_HISTOGRAM: draw_histogram(m, drawing, alone); break;
    case COURSE_LINE: draw_line(m, drawing, alone); break;
    }
}
