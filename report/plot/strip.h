/* Where tuples are on the speedup axis that all lines of a table share: one line of its last column. */
#ifndef POISE_REPORT_PLOT_STRIP_H
#define POISE_REPORT_PLOT_STRIP_H

#include "report/plot/scale.h"
#include "report/table/table.h"

/* Offsets of report_tuples in a row of the tables: a bar from 1 to `bar`, a stroke, a square, a diamond.
 * Tuples that there are none of are not drawn. */
typedef struct strip_column {
    const char *title; /* for screen readers */
    size_t bar, stroke, square, diamond;
    scale scale; /* strip_fit() makes it */
} strip_column;

/* Makes the axis: it holds the tuples of all rows of `table`. */
void strip_fit(strip_column *column, const report_table *table);

/* As the last column of tables with such rows; `column` must outlive it. */
table_drawing strip_drawing(const strip_column *column);

#endif
