/* A table in each of the forms of a report. Errors stay with the stream. */
#ifndef POISE_REPORT_TABLE_TABLE_H
#define POISE_REPORT_TABLE_TABLE_H

#include "common/error.h"
#include "report/page/markup.h"
#include "report/table/column.h"

#include <stdio.h>

/* All columns, with a line of harmonic means below where there is a POINT; aligned for reading as it stands.
 * POISE_FAILED when out of memory. */
int report_table_markdown(const report_table *table, FILE *out, poise_error *err);

/* All columns, numbers with 17 digits; a tuple is three columns: N, p, speedup. */
void report_table_csv(const report_table *table, FILE *out);

/* A last column of drawings: `head` draws above it, `cell` beside each line. */
typedef struct table_drawing {
    void (*head)(markup *m, const void *context);
    void (*cell)(markup *m, const void *row, const void *context);
    const void *context;
} table_drawing;

/* The columns of the page, sorted by a click, and harmonic means below likewise. Lines are named "k" and
 * their NUMBER, which is the first column; `linked`: something on the page has that id. Columns that are no
 * POINT stand before those that are. */
void report_table_html(markup *m, const report_table *table, const char *class_name, bool linked,
                       const table_drawing *drawing);

/* Name of a program or kernel: kept apart from the text around it, whatever its direction of writing. */
void report_name(markup *m, const char *name);
/* A cell of a table that holds one. */
void report_name_cell(markup *m, const char *name);

#endif
