#include "cli/train/regress_table.h"

#include "common/options.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define NO_COLUMN SIZE_MAX

static int find_column(const number_table *table, const char *path, const char *name, size_t *col,
                       poise_error *err)
{
    const char *names[NUMBER_TABLE_COLUMNS + 1] = {0};
    *col = NO_COLUMN;
    for (size_t i = 0; i < table->cols; i++) {
        names[i] = table->name[i];
        if (name != NULL && strcmp(table->name[i], name) == 0)
            *col = i;
    }
    if (name == NULL || *col != NO_COLUMN)
        return POISE_OK;
    const char *nearest = poise_nearest(name, names);
    return poise_fail(err, POISE_FAILED, "%s: there is no column '%s'%s%s%s", path, name,
                      nearest != NULL ? ": did you mean '" : "", nearest != NULL ? nearest : "",
                      nearest != NULL ? "'?" : "");
}

/* One column as an array of its own; NULL when there is no memory. */
static double *copy_column(const number_table *table, size_t col)
{
    double *copy = calloc(table->rows + 1, sizeof *copy);
    for (size_t row = 0; copy != NULL && row < table->rows; row++)
        copy[row] = table->value[row * table->cols + col];
    return copy;
}

/* Features: a column of ones, if wanted, and all columns that play no other part. */
static bool copy_features(regress_data *out, const bool *taken, bool intercept)
{
    const number_table *table = &out->table;
    size_t cols = intercept ? 1 : 0;
    out->names = calloc(table->cols + 1, sizeof *out->names);
    out->x = calloc(table->rows + 1, (table->cols + 1) * sizeof *out->x);
    if (out->names == NULL || out->x == NULL)
        return false;
    out->names[0] = "(Intercept)";
    for (size_t col = 0; col < table->cols; col++) {
        if (!taken[col])
            out->names[cols++] = table->name[col];
    }
    double *to = out->x;
    for (size_t row = 0; row < table->rows; row++) {
        if (intercept)
            *to++ = 1.0;
        for (size_t col = 0; col < table->cols; col++) {
            if (!taken[col])
                *to++ = table->value[row * table->cols + col];
        }
    }
    out->data.x = (train_matrix){.rows = table->rows, .cols = cols, .x = out->x, .names = out->names};
    return true;
}

int regress_data_read(const char *path, const regress_columns *columns, regress_data *out, poise_error *err)
{
    *out = (regress_data){0};
    int code = number_table_read(path, &out->table, err);
    const struct {
        const char *name;
        double **values;
    } parts[] = {
        {columns->response, &out->y}, {columns->weight, &out->weight}, {columns->offset, &out->offset}};
    bool taken[NUMBER_TABLE_COLUMNS] = {false};
    bool enough = true;
    for (size_t i = 0; code == POISE_OK && i < sizeof parts / sizeof parts[0]; i++) {
        size_t col = NO_COLUMN;
        code = find_column(&out->table, path, parts[i].name, &col, err);
        if (code == POISE_OK && col != NO_COLUMN) {
            taken[col] = true;
            *parts[i].values = copy_column(&out->table, col);
            enough = enough && *parts[i].values != NULL;
        }
    }
    if (code == POISE_OK && !(enough && copy_features(out, taken, columns->intercept)))
        code = poise_fail(err, POISE_FAILED, "no memory for the %zu rows of %s", out->table.rows, path);
    out->data.y = out->y;
    out->data.weight = out->weight;
    out->data.offset = out->offset;
    return code;
}

void regress_data_free(regress_data *out)
{
    number_table_free(&out->table);
    free(out->x);
    free(out->y);
    free(out->weight);
    free(out->offset);
    free(out->names);
    *out = (regress_data){0};
}
