#include "report/profile/html.h"

#include "report/page.h"
#include "report/profile/columns.h"
#include "report/profile/figures.h"

#include <inttypes.h>

void html_name(markup *m, const char *name)
{
    markup_element(m, "bdi", NULL, name);
}

static void put_head(markup *m, const profile_column *columns, size_t n, const scale *strip)
{
    markup_begin(m, "thead");
    markup_begin(m, "tr");
    for (size_t i = 0; i < n; i++) {
        if (columns[i].on_page)
            page_column(m, columns[i].title, columns[i].help,
                        columns[i].kind == PROFILE_TEXT ? "text" : NULL);
    }
    markup_begin(m, "th");
    markup_attribute(m, "class", "fixed");
    figure_strip_axis(m, strip);
    markup_end(m);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

static void put_value(markup *m, const profile_column *column, const profile_launch *launch)
{
    const bool is_point = column->kind == PROFILE_POINT;
    page_value(m, profile_column_number(column, launch), profile_column_shown(column, launch).text,
               is_point ? profile_tuple_text(profile_tuple_at(launch, column->offset)).text : NULL);
}

static void put_name(markup *m, const profile_column *column, const profile_launch *launch)
{
    markup_begin(m, "td");
    markup_attribute(m, "class", "text");
    html_name(m, profile_column_text(column, launch));
    markup_end(m);
}

static void put_link(markup *m, const profile_launch *launch)
{
    markup_begin(m, "td");
    markup_begin(m, "a");
    markup_attribute_format(m, "href", "#k%" PRIu64, launch->number);
    markup_format(m, "%" PRIu64, launch->number);
    markup_end(m);
    markup_end(m);
}

static void put_cell(markup *m, const profile_column *column, const profile_launch *launch)
{
    switch (column->kind) {
    case PROFILE_NUMBER: put_link(m, launch); break;
    case PROFILE_TEXT: put_name(m, column, launch); break;
    default: put_value(m, column, launch); break;
    }
}

static void put_row(markup *m, const profile_launch *launch, const profile_column *columns, size_t n,
                    const scale *strip)
{
    markup_begin(m, "tr");
    markup_attribute_format(m, "data-launch", "k%" PRIu64, launch->number);
    for (size_t i = 0; i < n; i++) {
        if (columns[i].on_page)
            put_cell(m, &columns[i], launch);
    }
    markup_begin(m, "td");
    figure_strip(m, launch, strip);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

static void put_mean(markup *m, const profile_report *report, const profile_column *column)
{
    markup_begin(m, "td");
    markup_text(m, number_speedup(profile_report_mean(report, column->offset)).text);
    markup_element(m, "small", NULL, ""); /* the speedups above stand beside tuples */
    markup_end(m);
}

/* The last columns of the table are those that have means. */
static void put_means(markup *m, const profile_report *report, const profile_column *columns, size_t n)
{
    int others = 0;
    for (size_t i = 0; i < n; i++)
        others += columns[i].on_page && columns[i].kind != PROFILE_POINT;
    markup_begin(m, "tfoot");
    markup_begin(m, "tr");
    markup_begin(m, "td");
    markup_attribute_format(m, "colspan", "%d", others);
    markup_text(m, "Harmonic mean");
    markup_end(m);
    for (size_t i = 0; i < n; i++) {
        if (columns[i].kind == PROFILE_POINT)
            put_mean(m, report, &columns[i]);
    }
    markup_element(m, "td", NULL, "");
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

void html_launch_table(markup *m, const profile_report *report)
{
    size_t n;
    const profile_column *columns = profile_columns(&n);
    const scale strip = figure_strip_scale(report);
    markup_begin(m, "div");
    markup_attribute(m, "class", "scroll");
    markup_begin(m, "table");
    markup_attribute(m, "class", "sortable launches");
    markup_line(m);
    put_head(m, columns, n, &strip);
    markup_begin(m, "tbody");
    markup_line(m);
    for (size_t i = 0; i < report->n; i++)
        put_row(m, &report->launches[i], columns, n, &strip);
    markup_end(m);
    put_means(m, report, columns, n);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}
