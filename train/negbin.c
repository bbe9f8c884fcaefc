#include "train/negbin.h"

#include "train/irls.h"
#include "train/nb_dispersion.h"
#include "train/nb_distribution.h"
#include "train/negbin_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double alternation_tolerance = 1e-10; /* relative change of alpha */

const train_negbin_options train_negbin_thesis = {.dispersion = 1.0, .max_iterations = 200};

/* lambda times the variance of each column: the penalty on the coefficient of the standardised column. */
static double *make_penalty(const train_negbin_data *data, double ridge)
{
    double *penalty = calloc(data->x.cols, sizeof *penalty);
    for (size_t col = 0; penalty != NULL && col < data->x.cols; col++) {
        double weights = 0.0;
        double mean = 0.0;
        double squares = 0.0; /* West's weighted form of Welford's running variance (Comm. ACM 22, 1979) */
        for (size_t row = 0; row < data->x.rows; row++) {
            double weight = train_negbin_weight(data, row);
            double distance = train_row(&data->x, row)[col] - mean;
            weights += weight;
            if (weight > 0.0) {
                mean += distance * weight / weights;
                squares += weight * distance * (train_row(&data->x, row)[col] - mean);
            }
        }
        penalty[col] = ridge * squares / weights;
    }
    return penalty;
}

static train_nb_sample sample_of(const train_irls *irls)
{
    return (train_nb_sample){
        .rows = irls->data->x.rows, .y = irls->data->y, .mu = irls->mean, .weight = irls->data->weight};
}

/* Alternates coefficients and dispersion from the Poisson fit on. */
static int alternate(train_irls *irls, double *dispersion, poise_error *err)
{
    *dispersion = 0.0;
    for (int round = 0; round < irls->max_iterations; round++) {
        double before = *dispersion;
        int rc = train_irls_run(irls, before, err);
        if (rc == POISE_OK) {
            train_nb_sample sample = sample_of(irls);
            rc = train_nb_dispersion(&sample, before, dispersion, err);
        }
        if (rc != POISE_OK)
            return rc;
        if (*dispersion == 0.0 && before > 0.0) { /* on the edge of the Poisson limit */
            return train_irls_run(irls, 0.0, err);
        }
        if (fabs(*dispersion - before) <= alternation_tolerance * before) {
            *dispersion = before; /* the one the coefficients belong to */
            return POISE_OK;
        }
    }
    return poise_fail(err, POISE_FAILED, "coefficients and dispersion did not settle in %d rounds",
                      irls->max_iterations);
}

