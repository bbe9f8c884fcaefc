/* A metric as a block of text: rows and columns with names, numbers right-aligned. */
#ifndef POISE_EVALUATE_GRID_H
#define POISE_EVALUATE_GRID_H

#include "evaluate/metrics.h"

#include <stdio.h>

typedef struct evaluate_grid {
    const evaluate_metric_info *info;
    size_t n_rows, n_columns;
    evaluate_mean mean;  /* of a last row; EVALUATE_MEAN_NONE = no such row. Columns are as wide as the others
                            need. */
    const void *context; /* of these */
    const char *(*row_name)(const void *context, size_t row);
    const char *(*column_name)(const void *context, size_t column);
    const evaluate_metrics *(*metrics)(const void *context, size_t row,
                                       size_t column); /* row n_rows: means */
} evaluate_grid;

/* A line with the names of the columns, then the rows. */
void evaluate_grid_print(const evaluate_grid *grid, FILE *out);

#endif
