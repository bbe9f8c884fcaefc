#include "bench/statistics.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

void bench_sort(double *value, size_t n)
{
    qsort(value, n, sizeof *value, ascending);
}

double bench_median(const double *sorted, size_t n)
{
    return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
}

double bench_spread(const double *sorted, size_t n)
{
    return (sorted[n - 1] - sorted[0]) / bench_median(sorted, n);
}

double bench_geometric_mean(const double *value, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += log(value[i]);
    return n == 0 ? 0 : exp(sum / (double)n);
}
