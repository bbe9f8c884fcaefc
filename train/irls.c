#include "train/irls.h"

#include "train/nb_distribution.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Converged when a step is shorter than this many standard errors (in the metric of the information matrix),
 * or than rounding lets it become. Scale-free, and far below anything a reader of the table sees. */
static const double step_tolerance = 1e-9;
static const double rounding_tolerance = 1e-13;
/* A fitted mean this small beside the mean response runs to 0: some combination of columns separates the
 * zeros. */
static const double separation_ratio = 1e-13;
enum { MAX_HALVINGS = 40 };

double train_negbin_weight(const train_negbin_data *data, size_t row)
{
    return data->weight == NULL ? 1.0 : data->weight[row];
}

double train_negbin_offset(const train_negbin_data *data, size_t row)
{
    return data->offset == NULL ? 0.0 : data->offset[row];
}

static double mean_response(const train_negbin_data *data)
{
    double sum = 0.0;
    double weights = 0.0;
    for (size_t row = 0; row < data->x.rows; row++) {
        sum += train_negbin_weight(data, row) * data->y[row];
        weights += train_negbin_weight(data, row);
    }
    return sum / weights;
}

int train_irls_open(train_irls *irls, const train_negbin_data *data, const double *penalty,
                    int max_iterations, poise_error *err)
{
    size_t cols = data->x.cols;
    *irls = (train_irls){.data = data, .penalty = penalty, .max_iterations = max_iterations};
    irls->ls = train_least_squares_new(cols);
    irls->coefficient = calloc(cols, sizeof *irls->coefficient);
    irls->trial = calloc(cols, sizeof *irls->trial);
    irls->step = calloc(cols, sizeof *irls->step);
    irls->mean = calloc(data->x.rows, sizeof *irls->mean);
    if (irls->ls == NULL || irls->coefficient == NULL || irls->trial == NULL || irls->step == NULL ||
        irls->mean == NULL) {
        train_irls_close(irls);
        return poise_fail(err, POISE_FAILED, "no memory to fit %zu rows", data->x.rows);
    }
    irls->objective = INFINITY;
    double mean = mean_response(data);
    for (size_t row = 0; row < data->x.rows; row++) {
        irls->mean[row] = 0.5 * (data->y[row] + mean);
        /* A unit deviance is a difference of terms of the size of y. */
        irls->rounding += 16.0 * DBL_EPSILON * train_negbin_weight(data, row) * (1.0 + data->y[row]);
    }
    return POISE_OK;
}

void train_irls_close(train_irls *irls)
{
    train_least_squares_free(irls->ls);
    free(irls->coefficient);
    free(irls->trial);
    free(irls->step);
    free(irls->mean);
    *irls = (train_irls){0};
}

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

double train_irls_deviance(const train_irls *irls, double dispersion)
{
    const train_negbin_data *data = irls->data;
    double sum = 0.0;
    for (size_t row = 0; row < data->x.rows; row++) {
        double weight = train_negbin_weight(data, row);
        if (weight > 0.0)
            sum += weight * train_nb_deviance(data->y[row], irls->mean[row], dispersion);
    }
    return sum;
}

/* Deviance plus penalty at `coefficient`; sets irls->mean on the way. */
static double objective_at(train_irls *irls, const double *coefficient, double dispersion)
{
    const train_negbin_data *data = irls->data;
    for (size_t row = 0; row < data->x.rows; row++) {
        irls->mean[row] =
            exp(dot(train_row(&data->x, row), coefficient, data->x.cols) + train_negbin_offset(data, row));
    }
    double penalty = 0.0;
    for (size_t col = 0; irls->penalty != NULL && col < data->x.cols; col++)
        penalty += irls->penalty[col] * coefficient[col] * coefficient[col];
    return train_irls_deviance(irls, dispersion) + penalty;
}

/* The penalty is so many more rows: penalty[j] (b[j] - 0)^2. */
static void add_penalty(train_irls *irls)
{
    size_t cols = irls->data->x.cols;
    if (irls->penalty == NULL)
        return;
    memset(irls->step, 0, cols * sizeof *irls->step);
    for (size_t col = 0; col < cols; col++) {
        irls->step[col] = 1.0;
        train_least_squares_add(irls->ls, irls->step, 0.0, irls->penalty[col]);
        irls->step[col] = 0.0;
    }
}

/* A row of the least-squares problem at the current mean: its weight, and its response less the linear
 * predictor. */
typedef struct working_row {
    double weight, excess;
} working_row;

/* Expected information: weight mu / (1 + alpha mu). */
static working_row by_expectation(double y, double mu, double dispersion)
{
    return (working_row){.weight = mu / (1.0 + dispersion * mu), .excess = (y - mu) / mu};
}

