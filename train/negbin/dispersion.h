/* Maximum-likelihood estimate of the dispersion of NB2 for given means. */
#ifndef POISE_TRAIN_NEGBIN_DISPERSION_H
#define POISE_TRAIN_NEGBIN_DISPERSION_H

#include "common/error.h"
#include "train/numerics/distinct.h"

#include <stddef.h>

typedef struct train_nb_sample {
    size_t rows;
    const double *y, *mu;
    const double *weight;           /* or NULL = 1 */
    const train_distinct *distinct; /* of y with these weights */
} train_nb_sample;

/* Stores alpha >= 0; 0 (Poisson) when the likelihood falls from alpha = 0 on. `start` > 0 is where the search
 * begins, 0 = unknown. Ends with a step of Newton's method shorter than `tolerance` in ln alpha; the error
 * that is left is of the order of its square. POISE_FAILED when no finite alpha is found. */
int train_nb_dispersion(const train_nb_sample *sample, double start, double tolerance, double *alpha,
                        poise_error *err);

/* Standard error of alpha > 0 from the observed information; NaN is never returned: 0 when the likelihood is
 * not curved downwards at alpha. */
double train_nb_dispersion_error(const train_nb_sample *sample, double alpha);

#endif
