#include "train/loads/learn.h"

#include "infer/poise_loads.h"
#include "train/method/liblinear.h"
#include "train/method/libsvm.h"

#include <math.h>
#include <stdlib.h>

_Static_assert((int)LOAD_DATASET_FEATURES == (int)FEATURES_COUNT, "scaling.h serves both");
_Static_assert((int)LOAD_X_constant == (int)MODEL_X_constant, "the constant has one place");

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
static void add_loads(load_sample *sample, const load_problem *problem, const bool *use, load_counts counts)
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
            sample->x[sample->loads * LOAD_DATASET_FEATURES + (size_t)f] =
                counts == LOAD_COUNTS_WINDOWS ? load->x[f] : load->whole[f];
        for (size_t n = copies_of(weight); n > 0; n--) {
            sample->y[sample->rows] = margin > 0 ? 1 : 0;
            sample->origin[sample->rows++] = sample->loads;
        }
        sample->weight[sample->loads++] = weight;
    }
}

/* Whether all rows ask for the same; then the rule is a constant. */
static bool is_one_class(const load_sample *sample, load_rule *rule)
{
    size_t ones = 0;
    for (size_t i = 0; i < sample->rows; i++)
        ones += sample->y[i] == 1;
    if (ones > 0 && ones < sample->rows)
        return false;
    rule->constant = ones == sample->rows ? 1 : -1; /* without any row they allocate */
    rule->weight[LOAD_X_constant] = rule->constant;
    return true;
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

static int fit(const load_problem *problem, const bool *use, load_rule *rule, poise_error *err)
{
    load_sample sample;
    int code = open_sample(&sample, problem, err);
    if (code == POISE_OK) {
        add_loads(&sample, problem, use, rule->spec.counts);
        rule->scaling = train_scaling_of(sample.x, sample.weight, sample.loads);
        for (size_t i = 0; i < sample.rows; i++)
            load_rule_scale(rule, sample.x + sample.origin[i] * LOAD_DATASET_FEATURES,
                            sample.z + i * LOAD_DATASET_FEATURES);
        const train_matrix z = {.rows = sample.rows, .cols = LOAD_DATASET_FEATURES, .x = sample.z};
        if (!is_one_class(&sample, rule))
            code = rule->spec.method == LOAD_METHOD_RBF ? fit_rbf(&sample, &z, rule, err)
                                                        : fit_linear(&sample, &z, rule, err);
    }
    close_sample(&sample);
    return code;
}

/* Margin that a threshold loses on the programs learned from. */
static double lost_by(const load_problem *problem, const bool *use, load_rule *rule, double threshold)
{
    double lost = 0;
    rule->threshold = threshold;
    for (size_t i = 0; i < problem->data->n_loads; i++) {
        const load_dataset_row *row = problem->row[i];
        if (row != NULL && use[load_problem_program(problem, i)] &&
            load_rule_allocates(rule, problem, i) != (row->margin > 0))
            lost += fabs(row->margin);
    }
    return lost;
}

/* Of all thresholds between two hit rates, and of none at all, the one that loses least; of equals the
 * lowest.
 */
static void learn_threshold(const load_problem *problem, const bool *use, load_rule *rule)
{
    double best = 0, least = lost_by(problem, use, rule, 0);
    for (size_t i = 0; i < problem->data->n_loads; i++) {
        if (problem->row[i] == NULL || !use[load_problem_program(problem, i)])
            continue;
        /* Just above this rate: the middle up to the next one. */
        const double from = load_rule_hit_rate(rule, &problem->data->loads[i]);
        double to = 2;
        for (size_t j = 0; j < problem->data->n_loads; j++) {
            const double other = load_rule_hit_rate(rule, &problem->data->loads[j]);
            if (problem->row[j] != NULL && use[load_problem_program(problem, j)] && other > from)
                to = fmin(to, other);
        }
        const double threshold = (from + to) / 2, lost = lost_by(problem, use, rule, threshold);
        if (lost < least || (lost == least && threshold < best)) {
            least = lost;
            best = threshold;
        }
    }
    rule->threshold = best;
}

int load_rule_learn(const load_problem *problem, const bool *use, const load_spec *spec, load_rule *rule,
                    poise_error *err)
{
    *rule = (load_rule){.spec = *spec};
    switch (spec->method) {
    case LOAD_METHOD_LOGISTIC:
    case LOAD_METHOD_MACHINE:
    case LOAD_METHOD_RBF: return fit(problem, use, rule, err);
    case LOAD_METHOD_H_ONE:
    case LOAD_METHOD_H_MAX: learn_threshold(problem, use, rule); return POISE_OK;
    default: return POISE_OK;
    }
}
