#include "train/loads/rule.h"

#include "common/random.h"
#include "infer/poise_loads.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const load_method_name[LOAD_METHODS] = {
#define LOAD_METHOD(id, name, description) name,
#include "train/loads/load_methods.def"
#undef LOAD_METHOD
};

double load_rule_hit_rate(const load_rule *rule, const load_dataset_load *load)
{
    return load->x[rule->spec.method == LOAD_METHOD_H_ONE ? LOAD_X_h_one : LOAD_X_h_max];
}

void load_rule_free(load_rule *rule)
{
    free(rule->support);
    rule->support = NULL;
}

#define BIT(name) (UINT32_C(1) << LOAD_X_##name)
static const uint32_t features_of[LOAD_FEATURE_SETS] = {
    [LOAD_FEATURES_HITS] = BIT(h_one) | BIT(m_one),
    [LOAD_FEATURES_ONE] = BIT(h_one) | BIT(m_one) | BIT(log2_lines) | BIT(unkept_log2_lines),
    [LOAD_FEATURES_WASTED] =
        BIT(h_one) | BIT(m_one) | BIT(log2_lines) | BIT(unkept_log2_lines) | BIT(wasted_one),
    [LOAD_FEATURES_BOTH] = (UINT32_C(1) << LOAD_DATASET_FEATURES) - 1,
};

void load_rule_scale(const load_rule *rule, const double *x, double z[LOAD_DATASET_FEATURES])
{
    train_scale(&rule->scaling, x, z);
    for (int f = 0; f < LOAD_DATASET_FEATURES; f++) {
        if ((features_of[rule->spec.features] >> f & 1) == 0)
            z[f] = 0;
    }
}

static double sum_of(const load_rule *rule, const double *x)
{
    double z[LOAD_DATASET_FEATURES], sum = 0;
    if (rule->spec.method != LOAD_METHOD_RBF) {
        for (int f = 0; f < LOAD_DATASET_FEATURES; f++)
            sum += rule->weight[f] * x[f];
        return sum;
    }
    load_rule_scale(rule, x, z);
    sum = rule->constant;
    for (size_t v = 0; v < rule->n_support; v++) {
        const double *vector = rule->support + v * (1 + LOAD_DATASET_FEATURES);
        double distance = 0;
        for (int f = 0; f < LOAD_DATASET_FEATURES; f++)
            distance += (z[f] - vector[1 + f]) * (z[f] - vector[1 + f]);
        sum += vector[0] * exp(-rule->spec.gamma * distance);
    }
    return sum;
}

/* The same load has the same lot whatever was asked before. */
static bool by_chance(uint64_t seed, size_t load)
{
    poise_random random;
    poise_random_seed(&random, (seed << 32) ^ load);
    return poise_random_below(&random, 2) != 0;
}

bool load_rule_allocates(const load_rule *rule, const load_problem *problem, size_t load)
{
    const load_dataset_load *it = &problem->data->loads[load];
    switch (rule->spec.method) {
    case LOAD_METHOD_ALWAYS: return true;
    case LOAD_METHOD_NEVER: return false;
    case LOAD_METHOD_RANDOM: return by_chance(rule->spec.seed, load);
    case LOAD_METHOD_OWN: return problem->row[load] == NULL || problem->row[load]->margin > 0;
    default: break;
    }
    if (it->lookups_one < POISE_LOAD_LEAST_LOOKUPS)
        return true;
    switch (rule->spec.method) {
    case LOAD_METHOD_H_ONE:
    case LOAD_METHOD_H_MAX: return load_rule_hit_rate(rule, it) >= rule->threshold;
    case LOAD_METHOD_DAWS: return it->extra[LOAD_EXTRA_intra_one] > 0.5;
    case LOAD_METHOD_APRES: return it->x[LOAD_X_h_max] > 0.5 * (1 - it->x[LOAD_X_m_max]);
    default: return sum_of(rule, it->x) >= 0;
    }
}

int load_rule_model(const load_rule *rule, const load_problem *problem, const bool *use, const char *name,
                    poise_load_model *model, poise_error *err)
{
    const bool is_sum = rule->spec.method == LOAD_METHOD_LOGISTIC || rule->spec.method == LOAD_METHOD_MACHINE;
    if (!is_sum && rule->spec.method != LOAD_METHOD_H_ONE)
        return poise_fail(err, POISE_USAGE, "%s is no weighted sum, which a model of loads is",
                          load_method_name[rule->spec.method]);
    if (strlen(name) >= sizeof model->name)
        return poise_fail(err, POISE_USAGE, "the model's name is longer than %zu bytes",
                          sizeof model->name - 1);
    *model = (poise_load_model){.weight = {0}};
    memcpy(model->name, name, strlen(name) + 1);
    memcpy(model->training_hash, problem->data->hash, sizeof model->training_hash);
    memcpy(model->config_hash, problem->data->config_hash, sizeof model->config_hash);
    memcpy(model->weight, rule->weight, sizeof model->weight);
    if (!is_sum) {
        model->weight[MODEL_LOAD_h_one] = 1;
        model->weight[MODEL_LOAD_constant] = -rule->threshold;
    }
    size_t loads = 0, programs = 0;
    for (size_t i = 0; i < problem->data->n_loads; i++)
        loads += problem->row[i] != NULL && use[load_problem_program(problem, i)];
    for (size_t i = 0; i < problem->n_programs; i++)
        programs += use[i];
    char cost[64] = "";
    if (is_sum)
        (void)snprintf(cost, sizeof cost, ", cost %g", rule->spec.cost);
    (void)snprintf(model->recipe, sizeof model->recipe, "%s%s, %zu loads of %zu programs",
                   load_method_name[rule->spec.method], cost, loads, programs);
    return poise_load_model_check(model, err);
}
