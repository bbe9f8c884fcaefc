/* Standardised features: support vector machines compare features by their numbers, so each is brought to
 * mean 0 and standard deviation 1. */
#ifndef POISE_TRAIN_METHOD_SCALING_H
#define POISE_TRAIN_METHOD_SCALING_H

#include "features/features.h"

#include <stddef.h>

typedef struct train_scaling {
    double centre[FEATURES_COUNT]; /* weighted mean */
    double scale[FEATURES_COUNT];  /* weighted standard deviation; 1 for a feature that does not vary */
} train_scaling;

/* Of `rows` rows of x[rows x FEATURES_COUNT]; `weight` may be NULL = 1. */
train_scaling train_scaling_of(const double *x, const double *weight, size_t rows);

/* z = (x - centre) / scale */
void train_scale(const train_scaling *scaling, const double x[FEATURES_COUNT], double z[FEATURES_COUNT]);

/* Weights and constant of a sum over z become weights of the same sum over x; the constant goes to the
 * feature that is always 1. */
void train_unscale(const train_scaling *scaling, const double for_z[FEATURES_COUNT], double constant,
                   double for_x[FEATURES_COUNT]);

#endif
