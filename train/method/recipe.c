#include "train/method/recipe.h"

#include "train/method/plane.h"
#include "train/sample.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const target_name[MODEL_OUTPUTS] = {"target N", "target p"};

static bool all_equal(const double *values, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        if (values[i] != values[0])
            return false;
    }
    return true;
}

static int fit_output(const train_sample *s, int output, const train_negbin_options *options,
                      train_outcome *outcome, poise_error *err)
{
    double *weights = outcome->model.weight[output];
    bool enough = s->rows >= FEATURES_COUNT || (options->ridge > 0.0 && s->rows > 0);
    if (enough && all_equal(s->y[output], s->rows)) {
        outcome->constant[output] = true;
        weights[MODEL_X_constant] = train_log_target(s->y[output][0], MODEL_MAX_WARPS);
        return POISE_OK;
    }
    train_negbin_data data = {.x = {.rows = s->rows, .cols = FEATURES_COUNT, .x = s->x, .names = s->names},
                              .y = s->y[output],
                              .weight = s->weight};
    train_negbin_result *fit = &outcome->fit[output];
    int code = train_negbin(&data, options, fit, err);
    if (code != POISE_OK)
        return poise_error_prefix(err, "%s", target_name[output]);
    memcpy(weights, fit->coefficient, FEATURES_COUNT * sizeof *weights);
    outcome->model.dispersion[output] = fit->dispersion;
    return POISE_OK;
}

static void describe_recipe(char *out, size_t size, const train_negbin_options *options,
                            const train_outcome *outcome)
{
    char dispersion[32] = "maximum likelihood";
    if (!options->estimate_dispersion)
        (void)snprintf(dispersion, sizeof dispersion, "fixed %g", options->dispersion);
    (void)snprintf(
        out, size,
        "thesis: negative binomial, log link, dispersion %s, ridge %g, %zu kernels of %zu programs",
        dispersion, options->ridge, outcome->rows, outcome->programs);
}

int train_outcome_start(train_outcome *outcome, const dataset *data, const bool *use, const char *name,
                        poise_error *err)
{
    poise_model *model = &outcome->model;
    *outcome = (train_outcome){.programs = train_count_programs(data, use)};
    if (strlen(name) >= sizeof model->name) {
        return poise_fail(err, POISE_USAGE, "the model's name is longer than %zu bytes",
                          sizeof model->name - 1);
    }
    *model = (poise_model){.kind = MODEL_NEGBIN,
                           .n_features = FEATURES_COUNT,
                           .max_warps = DATASET_SCALED_WARPS,
                           .least_p = train_least_p(data, use),
                           .l1_hit_includes_merges = data->merges_hit ? 1 : 0};
    memcpy(model->name, name, strlen(name) + 1);
    for (int i = 0; i < FEATURES_COUNT; i++)
        (void)snprintf(model->feature[i], sizeof model->feature[i], "%s", model_feature_name[data->view][i]);
    memcpy(model->training_hash, data->hash, sizeof model->training_hash);
    memcpy(model->config_hash, data->config_hash, sizeof model->config_hash);
    return POISE_OK;
}

int train_recipe(const dataset *data, const bool *use, const train_negbin_options *options, const char *name,
                 train_outcome *outcome, poise_error *err)
{
    train_sample s = {0};
    int code = train_outcome_start(outcome, data, use, name, err);
    if (code == POISE_OK)
        code = train_sample_select(data, use, &s, err);
    outcome->rows = s.rows;
    for (int output = 0; code == POISE_OK && output < MODEL_OUTPUTS; output++)
        code = fit_output(&s, output, options, outcome, err);
    train_sample_free(&s);
    if (code == POISE_OK) {
        describe_recipe(outcome->model.recipe, sizeof outcome->model.recipe, options, outcome);
        code = poise_model_check(&outcome->model, err);
    }
    return code;
}

void train_outcome_free(train_outcome *outcome)
{
    for (int output = 0; output < MODEL_OUTPUTS; output++)
        train_negbin_free(&outcome->fit[output]);
    poise_model_free(&outcome->model);
    *outcome = (train_outcome){0};
}
