#include "train/method/speed_fit.h"

#include "train/method/constant_tuple.h"
#include "train/method/scaling.h"
#include "train/method/time_surface.h"
#include "train/numerics/least_squares.h"
#include "train/sample.h"

#include <gsl/gsl_multimin.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Parameters: for each output the coefficients of the standardised features; that of the constant, which does
 * not vary and is 0 when standardised, stands for the constant itself. */
enum { CONSTANT = MODEL_X_constant, PARAMETERS = MODEL_OUTPUTS * FEATURES_COUNT };
enum { MOST_STEPS = 200 };              /* our choice */
static const double small_slope = 1e-6; /* of the mean time, our choice */
static const double sqrt3 = 1.7320508075688772;

typedef struct speed_problem {
    train_sample sample;
    train_scaling scaling;
    double *z; /* rows x FEATURES_COUNT */
    train_time_surface *time;
    double *log_scale; /* ln(W / 24) of each row */
    double total;      /* of the weights */
    double spread, ridge;
} speed_problem;

static void close_problem(speed_problem *p)
{
    for (size_t i = 0; p->time != NULL && i < p->sample.rows; i++)
        train_time_surface_free(&p->time[i]);
    free(p->time);
    free(p->z);
    free(p->log_scale);
    train_sample_free(&p->sample);
}

static int fill_problem(speed_problem *p, const dataset *data, const bool *use, poise_error *err)
{
    size_t row = 0;
    for (size_t i = 0; i < data->n_rows; i++) {
        if (!train_uses(data, use, i))
            continue;
        double *z = p->z + row * FEATURES_COUNT;
        train_scale(&p->scaling, p->sample.x + row * FEATURES_COUNT, z);
        z[CONSTANT] = 1;
        p->log_scale[row] = log((double)data->rows[i].warps / DATASET_SCALED_WARPS);
        p->total += p->sample.weight[row];
        int code = train_time_surface_create(&p->time[row++], &data->rows[i].speedup, err);
        if (code != POISE_OK)
            return code;
    }
    return POISE_OK;
}

static int open_problem(speed_problem *p, const dataset *data, const bool *use, const train_spec *spec,
                        poise_error *err)
{
    *p = (speed_problem){.spread = spec->hyper[TRAIN_SPREAD_HYPER], .ridge = spec->hyper[TRAIN_RIDGE_HYPER]};
    int code = train_sample_select(data, use, &p->sample, err);
    if (code != POISE_OK)
        return code;
    size_t rows = p->sample.rows;
    if (rows == 0)
        return poise_fail(err, POISE_FAILED, "there are no rows to learn from");
    p->z = calloc(rows, FEATURES_COUNT * sizeof *p->z);
    p->time = calloc(rows, sizeof *p->time);
    p->log_scale = calloc(rows, sizeof *p->log_scale);
    if (p->z == NULL || p->time == NULL || p->log_scale == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to learn from %zu rows", rows);
    p->scaling = train_scaling_of(p->sample.x, p->sample.weight, rows);
    return fill_problem(p, data, use, err);
}

/* ---- what is minimised ---- */

/* Expected time of a row around its prediction: Gauss-Hermite, three points in each direction. */
static double expected_time(const speed_problem *p, size_t row, const double link[2], double slope[2])
{
    static const double at[] = {-1, 0, 1}, share[] = {1. / 6, 2. / 3, 1. / 6};
    double step = p->spread * sqrt3, time = 0;
    if (p->spread == 0)
        return train_time_at(&p->time[row], link[0], link[1], 1, slope);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            double weight = share[i] * share[k];
            time += weight * train_time_at(&p->time[row], link[0] + at[i] * step, link[1] + at[k] * step,
                                           weight, slope);
        }
    }
    return time;
}

static void links(const speed_problem *p, const double *b, size_t row, double link[2])
{
    const double *z = p->z + row * FEATURES_COUNT;
    link[0] = link[1] = p->log_scale[row];
    for (size_t f = 0; f < FEATURES_COUNT; f++) {
        link[0] += b[f] * z[f];
        link[1] += b[FEATURES_COUNT + f] * z[f];
    }
}

static double penalty(const speed_problem *p, const double *b, double *slope)
{
    double sum = 0, scale = p->ridge / p->total;
    for (size_t i = 0; i < PARAMETERS; i++) {
        if (i % FEATURES_COUNT == CONSTANT)
            continue;
        sum += b[i] * b[i];
        slope[i] += scale * b[i];
    }
    return scale * sum / 2;
}

/* Mean time plus penalty, and its slope. */
static double cost(const speed_problem *p, const double *b, double *slope)
{
    double sum = 0;
    for (size_t i = 0; i < PARAMETERS; i++)
        slope[i] = 0;
    for (size_t row = 0; row < p->sample.rows; row++) {
        const double *z = p->z + row * FEATURES_COUNT;
        double link[2], by_link[2] = {0, 0}, share = p->sample.weight[row] / p->total;
        links(p, b, row, link);
        sum += share * expected_time(p, row, link, by_link);
        for (size_t f = 0; f < FEATURES_COUNT; f++) {
            slope[f] += share * by_link[0] * z[f];
            slope[FEATURES_COUNT + f] += share * by_link[1] * z[f];
        }
    }
    return sum + penalty(p, b, slope);
}

