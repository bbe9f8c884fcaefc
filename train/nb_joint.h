/* The maximum of the likelihood of NB2 in coefficients and dispersion together. */
#ifndef POISE_TRAIN_NB_JOINT_H
#define POISE_TRAIN_NB_JOINT_H

#include "train/distinct.h"
#include "train/irls.h"

/* Alternates: coefficients that fit best for a dispersion, and the dispersion that fits best for their means.
 * Its fixed point is the maximum of the profile likelihood of the dispersion; the secant method takes it
 * there in few rounds. On success irls stands at the coefficients that belong to *dispersion >= 0; 0 is the
 * Poisson limit. `distinct` are the responses of irls->data, `start` >= 0 is where the search begins. */
int train_nb_joint(train_irls *irls, const train_distinct *distinct, double start, double *dispersion,
                   poise_error *err);

#endif
