#include "train/loads/fit.h"

#include "infer/poise_loads.h"
#include "train/method/liblinear.h"
#include "train/method/libsvm.h"

#include <math.h>
#include <stdlib.h>

_Static_assert((int)LOAD_DATASET_FEATURES == (int)FEATURES_COUNT, "scaling.h serves both");
_Static_assert((int)LOAD_X_constant == (int)MODEL_X_constant, "the constant has one place");

#define BIT(name) (UINT32_C(1) << LOAD_X_##name)
static const uint32_t features_of[LOAD_FEATURE_SETS] = {
    [LOAD_FEATURES_HITS] = BIT(h_one) | BIT(m_one),
    [LOAD_FEATURES_ONE] = BIT(h_one) | BIT(m_one) | BIT(log2_lines) | BIT(unkept_log2_lines),
    [LOAD_FEATURES_BOTH] = (UINT32_C(1) << LOAD_DATASET_FEATURES) - 1,
};

enum { COPIES = 16 }; /* of a row of weight 1 */

/* What the libraries are given: standardised rows, as often as their weights ask for. */
typedef struct load_sample {
    size_t loads, rows; /* rows: with copies */
    double *x, *weight; /* loads x features, loads: not scaled */
    size_t *origin;     /* rows: of the loads */
    double *z, *y;      /* rows x features, rows: 1 = it had better allocate */
} load_sample;

static void close_sample(load_sample *sample)
{
    free(sample->x);
    free(sample->weight);
    free(sample->origin);
    free(sample->z);
    free(sample->y);
}

static size_t copies_of(double weight)
{
    return (size_t)floor(weight * COPIES + 0.5);
}

static int open_sample(load_sample *sample, const load_problem *problem, poise_error *err)
{
    const size_t most = problem->data->n_loads + 1;
    *sample = (load_sample){.x = calloc(most, LOAD_DATASET_FEATURES * sizeof(double)),
                            .weight = calloc(most, sizeof(double)),
                            .origin = calloc(most * COPIES, sizeof(size_t)),
                            .z = calloc(most * COPIES, LOAD_DATASET_FEATURES * sizeof(double)),
                            .y = calloc(most * COPIES, sizeof(double))};
    if (sample->x == NULL || sample->weight == NULL || sample->origin == NULL || sample->z == NULL ||
        sample->y == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to learn from %zu loads", problem->data->n_loads);
    return POISE_OK;
}

/* A load that was hardly seen allocates whatever was learned, and is not learned from. */
static void add_loads(load_sample *sample, const load_problem *problem, const bool *use)
{
    for (size_t i = 0; i < problem->data->n_loads; i++) {
        const load_dataset_load *load = &problem->data->loads[i];
        if (problem->row[i] == NULL || !use[load_problem_program(problem, i)] ||
            load->lookups_one < POISE_LOAD_LEAST_LOOKUPS)
            continue;
        const double margin = problem->row[i]->margin, weight = fmin(fabs(margin), 1);
        if (copies_of(weight) == 0)
            continue;
        for (int f = 0; f < LOAD_DATASET_FEATURES; f++)
            sample->x[sample->loads * LOAD_DATASET_FEATURES + (size_t)f] = load->x[f];
        for (size_t n = copies_of(weight); n > 0; n--) {
            sample->y[sample->rows] = margin > 0 ? 1 : 0;
            sample->origin[sample->rows++] = sample->loads;
        }
        sample->weight[sample->loads++] = weight;
    }
}

static int fit_linear(const load_sample *sample, const train_matrix *z, load_rule *rule, poise_error *err)
{
    double weight[LOAD_DATASET_FEATURES];
    train_linear_fit fit = {.weight = weight};
    const double cost = rule->spec.cost / COPIES;
    const int code = rule->spec.method == LOAD_METHOD_LOGISTIC
                         ? train_liblinear_logistic(z, sample->y, cost, &fit, err)
                         : train_liblinear_machine(z, sample->y, cost, &fit, err);
    if (code == POISE_OK)
        train_unscale(&rule->scaling, weight, fit.constant, rule->weight);
    return code;
}

/* Copies of a load are one vector. */
static int keep_support(const load_sample *sample, const double *coefficient, load_rule *rule,
                        poise_error *err)
{
    enum { WIDTH = 1 + LOAD_DATASET_FEATURES };
    rule->support = calloc(sample->loads + 1, WIDTH * sizeof *rule->support);
    if (rule->support == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu support vectors", sample->loads);
    for (size_t i = 0; i < sample->rows;) {
        double *vector = rule->support + rule->n_support * WIDTH;
        const size_t load = sample->origin[i];
        for (int f = 0; f < LOAD_DATASET_FEATURES; f++)
            vector[1 + f] = sample->z[i * LOAD_DATASET_FEATURES + (size_t)f];
        for (vector[0] = 0; i < sample->rows && sample->origin[i] == load; i++)
            vector[0] += coefficient[i];
        rule->n_support += vector[0] != 0;
    }
    return POISE_OK;
}

static int fit_rbf(const load_sample *sample, const train_matrix *z, load_rule *rule, poise_error *err)
{
    double *coefficient = calloc(sample->rows + 1, sizeof *coefficient);
    train_libsvm_fit fit = {.coefficient = coefficient};
    if (coefficient == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to learn from %zu rows", sample->rows);
    int code = train_libsvm_machine(z, sample->y, rule->spec.cost / COPIES, rule->spec.gamma, &fit, err);
    if (code == POISE_OK)
        code = keep_support(sample, coefficient, rule, err);
    rule->constant = fit.constant;
    free(coefficient);
    return code;
}

void load_rule_scale(const load_rule *rule, const double *x, double z[LOAD_DATASET_FEATURES])
{
    train_scale(&rule->scaling, x, z);
    for (int f = 0; f < LOAD_DATASET_FEATURES; f++) {
        if ((features_of[rule->spec.features] >> f & 1) == 0)
            z[f] = 0;
    }
}

int load_rule_fit(const load_problem *problem, const bool *use, load_rule *rule, poise_error *err)
{
    load_sample sample;
    int code = open_sample(&sample, problem, err);
    if (code == POISE_OK) {
        add_loads(&sample, problem, use);
        rule->scaling = train_scaling_of(sample.x, sample.weight, sample.loads);
        for (size_t i = 0; i < sample.rows; i++)
            load_rule_scale(rule, sample.x + sample.origin[i] * LOAD_DATASET_FEATURES,
                            sample.z + i * LOAD_DATASET_FEATURES);
        const train_matrix z = {.rows = sample.rows, .cols = LOAD_DATASET_FEATURES, .x = sample.z};
        code = rule->spec.method == LOAD_METHOD_RBF ? fit_rbf(&sample, &z, rule, err)
                                                    : fit_linear(&sample, &z, rule, err);
    }
    close_sample(&sample);
    return code;
}
