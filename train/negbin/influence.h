/* How much each observation decides a regression. */
#ifndef POISE_TRAIN_NEGBIN_INFLUENCE_H
#define POISE_TRAIN_NEGBIN_INFLUENCE_H

#include "train/negbin/negbin.h"

typedef struct train_influence {
    double pearson;  /* residual (y - mu) / standard deviation, times the square root of the weight */
    double deviance; /* signed square root of the observation's part of the deviance */
    double leverage; /* diagonal element of the hat matrix of the last weighted least-squares problem */
    double cook;     /* distance that the coefficients would move without the observation */
} train_influence;

/* Of all rows of `data`, from which `fit` was made, to influence[rows]. As R's residuals(), hatvalues() and
 * cooks.distance() with dispersion 1. Rows of weight 0 have all 0; a row that alone decides a coefficient
 * (leverage 1) has an infinite distance in R; its `cook` is set to HUGE_VAL. */
void train_negbin_influence(const train_negbin_data *data, const train_negbin_result *fit,
                            train_influence *influence);

#endif
