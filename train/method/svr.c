#include "train/method/svr.h"

#include "train/method/liblinear.h"
#include "train/method/libsvm.h"
#include "train/method/scaling.h"
#include "train/sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COPIES = 8 };

/* What the libraries are given: standardised rows, as often as their weights ask for. */
typedef struct svr_problem {
    train_sample sample;
    train_scaling scaling;
    size_t rows;         /* with copies */
    size_t *origin;      /* rows: the row of the sample */
    double *z;           /* rows x FEATURES_COUNT */
    double *y;           /* rows: ln of the target minus its mean, of the output in work */
    double *coefficient; /* rows: of support vectors, for one output */
    double mean;         /* of ln of the target */
} svr_problem;

static void close_problem(svr_problem *p)
{
    train_sample_free(&p->sample);
    free(p->origin);
    free(p->z);
    free(p->y);
    free(p->coefficient);
}

static size_t copies(const train_sample *sample, size_t row, double lowest)
{
    double ratio = floor(sample->weight[row] / lowest + 0.5);
    return ratio < MOST_COPIES ? (size_t)ratio : MOST_COPIES;
}

static double lowest_weight(const train_sample *sample)
{
    double lowest = INFINITY;
    for (size_t i = 0; i < sample->rows; i++)
        lowest = fmin(lowest, sample->weight[i]);
    return lowest;
}

