#include "train/numerics/cholesky.h"

#include <math.h>
#include <string.h>

static const double largest_inflation = 1e6;

/* S A S = R'R with S = 1 / scale; R goes to `upper`. */
static bool factorise(const double *a, size_t n, const double *scale, double *upper)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i; j < n; j++) {
            double sum = a[i * n + j] / (scale[i] * scale[j]);
            for (size_t k = 0; k < i; k++)
                sum -= upper[k * n + i] * upper[k * n + j];
            if (i == j && !(sum * largest_inflation > 1.0))
                return false;
            upper[i * n + j] = i == j ? sqrt(sum) : sum / upper[i * n + i];
        }
    }
    return true;
}

/* Column j of R^-1 to row j of `lower`. */
static void invert_triangle(const double *upper, size_t n, double *lower)
{
    for (size_t j = 0; j < n; j++) {
        lower[j * n + j] = 1.0 / upper[j * n + j];
        for (size_t i = j; i-- > 0;) {
            double sum = 0.0;
            for (size_t k = i + 1; k <= j; k++)
                sum += upper[i * n + k] * lower[j * n + k];
            lower[j * n + i] = -sum / upper[i * n + i];
        }
    }
}

bool train_cholesky_invert(const double *a, size_t n, double *work, double *inverse)
{
    double *scale = work + n * n;
    for (size_t i = 0; i < n; i++) {
        scale[i] = sqrt(a[i * n + i]);
        if (!(scale[i] > 0.0) || !isfinite(scale[i]))
            return false;
    }
    if (!factorise(a, n, scale, work))
        return false;
    invert_triangle(work, n, inverse);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i; j < n; j++) {
            double sum = 0.0;
            for (size_t k = j; k < n; k++)
                sum += inverse[k * n + i] * inverse[k * n + j];
            if (i == j && !(sum <= largest_inflation))
                return false;
            work[i * n + j] = work[j * n + i] = sum / (scale[i] * scale[j]);
        }
    }
    memcpy(inverse, work, n * n * sizeof *inverse);
    return true;
}