/* Observed information: the same gradient, the curvature of the data. It is positive for every y >= 0,
 * because the likelihood is concave in the linear predictor. */
static working_row by_observation(double y, double mu, double dispersion)
{
    double variance = 1.0 + dispersion * mu; /* over mu */
    double scale = (1.0 + dispersion * y) / variance;
    return (working_row){.weight = mu * scale / variance, .excess = (y - mu) / (mu * scale)};
}

/* Solves the least-squares problem of the current means into irls->trial. */
static int reweight(train_irls *irls, working_row (*work)(double y, double mu, double dispersion),
                    double dispersion, poise_error *err)
{
    const train_negbin_data *data = irls->data;
    train_least_squares_reset(irls->ls);
    for (size_t row = 0; row < data->x.rows; row++) {
        double mean = irls->mean[row];
        working_row working = work(data->y[row], mean, dispersion);
        double weight = train_negbin_weight(data, row) * working.weight;
        if (weight > 0.0) {
            double response = log(mean) - train_negbin_offset(data, row) + working.excess;
            train_least_squares_add(irls->ls, train_row(&data->x, row), response, weight);
        }
    }
    add_penalty(irls);
    size_t dependent = 0;
    if (!train_least_squares_solve(irls->ls, irls->trial, &dependent)) {
        const char *const *names = data->x.names;
        return poise_fail(err, POISE_FAILED,
                          "column %zu%s%s of the features is a linear combination of the others",
                          dependent + 1, names != NULL ? ", " : "", names != NULL ? names[dependent] : "");
    }
    return POISE_OK;
}

static int check_means(const train_irls *irls, poise_error *err)
{
    double smallest = separation_ratio * mean_response(irls->data);
    for (size_t row = 0; row < irls->data->x.rows; row++) {
        if (train_negbin_weight(irls->data, row) > 0.0 && irls->mean[row] < smallest) {
            return poise_fail(err, POISE_FAILED,
                              "the fitted mean of row %zu runs to 0: a combination of features separates the "
                              "responses that are 0, so no finite coefficients fit best",
                              row + 1);
        }
    }
    return POISE_OK;
}

/* Moves to irls->trial, or part of the way to it when the full step makes the objective worse. */
static int advance(train_irls *irls, double dispersion, poise_error *err)
{
    size_t cols = irls->data->x.cols;
    double allowed = irls->objective + irls->rounding + 1e-13 * fabs(irls->objective);
    for (int halving = 0; halving <= MAX_HALVINGS; halving++) {
        double objective = objective_at(irls, irls->trial, dispersion);
        if (isfinite(objective) && (objective <= allowed || !isfinite(irls->objective))) {
            memcpy(irls->coefficient, irls->trial, cols * sizeof *irls->coefficient);
            irls->objective = objective;
            return POISE_OK;
        }
        for (size_t col = 0; col < cols; col++)
            irls->trial[col] = 0.5 * (irls->trial[col] + irls->coefficient[col]);
    }
    return poise_fail(err, POISE_FAILED, "the fit diverges: no step lowers the deviance");
}

/* One step of Newton's method; the very first, which has no coefficients to start from, of Fisher scoring.
 * Sets *converged. */
static int iterate(train_irls *irls, double dispersion, bool *converged, poise_error *err)
{
    size_t cols = irls->data->x.cols;
    bool first = !isfinite(irls->objective);
    int rc = reweight(irls, first ? by_expectation : by_observation, dispersion, err);
    if (rc != POISE_OK)
        return rc;
    for (size_t col = 0; col < cols; col++)
        irls->step[col] = irls->trial[col] - irls->coefficient[col];
    double length = train_least_squares_norm(irls->ls, irls->step);
    double whole = train_least_squares_norm(irls->ls, irls->trial);
    *converged = !first && (length <= step_tolerance || length <= rounding_tolerance * whole);
    irls->iterations++;
    rc = advance(irls, dispersion, err);
    return rc != POISE_OK ? rc : check_means(irls, err);
}

int train_irls_run(train_irls *irls, double dispersion, poise_error *err)
{
    if (isfinite(irls->objective)) { /* it was that of another dispersion */
        irls->objective = objective_at(irls, irls->coefficient, dispersion);
    }
    for (int iteration = 0; iteration < irls->max_iterations; iteration++) {
        bool converged = false;
        int rc = iterate(irls, dispersion, &converged, err);
        if (rc != POISE_OK)
            return rc;
        if (converged)
            return reweight(irls, by_expectation, dispersion, err);
    }
    return poise_fail(err, POISE_FAILED, "the fit did not converge in %d iterations", irls->max_iterations);
}
