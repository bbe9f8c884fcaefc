#include "train/negbin_without.h"

#include <stdlib.h>

static bool is_left_out(const train_negbin_options *options, size_t col)
{
    return col < 32 && (options->leave_out >> col & 1) != 0;
}

/* The columns that stay, as a matrix of its own; x.x and x.names are NULL when there is no memory. */
static train_matrix keep_columns(const train_matrix *all, const train_negbin_options *options)
{
    double *x = calloc(all->rows + 1, (all->cols + 1) * sizeof *x);
    const char **names = calloc(all->cols + 1, sizeof *names);
    if (x == NULL || names == NULL) {
        free(x);
        free((void *)names);
        return (train_matrix){0};
    }
    train_matrix kept = {.rows = all->rows, .x = x, .names = all->names != NULL ? names : NULL};
    for (size_t col = 0; col < all->cols; col++) {
        if (!is_left_out(options, col)) {
            names[kept.cols++] = all->names != NULL ? all->names[col] : NULL;
            double *to = x + (kept.cols - 1);
            for (size_t row = 0; row < all->rows; row++)
                to[row * all->cols] = train_row(all, row)[col];
        }
    }
    for (size_t row = 1; row < all->rows; row++) { /* close the gaps between rows */
        for (size_t col = 0; col < kept.cols; col++)
            x[row * kept.cols + col] = x[row * all->cols + col];
    }
    if (all->names == NULL)
        free((void *)names);
    return kept;
}

/* Moves results to the columns that they belong to. */
static int spread(train_negbin_result *result, size_t cols, const train_negbin_options *options,
                  poise_error *err)
{
    double *coefficient = calloc(cols, sizeof *coefficient);
    double *error = calloc(cols, sizeof *error);
    double *covariance = calloc(cols * cols, sizeof *covariance);
    if (coefficient == NULL || error == NULL || covariance == NULL) {
        free(coefficient);
        free(error);
        free(covariance);
        return poise_fail(err, POISE_FAILED, "no memory for %zu columns", cols);
    }
    for (size_t i = 0, from = 0; i < cols; i++) {
        if (is_left_out(options, i))
            continue;
        coefficient[i] = result->coefficient[from];
        error[i] = result->standard_error[from];
        for (size_t j = 0, other = 0; j < cols; j++) {
            if (!is_left_out(options, j))
                covariance[i * cols + j] = result->covariance[from * result->cols + other++];
        }
        from++;
    }
    free(result->coefficient);
    free(result->standard_error);
    free(result->covariance);
    result->coefficient = coefficient;
    result->standard_error = error;
    result->covariance = covariance;
    result->cols = cols;
    return POISE_OK;
}

int train_negbin_without(const train_negbin_data *data, const train_negbin_options *options,
                         train_negbin_result *result, poise_error *err)
{
    train_negbin_data some = *data;
    train_negbin_options all = *options;
    all.leave_out = 0;
    some.x = keep_columns(&data->x, options);
    if (some.x.x == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu rows", data->x.rows);
    int rc = train_negbin(&some, &all, result, err);
    free((void *)some.x.x);
    free((void *)some.x.names);
    if (rc == POISE_OK && (rc = spread(result, data->x.cols, options, err)) != POISE_OK)
        train_negbin_free(result);
    return rc;
}
