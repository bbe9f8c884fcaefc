/* Dense row-major matrices and the reference of their products, in double precision. Arrays are owned by
 * memory.h. */
#ifndef POISE_DATASETS_MATRIX_H
#define POISE_DATASETS_MATRIX_H

#include "datasets/common/random.h"

/* Relative error allowed between single-precision sums of positive terms and the reference. A sum of n terms
 * is off by at most n * 2^-24 (Higham, "Accuracy and Stability of Numerical Algorithms", section 4.2), in
 * practice by far less: 1e-4 leaves room for rows of a million elements. */
#define MATRIX_TOLERANCE 1e-4

/* rows x cols values in [0, 1). Fails when the matrix has 2^31 elements or more: kernels index it with 32
 * bits. */
float *matrix_random(random_source *source, uint32_t rows, uint32_t cols);

/* The same values in double precision. */
double *matrix_widen(const float *values, size_t n);

/* A x: `rows` values from `cols`. */
double *matrix_times(const float *a, uint32_t rows, uint32_t cols, const double *x);
/* A^T x: `cols` values from `rows`. */
double *matrix_transposed_times(const float *a, uint32_t rows, uint32_t cols, const double *x);

#endif