static int open_problem(svr_problem *p, const dataset *data, const bool *use, poise_error *err)
{
    int code = train_sample_select(data, use, &p->sample, err);
    if (code != POISE_OK)
        return code;
    if (p->sample.rows < 2)
        return poise_fail(err, POISE_FAILED, "%zu rows are too few to learn from", p->sample.rows);
    size_t room = p->sample.rows * MOST_COPIES;
    p->origin = calloc(room, sizeof *p->origin);
    p->z = calloc(room, FEATURES_COUNT * sizeof *p->z);
    p->y = calloc(room, sizeof *p->y);
    p->coefficient = calloc(room, sizeof *p->coefficient);
    if (p->origin == NULL || p->z == NULL || p->y == NULL || p->coefficient == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to learn from %zu rows", p->sample.rows);
    p->scaling = train_scaling_of(p->sample.x, p->sample.weight, p->sample.rows);
    double lowest = lowest_weight(&p->sample);
    for (size_t i = 0; i < p->sample.rows; i++) {
        for (size_t n = copies(&p->sample, i, lowest); n > 0; n--) {
            train_scale(&p->scaling, p->sample.x + i * FEATURES_COUNT, p->z + p->rows * FEATURES_COUNT);
            p->origin[p->rows++] = i;
        }
    }
    return POISE_OK;
}

/* A constant is penalised (LIBLINEAR) or starts far away (libsvm) unless the targets are centred. */
static void set_targets(svr_problem *p, int output)
{
    double sum = 0.0;
    for (size_t i = 0; i < p->rows; i++)
        sum += p->sample.log_y[output][p->origin[i]];
    p->mean = sum / (double)p->rows;
    for (size_t i = 0; i < p->rows; i++)
        p->y[i] = p->sample.log_y[output][p->origin[i]] - p->mean;
}

static train_matrix matrix_of(const svr_problem *p)
{
    return (train_matrix){.rows = p->rows, .cols = FEATURES_COUNT, .x = p->z};
}

static int fit_libsvm(svr_problem *p, const train_spec *spec, double *constant, poise_error *err)
{
    const train_libsvm_options options = {.rbf = spec->method == TRAIN_RBF,
                                          .nu_svr = spec->loss == TRAIN_LOSS_NU,
                                          .cost = spec->hyper[TRAIN_COST_HYPER],
                                          .epsilon = spec->hyper[TRAIN_EPSILON_HYPER],
                                          .nu = spec->hyper[TRAIN_NU_HYPER],
                                          .gamma = spec->hyper[TRAIN_GAMMA_HYPER]};
    train_libsvm_fit fit = {.coefficient = p->coefficient};
    train_matrix z = matrix_of(p);
    int code = train_libsvm(&z, p->y, &options, &fit, err);
    *constant = fit.constant + p->mean;
    return code;
}

static int fit_linear(svr_problem *p, const train_spec *spec, int output, poise_model *model,
                      poise_error *err)
{
    double weight[FEATURES_COUNT] = {0};
    double constant = 0.0;
    int code = POISE_OK;
    if (spec->loss == TRAIN_LOSS_SQUARED) {
        train_linear_fit fit = {.weight = weight};
        train_matrix z = matrix_of(p);
        code = train_liblinear_regression(&z, p->y, spec->hyper[TRAIN_COST_HYPER],
                                          spec->hyper[TRAIN_EPSILON_HYPER], &fit, err);
        constant = fit.constant + p->mean;
    } else {
        code = fit_libsvm(p, spec, &constant, err);
        for (size_t i = 0; code == POISE_OK && i < p->rows; i++) {
            for (size_t f = 0; f < FEATURES_COUNT; f++)
                weight[f] += p->coefficient[i] * p->z[i * FEATURES_COUNT + f];
        }
    }
    if (code == POISE_OK)
        train_unscale(&p->scaling, weight, constant, model->weight[output]);
    return code;
}

/* Copies of a row become one support vector again. */
static int fit_kernel(svr_problem *p, const train_spec *spec, int output, model_kernel *kernel,
                      poise_error *err)
{
    kernel->gamma[output] = spec->hyper[TRAIN_GAMMA_HYPER];
    int code = fit_libsvm(p, spec, &kernel->constant[output], err);
    for (size_t i = 0; code == POISE_OK && i < p->rows; i++) {
        model_support *support = &kernel->support[p->origin[i]];
        support->coefficient[output] += p->coefficient[i];
        memcpy(support->z, p->z + i * FEATURES_COUNT, FEATURES_COUNT * sizeof *p->z);
    }
    return code;
}

/* Drops rows that support neither output; one stays when none does, for then the model is a constant. */
static int keep_support(model_kernel *kernel, size_t most, poise_error *err)
{
    size_t kept = 0;
    for (size_t i = 0; i < kernel->n_support; i++) {
        const model_support *support = &kernel->support[i];
        if (support->coefficient[0] != 0.0 || support->coefficient[1] != 0.0)
            kernel->support[kept++] = *support;
    }
    kernel->n_support = kept > 0 ? kept : 1;
    if (kept <= most)
        return POISE_OK;
    return poise_fail(err, POISE_FAILED,
                      "%zu support vectors are more than a model may have (%zu): raise epsilon or lower nu",
                      kept, most);
}

static int fit_rbf(svr_problem *p, const train_spec *spec, poise_model *model, poise_error *err)
{
    model_kernel *kernel = poise_model_kernel_new(p->sample.rows);
    if (kernel == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu support vectors", p->sample.rows);
    model->kernel = kernel;
    memcpy(kernel->centre, p->scaling.centre, sizeof p->scaling.centre);
    memcpy(kernel->scale, p->scaling.scale, sizeof p->scaling.scale);
    int code = POISE_OK;
    for (int output = 0; code == POISE_OK && output < MODEL_OUTPUTS; output++) {
        set_targets(p, output);
        code = fit_kernel(p, spec, output, kernel, err);
    }
    size_t most = spec->max_support > 0 ? spec->max_support : MODEL_MAX_SUPPORT;
    return code == POISE_OK ? keep_support(kernel, most, err) : code;
}

static void describe(const train_spec *spec, train_outcome *outcome)
{
    poise_model *model = &outcome->model;
    char values[96] = "";
    for (int h = 0; h < TRAIN_HYPERS; h++) {
        size_t used = strlen(values);
        if (train_has_hyper(spec, (train_hyper)h))
            (void)snprintf(values + used, sizeof values - used, ", %s %g", train_hyper_name[h],
                           spec->hyper[h]);
    }
    (void)snprintf(
        model->recipe, sizeof model->recipe,
        "thesis: support vector regression of the logarithms, %s loss%s, %zu kernels of %zu programs",
        train_loss_name[spec->loss], values, outcome->rows, outcome->programs);
}

static int fit(svr_problem *p, const train_spec *spec, poise_model *model, poise_error *err)
{
    if (spec->method == TRAIN_RBF) {
        model->kind = MODEL_RBF;
        return fit_rbf(p, spec, model, err);
    }
    model->kind = MODEL_LINEAR;
    int code = POISE_OK;
    for (int output = 0; code == POISE_OK && output < MODEL_OUTPUTS; output++) {
        set_targets(p, output);
        code = fit_linear(p, spec, output, model, err);
    }
    return code;
}

int train_svr(const dataset *data, const bool *use, const train_spec *spec, const char *name,
              train_outcome *outcome, poise_error *err)
{
    svr_problem p = {0};
    int code = train_outcome_start(outcome, data, use, name, err);
    if (code == POISE_OK)
        code = open_problem(&p, data, use, err);
    outcome->rows = p.sample.rows;
    if (code == POISE_OK)
        code = fit(&p, spec, &outcome->model, err);
    close_problem(&p);
    if (code != POISE_OK)
        return code;
    describe(spec, outcome);
    return poise_model_check(&outcome->model, err);
}
