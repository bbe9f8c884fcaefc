#include "train/negbin/negbin.h"

#include "train/negbin/dispersion.h"
#include "train/negbin/irls.h"
#include "train/negbin/joint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double step_tolerance = 1e-6; /* in standard errors: the error that is left is its square */

const train_negbin_options train_negbin_thesis = {.dispersion = 1.0, .max_iterations = 200};

/* lambda times the variance of each column: the penalty on the coefficient of the standardised column. */
static double *make_penalty(const train_negbin_data *data, double ridge)
{
    double *penalty = calloc(data->x.cols + 1, sizeof *penalty); /* nobody asks for no memory */
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

static int allocate(train_negbin_result *result, const train_matrix *x, poise_error *err)
{
    *result = (train_negbin_result){.rows = x->rows, .cols = x->cols};
    const size_t cols = x->cols + 1, rows = x->rows + 1; /* nobody asks for no memory */
    result->coefficient = calloc(cols, sizeof *result->coefficient);
    result->standard_error = calloc(cols, sizeof *result->standard_error);
    result->covariance = calloc(cols * cols, sizeof *result->covariance);
    result->mean = calloc(rows, sizeof *result->mean);
    if (result->coefficient == NULL || result->standard_error == NULL || result->covariance == NULL ||
        result->mean == NULL) {
        train_negbin_free(result);
        return poise_fail(err, POISE_FAILED, "no memory for the fit of %zu rows", x->rows);
    }
    return POISE_OK;
}

static void describe(train_negbin_result *result, const train_irls *irls, const train_distinct *distinct,
                     double dispersion)
{
    const train_negbin_data *data = irls->data;
    size_t cols = result->cols;
    memcpy(result->coefficient, irls->coefficient, cols * sizeof *result->coefficient);
    memcpy(result->mean, irls->mean, result->rows * sizeof *result->mean);
    memcpy(result->covariance, irls->inverse, cols * cols * sizeof *result->covariance);
    for (size_t col = 0; col < cols; col++)
        result->standard_error[col] = sqrt(result->covariance[col * cols + col]);
    for (size_t row = 0; row < result->rows; row++)
        result->observations += train_negbin_weight(data, row) > 0.0 ? 1.0 : 0.0;
    result->log_likelihood = train_irls_log_likelihood(irls, distinct);
    result->deviance = train_irls_deviance(irls, distinct);
    result->aic =
        2.0 * (double)(cols + (result->dispersion_estimated ? 1 : 0)) - 2.0 * result->log_likelihood;
    result->iterations = irls->iterations;
    result->dispersion = dispersion;
    result->poisson_limit = result->dispersion_estimated && dispersion == 0.0;
    if (result->dispersion_estimated && !result->poisson_limit) {
        train_nb_sample sample = {.rows = data->x.rows,
                                  .y = data->y,
                                  .mu = irls->mean,
                                  .weight = data->weight,
                                  .distinct = distinct};
        result->dispersion_error = train_nb_dispersion_error(&sample, dispersion);
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
                             result->null_deviance, result->null_log_likelihood};
    double smallest = HUGE_VAL; /* standard error */
    for (size_t col = 0; col < result->cols; col++)
        smallest = fmin(smallest, result->standard_error[col]);
    if (!(smallest > 0.0) || !all_finite(result->coefficient, result->cols) ||
        !all_finite(result->standard_error, result->cols) || !all_finite(result->mean, result->rows) ||
        !all_finite(totals, sizeof totals / sizeof totals[0])) {
        return poise_fail(err, POISE_FAILED,
                          "the numbers are too large or too small to compute with: change "
                          "the units of the features");
    }
    return POISE_OK;
}

/* Of the responses without any features: variance = mu + alpha mu^2. A place to begin. */
static double moment_dispersion(const train_distinct *distinct)
{
    double weights = 0.0;
    double sum = 0.0;
    double squares = 0.0;
    for (size_t i = 0; i < distinct->n; i++) {
        weights += distinct->weight[i];
        sum += distinct->weight[i] * distinct->value[i];
    }
    double mean = sum / weights;
    for (size_t i = 0; i < distinct->n; i++)
        squares += distinct->weight[i] * (distinct->value[i] - mean) * (distinct->value[i] - mean);
    double alpha = (squares / weights - mean) / (mean * mean);
    return alpha > 0.0 && isfinite(alpha) ? alpha : 0.0;
}

static int fit(train_irls *irls, const train_distinct *distinct, const train_negbin_options *options,
               train_negbin_result *result, poise_error *err)
{
    double dispersion = options->dispersion;
    int code = options->estimate_dispersion
                   ? train_nb_joint(irls, distinct, moment_dispersion(distinct), &dispersion, err)
                   : train_irls_run(irls, dispersion, step_tolerance, err);
    if (code == POISE_OK)
        code = train_irls_covariance(irls, err);
    train_nb_null null;
    if (code == POISE_OK)
        code = train_nb_null_fit(irls->data, distinct, options, dispersion, &null, err);
    if (code != POISE_OK)
        return code;
    result->null_deviance = null.deviance;
    result->null_log_likelihood = null.log_likelihood;
    result->dispersion_estimated = options->estimate_dispersion;
    describe(result, irls, distinct, dispersion);
    return check_result(result, err);
}

/* ---- some columns only ---- */

static bool is_left_out(const train_negbin_options *options, size_t col)
{
    return col < 32 && (options->leave_out >> col & 1) != 0;
}

/* The columns that stay, as a matrix of its own; x.x and x.names are NULL when there is no memory. */
static train_matrix keep_columns(const train_matrix *all, const train_negbin_options *options)
{
    double *x = calloc(all->rows + 1, (all->cols + 1) * sizeof *x);
    const char **names = calloc(all->cols + 1, sizeof *names);
    if (x == NULL || names == NULL) {
        free(x);
        free((void *)names);
        return (train_matrix){0};
    }
    train_matrix kept = {.rows = all->rows, .x = x, .names = all->names != NULL ? names : NULL};
    for (size_t col = 0; col < all->cols; col++) {
        if (!is_left_out(options, col)) {
            names[kept.cols++] = all->names != NULL ? all->names[col] : NULL;
            double *to = x + (kept.cols - 1);
            for (size_t row = 0; row < all->rows; row++)
                to[row * all->cols] = train_row(all, row)[col];
        }
    }
    for (size_t row = 1; row < all->rows; row++) { /* close the gaps between rows */
        for (size_t col = 0; col < kept.cols; col++)
            x[row * kept.cols + col] = x[row * all->cols + col];
    }
    if (all->names == NULL)
        free((void *)names);
    return kept;
}

/* Moves results to the columns that they belong to. */
static int spread(train_negbin_result *result, size_t cols, const train_negbin_options *options,
                  poise_error *err)
{
    double *coefficient = calloc(cols, sizeof *coefficient);
    double *error = calloc(cols, sizeof *error);
    double *covariance = calloc(cols * cols, sizeof *covariance);
    if (coefficient == NULL || error == NULL || covariance == NULL) {
        free(coefficient);
        free(error);
        free(covariance);
        return poise_fail(err, POISE_FAILED, "no memory for %zu columns", cols);
    }
    for (size_t i = 0, from = 0; i < cols; i++) {
        if (is_left_out(options, i))
            continue;
        coefficient[i] = result->coefficient[from];
        error[i] = result->standard_error[from];
        for (size_t j = 0, other = 0; j < cols; j++) {
            if (!is_left_out(options, j))
                covariance[i * cols + j] = result->covariance[from * result->cols + other++];
        }
        from++;
    }
    free(result->coefficient);
    free(result->standard_error);
    free(result->covariance);
    result->coefficient = coefficient;
    result->standard_error = error;
    result->covariance = covariance;
    result->cols = cols;
    return POISE_OK;
}

/* train_negbin() for options->leave_out that is not 0: fits the other columns and puts zeros in the places of
 * those that are left out. */
static int fit_without(const train_negbin_data *data, const train_negbin_options *options,
                       train_negbin_result *result, poise_error *err)
{
    train_negbin_data some = *data;
    train_negbin_options all = *options;
    all.leave_out = 0;
    some.x = keep_columns(&data->x, options);
    if (some.x.x == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu rows", data->x.rows);
    int code = train_negbin(&some, &all, result, err);
    free((void *)some.x.x);
    free((void *)some.x.names);
    if (code == POISE_OK && (code = spread(result, data->x.cols, options, err)) != POISE_OK)
        train_negbin_free(result);
    return code;
}

int train_negbin(const train_negbin_data *data, const train_negbin_options *options,
                 train_negbin_result *result, poise_error *err)
{
    *result = (train_negbin_result){0};
    if (options->leave_out != 0)
        return fit_without(data, options, result, err);
    int code = train_negbin_check(data, options, err);
    if (code != POISE_OK)
        return code;
    double *penalty = options->ridge > 0.0 ? make_penalty(data, options->ridge) : NULL;
    train_distinct distinct;
    if (!train_distinct_collect(&distinct, data->y, data->weight, data->x.rows) ||
        (options->ridge > 0.0 && penalty == NULL))
        code = poise_fail(err, POISE_FAILED, "no memory to fit %zu rows", data->x.rows);
    train_irls irls = {0};
    code = code != POISE_OK ? code : train_irls_open(&irls, data, penalty, options->max_iterations, err);
    code = code != POISE_OK ? code : allocate(result, &data->x, err);
    code = code != POISE_OK ? code : fit(&irls, &distinct, options, result, err);
    train_irls_close(&irls);
    train_distinct_free(&distinct);
    free(penalty);
    if (code != POISE_OK)
        train_negbin_free(result);
    return code;
}

void train_negbin_free(train_negbin_result *result)
{
    free(result->coefficient);
    free(result->standard_error);
    free(result->covariance);
    free(result->mean);
    *result = (train_negbin_result){0};
}

double train_negbin_pseudo_r2(const train_negbin_result *result)
{
    double null = result->null_log_likelihood;
    return null == 0.0 ? 0.0 : 1.0 - result->log_likelihood / null;
}
