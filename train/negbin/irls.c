#include "train/negbin/irls.h"

#include "train/negbin/distribution.h"
#include "train/numerics/cholesky.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rounding lets a step become no shorter than this part of the coefficients. */
static const double rounding_tolerance = 1e-13;
/* A fitted mean this small beside the mean response runs to 0: some combination of columns separates the
 * zeros. */
static const double separation_ratio = 1e-13;
/* On the way there it weighs next to nothing, so that steps which still lower it look short. */
static const double small_ratio = 1e-3;
static const double settled_predictor = 1e-3;
enum { MAX_HALVINGS = 40 };

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

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

int train_irls_open(train_irls *irls, const train_negbin_data *data, const double *penalty,
                    int max_iterations, poise_error *err)
{
    size_t cols = data->x.cols;
    size_t work = larger(train_pass_work(&data->x), train_cholesky_work(cols));
    *irls = (train_irls){.data = data, .penalty = penalty, .max_iterations = max_iterations};
    irls->ls = train_least_squares_new(cols);
    /* One block: three vectors, the gradient, two matrices. */
    irls->coefficient = calloc(4 * cols + 2 * cols * cols, sizeof *irls->coefficient);
    irls->work = calloc(work, sizeof *irls->work);
    irls->mean = calloc(data->x.rows, sizeof *irls->mean);
    if (irls->ls == NULL || irls->coefficient == NULL || irls->work == NULL || irls->mean == NULL) {
        train_irls_close(irls);
        return poise_fail(err, POISE_FAILED, "no memory to fit %zu rows", data->x.rows);
    }
    irls->trial = irls->coefficient + cols;
    irls->step = irls->trial + cols;
    irls->inverse = irls->step + 2 * cols;
    irls->pass = (train_pass){.data = data,
                              .coefficient = irls->trial,
                              .mean = irls->mean,
                              .gradient = irls->step + cols,
                              .information = irls->inverse + cols * cols};
    irls->objective = INFINITY;
    irls->mean_response = mean_response(data);
    for (size_t row = 0; row < data->x.rows; row++)
        irls->mean[row] = 0.5 * (data->y[row] + irls->mean_response);
    return POISE_OK;
}

void train_irls_close(train_irls *irls)
{
    train_least_squares_free(irls->ls);
    free(irls->coefficient);
    free(irls->work);
    free(irls->mean);
    *irls = (train_irls){0};
}

double train_irls_log_likelihood(const train_irls *irls, const train_distinct *distinct)
{
    double sum = -0.5 * irls->unpenalised;
    for (size_t i = 0; i < distinct->n; i++)
        sum += distinct->weight[i] * train_nb_gamma_term(distinct->value[i], irls->pass.dispersion);
    return sum;
}

static double deviance_by_rows(const train_irls *irls)
{
    const train_negbin_data *data = irls->data;
    double sum = 0.0;
    for (size_t row = 0; row < data->x.rows; row++) {
        double weight = train_negbin_weight(data, row);
        if (weight > 0.0)
            sum += weight * train_nb_deviance(data->y[row], irls->mean[row], irls->pass.dispersion);
    }
    return sum;
}

double train_irls_deviance(const train_irls *irls, const train_distinct *distinct)
{
    /* The objective, less that of means equal to the responses. Where the two nearly cancel, row by row. */
    double saturated = 0.0;
    double size = fabs(irls->unpenalised);
    for (size_t i = 0; i < distinct->n; i++) {
        double y = distinct->value[i];
        double term =
            y > 0.0 ? -2.0 * distinct->weight[i] * train_nb_mean_term(y, y, irls->pass.dispersion) : 0.0;
        saturated += term;
        size += fabs(term);
    }
    double deviance = irls->unpenalised - saturated;
    return deviance > 1e-3 * size ? deviance : deviance_by_rows(irls);
}

/* One pass at `coefficient`; returns its objective with the penalty, which also enters the problem for the
 * step. */
static double pass_at(train_irls *irls, train_pass_kind kind, const double *coefficient)
{
    size_t cols = irls->data->x.cols;
    irls->pass.kind = kind;
    irls->pass.coefficient = coefficient;
    train_pass_run(&irls->pass, irls->work);
    double penalty = 0.0;
    for (size_t col = 0; irls->penalty != NULL && col < cols; col++) {
        double pull = irls->penalty[col] * coefficient[col];
        penalty += pull * coefficient[col];
        irls->pass.gradient[col] -= pull;
        irls->pass.information[col * cols + col] += irls->penalty[col];
    }
    return irls->pass.objective + penalty;
}

/* The penalty is so many more rows: penalty[j] (step[j] + b[j])^2. */
static void add_penalty(train_irls *irls)
{
    size_t cols = irls->data->x.cols;
    for (size_t col = 0; irls->penalty != NULL && col < cols; col++) {
        memset(irls->step, 0, cols * sizeof *irls->step);
        irls->step[col] = 1.0;
        train_least_squares_add(irls->ls, irls->step, -irls->pass.coefficient[col], irls->penalty[col]);
    }
}