/* Deviance of the model that has a constant (and the offset) only. */
static int fit_null(const train_negbin_data *data, const train_negbin_options *options, double dispersion,
                    double *deviance, poise_error *err)
{
    double *ones = malloc(data->x.rows * sizeof *ones);
    if (ones == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu rows", data->x.rows);
    for (size_t row = 0; row < data->x.rows; row++)
        ones[row] = 1.0;
    train_negbin_data null = *data;
    null.x = (train_matrix){.rows = data->x.rows, .cols = 1, .x = ones};
    train_irls irls;
    int rc = train_irls_open(&irls, &null, NULL, options->max_iterations, err);
    if (rc == POISE_OK) {
        rc = train_irls_run(&irls, dispersion, err);
        *deviance = train_irls_deviance(&irls, dispersion);
        train_irls_close(&irls);
    }
    free(ones);
    return rc;
}

static int allocate(train_negbin_result *result, const train_matrix *x, poise_error *err)
{
    *result = (train_negbin_result){.rows = x->rows, .cols = x->cols};
    result->coefficient = calloc(x->cols, sizeof *result->coefficient);
    result->standard_error = calloc(x->cols, sizeof *result->standard_error);
    result->covariance = calloc(x->cols * x->cols, sizeof *result->covariance);
    result->mean = calloc(x->rows, sizeof *result->mean);
    if (result->coefficient == NULL || result->standard_error == NULL || result->covariance == NULL ||
        result->mean == NULL) {
        train_negbin_free(result);
        return poise_fail(err, POISE_FAILED, "no memory for the fit of %zu rows", x->rows);
    }
    return POISE_OK;
}

static void describe(train_negbin_result *result, const train_irls *irls)
{
    const train_negbin_data *data = irls->data;
    size_t cols = result->cols;
    memcpy(result->coefficient, irls->coefficient, cols * sizeof *result->coefficient);
    memcpy(result->mean, irls->mean, result->rows * sizeof *result->mean);
    train_least_squares_inverse(irls->ls, result->covariance);
    for (size_t col = 0; col < cols; col++)
        result->standard_error[col] = sqrt(result->covariance[col * cols + col]);
    for (size_t row = 0; row < result->rows; row++) {
        double weight = train_negbin_weight(data, row);
        if (weight > 0.0) {
            result->observations += 1.0;
            result->log_likelihood +=
                weight * train_nb_log_likelihood(data->y[row], result->mean[row], result->dispersion);
        }
    }
    result->deviance = train_irls_deviance(irls, result->dispersion);
    result->aic =
        2.0 * (double)(cols + (result->dispersion_estimated ? 1 : 0)) - 2.0 * result->log_likelihood;
    result->iterations = irls->iterations;
    if (result->dispersion_estimated && !result->poisson_limit) {
        train_nb_sample sample = sample_of(irls);
        result->dispersion_error = train_nb_dispersion_error(&sample, result->dispersion);
    }
}

static bool all_finite(const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(values[i]))
            return false;
    }
    return true;
}

/* Features of 1e300 fit into a double, their squares do not. */
static int check_result(const train_negbin_result *result, poise_error *err)
{
    const double totals[] = {result->dispersion_error, result->log_likelihood, result->deviance,
                             result->null_deviance};
    if (!all_finite(result->coefficient, result->cols) || !all_finite(result->standard_error, result->cols) ||
        !all_finite(result->mean, result->rows) || !all_finite(totals, sizeof totals / sizeof totals[0])) {
        return poise_fail(err, POISE_FAILED,
                          "the numbers are too large or too small to compute with: change "
                          "the units of the features");
    }
    return POISE_OK;
}

static int fit(train_irls *irls, const train_negbin_options *options, train_negbin_result *result,
               poise_error *err)
{
    double dispersion = options->dispersion;
    int rc = options->estimate_dispersion ? alternate(irls, &dispersion, err)
                                          : train_irls_run(irls, dispersion, err);
    if (rc == POISE_OK)
        rc = fit_null(irls->data, options, dispersion, &result->null_deviance, err);
    if (rc == POISE_OK) {
        result->dispersion = dispersion;
        result->dispersion_estimated = options->estimate_dispersion;
        result->poisson_limit = options->estimate_dispersion && dispersion == 0.0;
        describe(result, irls);
        rc = check_result(result, err);
    }
    return rc;
}

int train_negbin(const train_negbin_data *data, const train_negbin_options *options,
                 train_negbin_result *result, poise_error *err)
{
    *result = (train_negbin_result){0};
    int rc = train_negbin_check(data, options, err);
    if (rc != POISE_OK)
        return rc;
    double *penalty = options->ridge > 0.0 ? make_penalty(data, options->ridge) : NULL;
    if (options->ridge > 0.0 && penalty == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the ridge penalty");
    train_irls irls;
    rc = train_irls_open(&irls, data, penalty, options->max_iterations, err);
    if (rc == POISE_OK) {
        rc = allocate(result, &data->x, err);
        rc = rc != POISE_OK ? rc : fit(&irls, options, result, err);
        train_irls_close(&irls);
    }
    free(penalty);
    if (rc != POISE_OK)
        train_negbin_free(result);
    return rc;
}

void train_negbin_free(train_negbin_result *result)
{
    free(result->coefficient);
    free(result->standard_error);
    free(result->covariance);
    free(result->mean);
    *result = (train_negbin_result){0};
}
