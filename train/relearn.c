#include "train/relearn.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Goes to what stands behind `key`; false when it is not there. */
static bool find_key(const char **at, const char *key)
{
    *at = strstr(*at, key);
    if (*at == NULL)
        return false;
    *at += strlen(key);
    return true;
}

/* What follows `key`, up to a comma, when it begins with one of `first`: "epsilon" is a loss and a number. */
static bool find_value(const char *recipe, const char *key, const char *first, char *value, size_t size)
{
    for (const char *at = recipe; find_key(&at, key);) {
        size_t length = strcspn(at, ",");
        if (strchr(first, at[0]) != NULL && length < size) {
            (void)snprintf(value, size, "%.*s", (int)length, at);
            return true;
        }
    }
    return false;
}

static bool find_hypers(const poise_model *model, train_spec *spec)
{
    for (int h = 0; h < TRAIN_HYPERS; h++) {
        char key[32];
        char value[32];
        train_grid grid;
        if (!train_has_hyper(spec, (train_hyper)h))
            continue;
        (void)snprintf(key, sizeof key, ", %s ", train_hyper_name[h]);
        if (!find_value(model->recipe, key, "0123456789.", value, sizeof value) ||
            train_parse_grid(value, (train_hyper)h, &grid, NULL) != POISE_OK || grid.n != 1)
            return false;
        spec->hyper[h] = grid.value[0];
    }
    return true;
}

static bool read_negbin(const poise_model *model, train_spec *spec)
{
    char dispersion[32];
    spec->method = TRAIN_NEGBIN;
    if (!find_value(model->recipe, ", dispersion ", "fm", dispersion, sizeof dispersion))
        return false;
    spec->negbin.estimate_dispersion = strcmp(dispersion, "maximum likelihood") == 0;
    double *alpha = &spec->negbin.dispersion;
    if (!spec->negbin.estimate_dispersion &&
        (sscanf(dispersion, "fixed %lf", alpha) != 1 || !isfinite(*alpha) || *alpha < 0.0))
        return false;
    return find_hypers(model, spec);
}

static bool read_support_vectors(const poise_model *model, train_spec *spec)
{
    spec->method = model->kind == MODEL_RBF ? TRAIN_RBF : TRAIN_LINEAR;
    for (int loss = 0; loss < TRAIN_LOSSES; loss++) {
        char text[48];
        (void)snprintf(text, sizeof text, ", %s loss, ", train_loss_name[loss]);
        if (loss != TRAIN_LOSS_AUTO && strstr(model->recipe, text) != NULL)
            spec->loss = (train_loss)loss;
    }
    return spec->loss != TRAIN_LOSS_AUTO && find_hypers(model, spec);
}

/* Recipes of linear models begin so. */
static const struct {
    const char *beginning;
    train_method method;
} linear_recipes[] = {
    {"least expected time on the surfaces", TRAIN_SPEED},
    {"the tuple {", TRAIN_CONSTANT},
};

static bool read_choice(const poise_model *model, train_spec *spec)
{
    spec->method = TRAIN_CHOICE;
    return find_hypers(model, spec);
}

static bool read_linear(const poise_model *model, train_spec *spec)
{
    for (size_t i = 0; i < sizeof linear_recipes / sizeof linear_recipes[0]; i++) {
        const char *beginning = linear_recipes[i].beginning;
        if (strncmp(model->recipe, beginning, strlen(beginning)) != 0)
            continue;
        spec->method = linear_recipes[i].method;
        if (spec->method == TRAIN_CONSTANT && strstr(model->recipe, " with N = p") != NULL)
            spec->method = TRAIN_DIAGONAL;
        return model->kind == MODEL_LINEAR && find_hypers(model, spec);
    }
    return false;
}

bool train_spec_of(const poise_model *model, train_spec *spec)
{
    *spec = (train_spec){.negbin = train_negbin_thesis};
    if (model->kind == MODEL_NEGBIN)
        return read_negbin(model, spec);
    if (model->kind == MODEL_CHOICE)
        return read_choice(model, spec);
    if (strstr(model->recipe, "support vector regression") != NULL)
        return read_support_vectors(model, spec);
    return read_linear(model, spec);
}

dataset_feature_source train_features_of(const poise_model *model)
{
    static const char sampled[] = ", sampled features";
    size_t length = strlen(model->recipe);
    size_t suffix = strlen(sampled);
    bool is_sampled = length >= suffix && strcmp(model->recipe + length - suffix, sampled) == 0;
    return is_sampled ? DATASET_SAMPLED : DATASET_WHOLE_KERNEL;
}

train_plan train_plan_of(const train_spec *spec, bool choose)
{
    train_plan plan = {.spec = *spec};
    for (int h = 0; h < TRAIN_HYPERS; h++) {
        plan.grid[h] = (train_grid){.n = 1, .value = {spec->hyper[h]}};
        if (choose)
            (void)train_parse_grid("cv", (train_hyper)h, &plan.grid[h], NULL);
    }
    return plan;
}