static void cost_and_slope(const gsl_vector *b, void *problem, double *value, gsl_vector *slope)
{
    *value = cost(problem, b->data, slope->data);
}

static double cost_only(const gsl_vector *b, void *problem)
{
    double slope[PARAMETERS];
    return cost(problem, b->data, slope);
}

static void slope_only(const gsl_vector *b, void *problem, gsl_vector *slope)
{
    (void)cost(problem, b->data, slope->data);
}

/* ---- where the search begins ---- */

/* Ridge regression of the logarithms of the targets, ridge 1 (our choice): for each coefficient a row more
 * that wants it to be 0. */
static int regression(const speed_problem *p, train_least_squares *ls, int output, double *b,
                      poise_error *err)
{
    size_t dependent;
    train_least_squares_reset(ls);
    for (size_t row = 0; row < p->sample.rows; row++)
        train_least_squares_add(ls, p->z + row * FEATURES_COUNT, p->sample.log_y[output][row],
                                p->sample.weight[row]);
    for (size_t f = 0; f < FEATURES_COUNT; f++) {
        double ridge[FEATURES_COUNT] = {0};
        ridge[f] = 1;
        if (f != CONSTANT)
            train_least_squares_add(ls, ridge, 0, 1);
    }
    return train_least_squares_solve(ls, b, &dependent)
               ? POISE_OK
               : poise_fail(err, POISE_FAILED, "the regression that the search begins with has no solution");
}

/* Goes down from `b`; returns the cost where it ends. */
static double descend(speed_problem *p, double *b)
{
    gsl_multimin_function_fdf function = {
        .f = cost_only, .df = slope_only, .fdf = cost_and_slope, .n = PARAMETERS, .params = p};
    gsl_multimin_fdfminimizer *search =
        gsl_multimin_fdfminimizer_alloc(gsl_multimin_fdfminimizer_vector_bfgs2, PARAMETERS);
    gsl_vector_view start = gsl_vector_view_array(b, PARAMETERS);
    if (search == NULL)
        return INFINITY;
    gsl_multimin_fdfminimizer_set(search, &function, &start.vector, 0.1, 0.1);
    for (int step = 0; step < MOST_STEPS; step++) {
        if (gsl_multimin_fdfminimizer_iterate(search) != GSL_SUCCESS ||
            gsl_multimin_test_gradient(search->gradient, small_slope) == GSL_SUCCESS)
            break;
    }
    for (size_t i = 0; i < PARAMETERS; i++)
        b[i] = gsl_vector_get(search->x, i);
    double value = search->f;
    gsl_multimin_fdfminimizer_free(search);
    return value;
}

/* The search begins in three places (our choice), because it ends in the nearest valley: all warps, the best
 * single tuple, the regression. Of equal ends the first counts. */
enum { STARTS = 3 };

static int set_starts(const speed_problem *p, const poise_model *tuple, double b[STARTS][PARAMETERS],
                      poise_error *err)
{
    train_least_squares *ls = train_least_squares_new(FEATURES_COUNT);
    int code = ls != NULL ? POISE_OK : poise_fail(err, POISE_FAILED, "no memory for a regression");
    for (int output = 0; code == POISE_OK && output < MODEL_OUTPUTS; output++) {
        int own = output * FEATURES_COUNT;
        b[0][own + CONSTANT] = log(DATASET_SCALED_WARPS);
        b[1][own + CONSTANT] = tuple->weight[output][CONSTANT];
        code = regression(p, ls, output, b[2] + own, err);
    }
    train_least_squares_free(ls);
    return code;
}

static int search(speed_problem *p, const poise_model *tuple, double best[PARAMETERS], poise_error *err)
{
    double b[STARTS][PARAMETERS] = {{0}}, least = INFINITY;
    int code = set_starts(p, tuple, b, err);
    if (code != POISE_OK)
        return code;
    for (int i = 0; i < STARTS; i++) {
        double end = descend(p, b[i]);
        if (end < least) {
            least = end;
            memcpy(best, b[i], sizeof b[i]);
        }
    }
    return isfinite(least) ? POISE_OK
                           : poise_fail(err, POISE_FAILED, "the search for the fastest weights failed");
}

int train_speed(const dataset *data, const bool *use, const train_spec *spec, const char *name,
                train_outcome *outcome, poise_error *err)
{
    speed_problem p;
    double b[PARAMETERS] = {0};
    int code = train_constant_tuple(data, use, false, name, outcome, err);
    if (code != POISE_OK)
        return code;
    code = open_problem(&p, data, use, spec, err);
    if (code == POISE_OK)
        code = search(&p, &outcome->model, b, err);
    for (int output = 0; code == POISE_OK && output < MODEL_OUTPUTS; output++) {
        double *own = b + output * FEATURES_COUNT, constant = own[CONSTANT];
        own[CONSTANT] = 0;
        train_unscale(&p.scaling, own, constant, outcome->model.weight[output]);
    }
    close_problem(&p);
    if (code != POISE_OK)
        return code;
    (void)snprintf(outcome->model.recipe, sizeof outcome->model.recipe,
                   "least expected time on the surfaces, spread %g, ridge %g, %zu kernels of %zu programs",
                   spec->hyper[TRAIN_SPREAD_HYPER], spec->hyper[TRAIN_RIDGE_HYPER], outcome->rows,
                   outcome->programs);
    return poise_model_check(&outcome->model, err);
}
