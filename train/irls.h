/* Iteratively reweighted least squares for NB2 with log link at a given dispersion.
 *
 * Each iteration is a step of Newton's method, written as a weighted least-squares problem. The usual Fisher
 * scoring, which puts the expected in place of the observed information, has the same solution but overshoots
 * by (1 + alpha y) / (1 + alpha mu) and then never settles on small overdispersed data. */
#ifndef POISE_TRAIN_IRLS_H
#define POISE_TRAIN_IRLS_H

#include "train/least_squares.h"
#include "train/negbin.h"

typedef struct train_irls {
    const train_negbin_data *data; /* checked by train_negbin_check() */
    const double *penalty;         /* cols: adds penalty[j] b[j]^2 to the deviance; NULL = none */
    int max_iterations;
    train_least_squares *ls;
    double *coefficient; /* cols: where the search stands */
    double *trial;       /* cols */
    double *step;        /* cols */
    double *mean;        /* rows: of `coefficient`, or the starting values */
    double objective;    /* deviance + penalty at `coefficient`; infinite before the first iteration */
    double rounding;     /* differences of the objective below this are rounding errors */
    int iterations;      /* so far */
} train_irls;

/* Allocates and sets the starting means: halfway between each response and the mean response, as statsmodels
 * does. `data` and `penalty` are borrowed. Free with train_irls_close(), also after a failure. */
int train_irls_open(train_irls *irls, const train_negbin_data *data, const double *penalty,
                    int max_iterations, poise_error *err);
void train_irls_close(train_irls *irls);

/* Runs to convergence at `dispersion` from where the search stands. Afterwards irls->ls holds the weighted
 * least-squares problem at the solution with the expected information as weights: its inverse is the
 * covariance of the coefficients as R and statsmodels give it. */
int train_irls_run(train_irls *irls, double dispersion, poise_error *err);

/* Deviance of the current means. */
double train_irls_deviance(const train_irls *irls, double dispersion);

/* Accessors that supply the defaults of `data`. */
double train_negbin_weight(const train_negbin_data *data, size_t row);
double train_negbin_offset(const train_negbin_data *data, size_t row);

#endif
