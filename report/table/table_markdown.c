#include "report/page/markdown.h"
#include "report/table/table.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_WIDTH = 2 }; /* "-:" */

/* A table in memory, so that columns can be aligned: header, launches, means. */
typedef struct text_table {
    size_t n_rows, n_columns;
    char **cell;    /* row by row; NULL = no memory */
    size_t *widest; /* characters, by column */
} text_table;

static size_t characters(const char *text)
{
    size_t n = 0;
    for (; *text != '\0'; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static void put_cell(FILE *out, const report_column *column, const void *row)
{
    if (column->kind == COLUMN_TEXT) {
        markdown_escape(out, report_column_text(column, row));
        return;
    }
    fputs(report_column_shown(column, row).text, out);
    if (column->kind == COLUMN_POINT)
        fprintf(out, " %s", report_tuple_text(report_column_tuple(column, row)).text);
}

static void put_mean(FILE *out, const report_table *source, const report_column *column, size_t place)
{
    if (place == 1)
        fputs("harmonic mean", out);
    else if (column->kind == COLUMN_POINT)
        fputs(number_speedup(report_column_mean(source, column)).text, out);
}

/* The text of one cell, malloc'ed; NULL when out of memory. */
static char *cell_text(const report_table *source, size_t row, size_t column)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    if (row == 0)
        fputs(source->columns[column].title, out);
    else if (row <= source->n_rows)
        put_cell(out, &source->columns[column], report_row(source, row - 1));
    else
        put_mean(out, source, &source->columns[column], column);
    fclose(out);
    return text;
}

static void free_table(text_table *table)
{
    for (size_t i = 0; table->cell != NULL && i < table->n_rows * table->n_columns; i++)
        free(table->cell[i]);
    free(table->cell);
    free(table->widest);
}

static bool fill_row(text_table *table, const report_table *source, size_t row)
{
    for (size_t i = 0; i < table->n_columns; i++) {
        char *text = cell_text(source, row, i);
        if (text == NULL)
            return false;
        table->cell[row * table->n_columns + i] = text;
        const size_t width = characters(text);
        table->widest[i] = width > table->widest[i] ? width : table->widest[i];
    }
    return true;
}

static int make_table(text_table *table, const report_table *source, poise_error *err)
{
    table->n_rows = source->n_rows + 1 + report_has_means(source);
    table->n_columns = source->n_columns;
    table->cell = calloc(table->n_rows * table->n_columns, sizeof *table->cell);
    table->widest = calloc(table->n_columns, sizeof *table->widest);
    bool complete = table->cell != NULL && table->widest != NULL;
    for (size_t i = 0; complete && i < table->n_columns; i++)
        table->widest[i] = LEAST_WIDTH;
    for (size_t row = 0; complete && row < table->n_rows; row++)
        complete = fill_row(table, source, row);
    return complete ? POISE_OK
                    : poise_fail(err, POISE_FAILED, "no memory for a table of %zu lines", source->n_rows);
}

static void put_padding(FILE *out, size_t n, char filling)
{
    while (n-- > 0)
        fputc(filling, out);
}

static const char *cell_of(const text_table *table, size_t row, size_t column)
{
    const char *text = table->cell[row * table->n_columns + column];
    return text == NULL ? "" : text;
}

/* Texts stand at the left, numbers at the right. */
static void put_row(FILE *out, const text_table *table, const report_column *columns, size_t row)
{
    for (size_t i = 0; i < table->n_columns; i++) {
        const char *text = cell_of(table, row, i);
        const size_t padding = table->widest[i] - characters(text);
        const bool at_left = columns[i].kind == COLUMN_TEXT;
        fputs("| ", out);
        put_padding(out, at_left ? 0 : padding, ' ');
        fputs(text, out);
        put_padding(out, at_left ? padding + 1 : 1, ' ');
    }
    fputs("|\n", out);
}

static void put_rule(FILE *out, const text_table *table, const report_column *columns)
{
    for (size_t i = 0; i < table->n_columns; i++) {
        const bool at_left = columns[i].kind == COLUMN_TEXT;
        fputs("| ", out);
        put_padding(out, at_left ? table->widest[i] : table->widest[i] - 1, '-');
        fputs(at_left ? " " : ": ", out);
    }
    fputs("|\n", out);
}

int report_table_markdown(const report_table *source, FILE *out, poise_error *err)
{
    text_table table = {0};
    const int code = make_table(&table, source, err);
    for (size_t row = 0; code == POISE_OK && row < table.n_rows; row++) {
        put_row(out, &table, source->columns, row);
        if (row == 0)
            put_rule(out, &table, source->columns);
    }
    free_table(&table);
    return code;
}
