#include "datasets/common/matrix.h"

#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

#include <inttypes.h>

float *matrix_random(random_source *source, uint32_t rows, uint32_t cols)
{
    size_t n = (size_t)rows * cols;
    if (n > INT32_MAX)
        workload_fail("a matrix of %" PRIu32 " x %" PRIu32 " has too many elements; 2^31 is the limit", rows,
                      cols);
    return random_vector(source, n);
}

double *matrix_widen(const float *values, size_t n)
{
    double *wide = memory_array(n, sizeof *wide);
    for (size_t i = 0; i < n; i++)
        wide[i] = (double)values[i];
    return wide;
}

double *matrix_times(const float *a, uint32_t rows, uint32_t cols, const double *x)
{
    double *y = memory_array(rows, sizeof *y);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++)
            y[i] += (double)a[i * cols + j] * x[j];
    return y;
}

double *matrix_transposed_times(const float *a, uint32_t rows, uint32_t cols, const double *x)
{
    double *y = memory_array(cols, sizeof *y);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++)
            y[j] += (double)a[i * cols + j] * x[i];
    return y;
}
