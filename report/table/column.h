/* Tables with a line for each of some structs: a column shows a member of the struct. The same columns make
 * the table of the page, of the Markdown file and of the CSV file. */
#ifndef POISE_REPORT_TABLE_COLUMN_H
#define POISE_REPORT_TABLE_COLUMN_H

#include "report/table/number.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A warp-tuple and what it is worth. */
typedef struct report_tuple {
    uint32_t n, p;  /* 0, 0 = there is none */
    double speedup; /* S over {W,W}; NaN when there is none */
} report_tuple;

/* {N,p}, or "–" */
number_text report_tuple_text(const report_tuple *tuple);

typedef enum column_kind {
    COLUMN_NUMBER, /* uint64_t: place of the line */
    COLUMN_TEXT,   /* const char * */
    COLUMN_COUNT,  /* uint64_t */
    COLUMN_REAL,   /* double */
    COLUMN_SHARE,  /* double, 0..1 */
    COLUMN_POINT   /* report_tuple */
} column_kind;

typedef struct report_column {
    const char *name, *title, *help;
    column_kind kind;
    bool on_page;
    size_t offset; /* of the member */
} report_column;

typedef struct report_table {
    const report_column *columns;
    size_t n_columns;
    const void *rows; /* n_rows structs of row_size bytes */
    size_t n_rows, row_size;
} report_table;

const void *report_row(const report_table *table, size_t row);

/* The value of a column of kind NUMBER, COUNT, REAL or SHARE, and what sorting compares: of a POINT its
 * speedup. NaN for a TEXT. */
double report_column_number(const report_column *column, const void *row);
const char *report_column_text(const report_column *column, const void *row);
const report_tuple *report_column_tuple(const report_column *column, const void *row);
/* As people read it; of a POINT the speedup. */
number_text report_column_shown(const report_column *column, const void *row);
/* As programs read it, with all digits: a NUMBER, COUNT, REAL or SHARE. */
number_text report_column_exact(const report_column *column, const void *row);

/* Whether the table has a POINT, so that there are means to show. */
bool report_has_means(const report_table *table);
/* Harmonic mean of the speedups of a POINT; undefined ones are left out, NaN when all are. */
double report_column_mean(const report_table *table, const report_column *column);

/* A line of a table of columns: member of the row's struct `row`, kind (COLUMN_ left out), title,
 * explanation, whether the table of the page has it: what it has no room for stands beside the figures. */
#define REPORT_COLUMN(row, member, kind, title, help, on_page)              \
    {                                                                       \
#member, title, help, COLUMN_##kind, on_page, offsetof(row, member) \
    }

#endif