static int solve_by_qr(train_irls *irls, poise_error *err)
{
    const train_negbin_data *data = irls->data;
    train_least_squares_reset(irls->ls);
    for (size_t row = 0; row < data->x.rows; row++) {
        train_pass_row problem = train_pass_row_at(&irls->pass, row);
        if (problem.weight > 0.0)
            train_least_squares_add(irls->ls, train_row(&data->x, row), problem.target, problem.weight);
    }
    add_penalty(irls);
    size_t dependent = 0;
    if (!train_least_squares_solve(irls->ls, irls->step, &dependent)) {
        const char *const *names = data->x.names;
        return poise_fail(err, POISE_FAILED,
                          "column %zu%s%s%s of the features is a linear combination of the others",
                          dependent + 1, names != NULL ? " (" : "", names != NULL ? names[dependent] : "",
                          names != NULL ? ")" : "");
    }
    train_least_squares_inverse(irls->ls, irls->inverse);
    return POISE_OK;
}

/* Solves the problem of the last pass into irls->step, its inverse into irls->inverse. */
static int solve(train_irls *irls, poise_error *err)
{
    size_t cols = irls->data->x.cols;
    irls->by_qr = !train_cholesky_invert(irls->pass.information, cols, irls->work, irls->inverse);
    if (irls->by_qr)
        return solve_by_qr(irls, err);
    for (size_t row = 0; row < cols; row++) {
        irls->step[row] = 0.0;
        for (size_t col = 0; col < cols; col++)
            irls->step[row] += irls->inverse[row * cols + col] * irls->pass.gradient[col];
    }
    return POISE_OK;
}

/* Length of v in standard errors: the square root of v' I v with the information I of the last problem. */
static double length_of(const train_irls *irls, const double *v)
{
    if (irls->by_qr)
        return train_least_squares_norm(irls->ls, v);
    size_t cols = irls->data->x.cols;
    double sum = 0.0;
    for (size_t row = 0; row < cols; row++) {
        for (size_t col = 0; col < cols; col++)
            sum += v[row] * irls->pass.information[row * cols + col] * v[col];
    }
    return sqrt(fmax(sum, 0.0));
}

static int check_means(const train_irls *irls, poise_error *err)
{
    double smallest = separation_ratio * irls->mean_response;
    for (size_t row = 0; row < irls->data->x.rows; row++) {
        if (irls->mean[row] < smallest && train_negbin_weight(irls->data, row) > 0.0) {
            return poise_fail(err, POISE_FAILED,
                              "the fitted mean of row %zu runs to 0: a combination of features separates the "
                              "responses that are 0, so no finite coefficients fit best; add a ridge penalty",
                              row + 1);
        }
    }
    return POISE_OK;
}

/* Moves by irls->step, or part of it when the full step makes the objective worse. */
static int advance(train_irls *irls, poise_error *err)
{
    size_t cols = irls->data->x.cols;
    for (size_t col = 0; col < cols; col++)
        irls->trial[col] = irls->coefficient[col] + irls->step[col];
    double allowed = irls->objective + irls->pass.rounding + 1e-13 * fabs(irls->objective);
    for (int halving = 0; halving <= MAX_HALVINGS; halving++) {
        double objective = pass_at(irls, TRAIN_PASS_STEP, irls->trial);
        if (isfinite(objective) && (objective <= allowed || !isfinite(irls->objective))) {
            memcpy(irls->coefficient, irls->trial, cols * sizeof *irls->coefficient);
            irls->objective = objective;
            irls->unpenalised = irls->pass.objective;
            return POISE_OK;
        }
        for (size_t col = 0; col < cols; col++)
            irls->trial[col] = 0.5 * (irls->trial[col] + irls->coefficient[col]);
    }
    return poise_fail(err, POISE_FAILED, "the fit diverges: no step lowers the deviance");
}

/* Whether irls->step leaves the small means as they are. */
static bool small_means_settled(const train_irls *irls)
{
    const train_matrix *x = &irls->data->x;
    double small = small_ratio * irls->mean_response;
    for (size_t row = 0; row < x->rows; row++) {
        if (irls->mean[row] < small && train_negbin_weight(irls->data, row) > 0.0 &&
            fabs(dot(train_row(x, row), irls->step, x->cols)) > settled_predictor)
            return false;
    }
    return true;
}

/* One step of Newton's method; the very first, which has no coefficients to start from, of Fisher scoring.
 * Sets *converged. */
static int iterate(train_irls *irls, double tolerance, bool *converged, poise_error *err)
{
    bool first = !isfinite(irls->objective);
    int code = solve(irls, err);
    if (code != POISE_OK)
        return code;
    double length = length_of(irls, irls->step);
    double whole = length_of(irls, irls->coefficient);
    *converged =
        !first && (length <= tolerance || length <= rounding_tolerance * whole) && small_means_settled(irls);
    irls->iterations++;
    code = advance(irls, err);
    return code != POISE_OK ? code : check_means(irls, err);
}

int train_irls_run(train_irls *irls, double dispersion, double tolerance, poise_error *err)
{
    irls->pass.dispersion = dispersion;
    if (isfinite(irls->objective))
        irls->objective = pass_at(irls, TRAIN_PASS_STEP, irls->coefficient);
    else
        (void)pass_at(irls, TRAIN_PASS_START, irls->coefficient);
    for (int iteration = 0; iteration < irls->max_iterations; iteration++) {
        bool converged = false;
        int code = iterate(irls, tolerance, &converged, err);
        if (code != POISE_OK || converged)
            return code;
    }
    return poise_fail(err, POISE_FAILED, "the fit did not converge in %d iterations", irls->max_iterations);
}

int train_irls_covariance(train_irls *irls, poise_error *err)
{
    (void)pass_at(irls, TRAIN_PASS_EXPECTED, irls->coefficient);
    return solve(irls, err);
}
