/* A matrix of features in row-major order, one row an observation. */
#ifndef POISE_TRAIN_NUMERICS_MATRIX_H
#define POISE_TRAIN_NUMERICS_MATRIX_H

#include <stddef.h>

typedef struct train_matrix {
    size_t rows, cols;
    const double *x;          /* rows x cols, owned by the caller */
    const char *const *names; /* cols names for messages and tables, or NULL */
} train_matrix;

static inline const double *train_row(const train_matrix *matrix, size_t row)
{
    return matrix->x + row * matrix->cols;
}

#endif
