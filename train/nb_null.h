/* The model that has a constant (and the offset) only: what a regression is compared with. */
#ifndef POISE_TRAIN_NB_NULL_H
#define POISE_TRAIN_NB_NULL_H

#include "train/distinct.h"
#include "train/negbin.h"

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
