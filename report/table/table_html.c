#include "report/page/page.h"
#include "report/table/table.h"

#include <inttypes.h>

void report_name(markup *m, const char *name)
{
    markup_element(m, "bdi", NULL, name);
}

void report_name_cell(markup *m, const char *name)
{
    markup_begin(m, "td");
    markup_attribute(m, "class", "text");
    report_name(m, name);
    markup_end(m);
}

static void put_head(markup *m, const report_table *table, const table_drawing *drawing)
{
    markup_begin(m, "thead");
    markup_begin(m, "tr");
    for (size_t i = 0; i < table->n_columns; i++) {
        const report_column *column = &table->columns[i];
        if (column->on_page)
            page_column(m, column->title, column->help, column->kind == COLUMN_TEXT ? "text" : NULL);
    }
    markup_begin(m, "th");
    markup_attribute(m, "class", "fixed");
    drawing->head(m, drawing->context);
    markup_end(m);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

static void put_value(markup *m, const report_column *column, const void *row)
{
    const bool is_point = column->kind == COLUMN_POINT;
    page_value(m, report_column_number(column, row), report_column_shown(column, row).text,
               is_point ? report_tuple_text(report_column_tuple(column, row)).text : NULL);
}

static void put_link(markup *m, const report_column *column, const void *row)
{
    const number_text number = report_column_exact(column, row);
    markup_begin(m, "td");
    markup_begin(m, "a");
    markup_attribute_format(m, "href", "#k%s", number.text);
    markup_text(m, number.text);
    markup_end(m);
    markup_end(m);
}

static void put_cell(markup *m, const report_column *column, const void *row, bool linked)
{
    if (column->kind == COLUMN_TEXT)
        report_name_cell(m, report_column_text(column, row));
    else if (column->kind == COLUMN_NUMBER && linked)
        put_link(m, column, row);
    else
        put_value(m, column, row);
}

static void put_row(markup *m, const report_table *table, const void *row, bool linked,
                    const table_drawing *drawing)
{
    markup_begin(m, "tr");
    markup_attribute_format(m, "data-launch", "k%s", report_column_exact(&table->columns[0], row).text);
    for (size_t i = 0; i < table->n_columns; i++) {
        if (table->columns[i].on_page)
            put_cell(m, &table->columns[i], row, linked);
    }
    markup_begin(m, "td");
    drawing->cell(m, row, drawing->context);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

static void put_mean(markup *m, const report_table *table, const report_column *column)
{
    markup_begin(m, "td");
    markup_text(m, number_speedup(report_column_mean(table, column)).text);
    markup_element(m, "small", NULL, ""); /* the speedups above stand beside tuples */
    markup_end(m);
}

static void put_means(markup *m, const report_table *table)
{
    int others = 0;
    for (size_t i = 0; i < table->n_columns; i++)
        others += table->columns[i].on_page && table->columns[i].kind != COLUMN_POINT;
    markup_begin(m, "tfoot");
    markup_begin(m, "tr");
    markup_begin(m, "td");
    markup_attribute_format(m, "colspan", "%d", others);
    markup_text(m, "Harmonic mean");
    markup_end(m);
    for (size_t i = 0; i < table->n_columns; i++) {
        if (table->columns[i].kind == COLUMN_POINT)
            put_mean(m, table, &table->columns[i]);
    }
    markup_element(m, "td", NULL, "");
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

void report_table_html(markup *m, const report_table *table, const char *class_name, bool linked,
                       const table_drawing *drawing)
{
    markup_begin(m, "div");
    markup_attribute(m, "class", "scroll");
    markup_begin(m, "table");
    markup_attribute_format(m, "class", "sortable %s", class_name);
    markup_line(m);
    put_head(m, table, drawing);
    markup_begin(m, "tbody");
    markup_line(m);
    for (size_t i = 0; i < table->n_rows; i++)
        put_row(m, table, report_row(table, i), linked, drawing);
    markup_end(m);
    if (report_has_means(table))
        put_means(m, table);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}
