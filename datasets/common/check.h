/* Comparison of a device's result with the reference of the processor. */
#ifndef POISE_DATASETS_CHECK_H
#define POISE_DATASETS_CHECK_H

#include <stddef.h>
#include <stdint.h>

/* |got - want| / max(1, |want|); not-a-number when either is. */
double check_error(double got, double want);

/* Largest check_error of `n` elements. Fails with a sentence that names array `what`, the place and both
 * values when an error is above `tolerance` or not a number. */
double check_close(const char *what, const float *got, const double *want, size_t n, double tolerance);

/* The same for integers, which must be equal. */
void check_equal(const char *what, const uint32_t *got, const uint32_t *want, size_t n);

#endif
