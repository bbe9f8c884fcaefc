/* Method `speed`: weights that are learned from the whole surfaces instead of one target each. They minimise
 * the mean time of the kernels under the predicted tuples, not the distance from the best tuple: an error in
 * N costs what the surface says it costs. */
#ifndef POISE_TRAIN_METHOD_SPEED_FIT_H
#define POISE_TRAIN_METHOD_SPEED_FIT_H

#include "train/method/recipe.h"
#include "train/method/spec.h"

/* As train_fit(), with these values:
 * spread: a prediction is a cloud, log-normal with this standard deviation of ln N and of ln p, over which
 *   time is averaged: predictions for unseen kernels are wrong by some factor, so narrow peaks are not worth
 *   aiming at (the thesis' scoring has the same purpose, section 5.5.3);
 * ridge: ridge/2 times the sum of squared coefficients of the standardised features, on the scale of the sum
 *   of times over the rows.
 * The minimum is searched with BFGS from all warps, from the best single tuple and from the ridge regression
 * of the targets; it is a local one. */
int train_speed(const dataset *data, const bool *use, const train_spec *spec, const char *name,
                train_outcome *outcome, poise_error *err);

#endif
