/* Statistics of repeated measurements. */
#ifndef POISE_BENCH_STATISTICS_H
#define POISE_BENCH_STATISTICS_H

#include <stddef.h>

/* Sorts `value`, which has at least one element, ascending. */
void bench_sort(double *value, size_t n);

/* Of n >= 1 ascending values: the middle one, of an even number the mean of the two in the middle. */
double bench_median(const double *sorted, size_t n);

/* Of n >= 1 ascending positive values: (largest - smallest) / median. 0 for one value. */
double bench_spread(const double *sorted, size_t n);

/* Of positive values; 0 without values. */
double bench_geometric_mean(const double *value, size_t n);

#endif
