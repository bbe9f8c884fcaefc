/* Negative binomial regression with log link: ln mu = X b + offset, variance = mu + alpha mu^2 (NB2).
 *
 * For a given alpha the coefficients come from iteratively reweighted least squares (Fisher scoring) with
 * step halving; alpha is given, or estimated by maximum likelihood: the two are alternated until neither
 * moves, so that the result is the maximum of the joint likelihood. Source of the model: thesis
 * section 5.5.4; of the method: McCullagh and Nelder, "Generalized Linear Models", 2nd ed., 2.5; Venables and
 * Ripley, "Modern Applied Statistics with S", 4th ed., 7.4. */
#ifndef POISE_TRAIN_NEGBIN_NEGBIN_H
#define POISE_TRAIN_NEGBIN_NEGBIN_H

#include "common/error.h"
#include "train/negbin/data.h"

/* alpha = 1 fixed, no ridge: the default of statsmodels' GLM family, the software the thesis names. */
extern const train_negbin_options train_negbin_thesis;

typedef struct train_negbin_result {
    size_t rows, cols;
    double *coefficient;    /* cols */
    double *standard_error; /* cols, from the expected information at the final alpha (as R's glm.nb) */
    double *covariance;     /* cols x cols */
    double *mean;           /* rows fitted means */

    double dispersion;       /* alpha; when estimated, to 1e-8: so far what follows from it may differ */
    double dispersion_error; /* its standard error from the observed information; 0 unless it was estimated
                                and is > 0 */
    bool dispersion_estimated;
    bool poisson_limit; /* estimated, and the data vary no more than Poisson: alpha = 0 */

    double log_likelihood;
    double deviance, null_deviance; /* null: the same alpha, a constant and the offset only */
    double null_log_likelihood;     /* of a constant and the offset only; alpha estimated anew if it is */
    double aic;                     /* 2 parameters - 2 log_likelihood; an estimated alpha is a parameter */
    double observations;            /* rows with weight > 0 */
    int iterations;                 /* of reweighting, over all alphas */
} train_negbin_result;

/* POISE_FAILED with a sentence when there is no such fit: too few rows, values that are not finite, negative
 * responses, constant responses, linearly dependent columns, separation (a fitted mean runs to 0), no
 * convergence; POISE_USAGE for options out of range. On failure *result is zeroed. Free with
 * train_negbin_free(). The bits of the result do not depend on the number of threads. */
int train_negbin(const train_negbin_data *data, const train_negbin_options *options,
                 train_negbin_result *result, poise_error *err);

void train_negbin_free(train_negbin_result *result);

/* McFadden's pseudo R2, 1 - log-likelihood / null log-likelihood, as statsmodels' prsquared. */
double train_negbin_pseudo_r2(const train_negbin_result *result);

#endif
