/* The data of `poise regress`: which columns of a table play which part. */
#ifndef POISE_CLI_TRAIN_REGRESS_TABLE_H
#define POISE_CLI_TRAIN_REGRESS_TABLE_H

#include "train/negbin/negbin.h"
#include "train/table/number_table.h"

#include <stdbool.h>

typedef struct regress_columns {
    const char *response, *weight, *offset; /* names; weight and offset may be NULL */
    bool intercept;
} regress_columns;

typedef struct regress_data {
    train_negbin_data data; /* points into the rest */
    number_table table;
    double *x, *y, *weight, *offset;
    const char **names;
} regress_data;

/* POISE_FAILED with the names there are when one is missing. Free with regress_data_free(), also after a
 * failure. */
int regress_data_read(const char *path, const regress_columns *columns, regress_data *out, poise_error *err);

void regress_data_free(regress_data *out);

#endif
