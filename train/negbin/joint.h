/* The maximum of the likelihood of NB2 in coefficients and dispersion together. */
#ifndef POISE_TRAIN_NEGBIN_JOINT_H
#define POISE_TRAIN_NEGBIN_JOINT_H

#include "train/negbin/irls.h"
#include "train/numerics/distinct.h"

/* Alternates: coefficients that fit best for a dispersion, and the dispersion that fits best for their means.
 * Its fixed point is the maximum of the profile likelihood of the dispersion; the secant method takes it
 * there in few rounds. On success irls stands at the coefficients that belong to *dispersion >= 0; 0 is the
 * Poisson limit. `distinct` are the responses of irls->data, `start` >= 0 is where the search begins. */
int train_nb_joint(train_irls *irls, const train_distinct *distinct, double start, double *dispersion,
                   poise_error *err);

/* The model that has a constant (and the offset) only: what a regression is compared with. */
typedef struct train_nb_null {
    double deviance;       /* at the dispersion of the regression, as R's glm.nb reports it */
    double log_likelihood; /* at its own dispersion when that is estimated, as statsmodels' llnull; at that of
                              the regression when no finite one is best */
} train_nb_null;

/* `distinct` are the responses of `data`, `dispersion` is that of the regression. */
int train_nb_null_fit(const train_negbin_data *data, const train_distinct *distinct,
                      const train_negbin_options *options, double dispersion, train_nb_null *null,
                      poise_error *err);

#endif
