/* A table of numbers from a file of comma-separated values, for regressions of other data than ours. */
#ifndef POISE_TRAIN_TABLE_NUMBER_TABLE_H
#define POISE_TRAIN_TABLE_NUMBER_TABLE_H

#include "common/error.h"

#include <stddef.h>

enum { NUMBER_TABLE_COLUMNS = 1024 };

typedef struct number_table {
    size_t rows, cols;
    char **name;   /* cols */
    double *value; /* rows x cols */
    char *text;    /* of the file; names point into it */
} number_table;

/* First line: names, which may stand between double quotes; then one line a row, all fields finite decimal
 * numbers. Lines may end in CR LF; empty lines are passed over. POISE_DAMAGED with the line and the column
 * for anything else, files of more than 1 GiB and more than NUMBER_TABLE_COLUMNS columns. Free with
 * number_table_free(), also after a failure. */
int number_table_read(const char *path, number_table *table, poise_error *err);

/* The same from text[size], which must end in a NUL at text[size] and is taken over. `path` is for messages.
 */
int number_table_parse(char *text, size_t size, const char *path, number_table *table, poise_error *err);

void number_table_free(number_table *table);

#endif
