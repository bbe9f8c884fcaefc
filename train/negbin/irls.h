/* Iteratively reweighted least squares for NB2 with log link at a given dispersion.
 *
 * Each iteration is a step of Newton's method, written as a weighted least-squares problem for the step. The
 * usual Fisher scoring, which puts the expected in place of the observed information, has the same solution
 * but overshoots by (1 + alpha y) / (1 + alpha mu) and then never settles on small overdispersed data.
 *
 * The problem is solved by Cholesky's factorisation while that loses no more than 6 of 16 digits, by QR
 * otherwise. A step of few correct digits still ends at the zero of the gradient, which is summed exactly as
 * well in both cases; the covariance is what the limit on lost digits is for. */
#ifndef POISE_TRAIN_NEGBIN_IRLS_H
#define POISE_TRAIN_NEGBIN_IRLS_H

#include "train/negbin/data.h"
#include "train/negbin/irls_pass.h"
#include "train/numerics/distinct.h"
#include "train/numerics/least_squares.h"

typedef struct train_irls {
    const train_negbin_data *data; /* checked by train_negbin_check() */
    const double *penalty;         /* cols: adds penalty[j] b[j]^2 to the deviance; NULL = none */
    int max_iterations;
    train_least_squares *ls;
    train_pass pass;     /* at `coefficient`, or `trial` while a step is tried */
    double *coefficient; /* cols: where the search stands */
    double *trial;       /* cols */
    double *step;        /* cols */
    double *inverse;     /* cols x cols: of the last information matrix */
    double *work;        /* scratch space of the pass and the factorisation */
    double *mean;        /* rows: of `coefficient`, or the starting values */
    double mean_response;
    double objective;   /* that of the pass + penalty at `coefficient`; infinite before the first iteration */
    double unpenalised; /* objective less penalty */
    bool by_qr;         /* the last problem was solved by QR */
    int iterations;     /* so far */
} train_irls;

/* Allocates and sets the starting means: halfway between each response and the mean response, as statsmodels
 * does. `data` and `penalty` are borrowed. Free with train_irls_close(), also after a failure. */
int train_irls_open(train_irls *irls, const train_negbin_data *data, const double *penalty,
                    int max_iterations, poise_error *err);
void train_irls_close(train_irls *irls);

/* Runs at `dispersion` from where the search stands until a step is shorter than `tolerance` standard errors
 * (in the metric of the information matrix); the error that is left is of the order of its square. */
int train_irls_run(train_irls *irls, double dispersion, double tolerance, poise_error *err);

/* After a run: sets irls->inverse to the inverse of the expected information, the covariance of the
 * coefficients as R and statsmodels give it. */
int train_irls_covariance(train_irls *irls, poise_error *err);

/* After a run; `distinct` are the responses. */
double train_irls_log_likelihood(const train_irls *irls, const train_distinct *distinct);

/* Deviance at the dispersion of the last run. */
double train_irls_deviance(const train_irls *irls, const train_distinct *distinct);

#endif
