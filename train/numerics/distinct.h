/* The different values among responses. What depends on a response and the dispersion alone, the gamma
 * functions above all, is computed once for each of them: counts and tuples take few different values. */
#ifndef POISE_TRAIN_NUMERICS_DISTINCT_H
#define POISE_TRAIN_NUMERICS_DISTINCT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct train_distinct {
    size_t n;
    double *value;  /* n, in order of first appearance */
    double *weight; /* n: sums of the weights of the rows with that value, > 0 */
} train_distinct;

/* Collects values[rows]; weight[rows] or NULL = 1; rows of weight 0 are left out. Returns false when there is
 * no memory. Free with train_distinct_free(), also after a failure. */
bool train_distinct_collect(train_distinct *distinct, const double *values, const double *weight,
                            size_t rows);

void train_distinct_free(train_distinct *distinct);

#endif
