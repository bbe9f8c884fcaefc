/* Inverse of a small symmetric matrix by Cholesky's factorisation, where that is accurate enough. */
#ifndef POISE_TRAIN_NUMERICS_CHOLESKY_H
#define POISE_TRAIN_NUMERICS_CHOLESKY_H

#include <stdbool.h>
#include <stddef.h>

/* Doubles of scratch space for n columns. */
static inline size_t train_cholesky_work(size_t n)
{
    return n * n + n;
}

/* inverse[n x n] of a[n x n]. Columns are scaled to diagonal 1 first, so that units do not matter. Returns
 * false when `a` is not positive definite, not finite, or when columns are so nearly dependent that more than
 * 6 of 16 digits would be lost: when a diagonal element of the inverse of the scaled matrix (a variance
 * inflation factor) exceeds 1e6. */
bool train_cholesky_invert(const double *a, size_t n, double *work, double *inverse);

#endif
