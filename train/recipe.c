#include "train/recipe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const target_name[MODEL_OUTPUTS] = {"target N", "target p"};

/* The rows that are learned from, as plain arrays. */
typedef struct selection {
    size_t rows;
    double *x, *y[MODEL_OUTPUTS], *weight;
} selection;

static void free_selection(selection *s)
{
    free(s->x);
    free(s->weight);
    for (int output = 0; output < MODEL_OUTPUTS; output++)
        free(s->y[output]);
}

static bool is_used(const dataset *data, const bool *use, size_t row)
{
    return use != NULL ? use[row] : dataset_row_trains(&data->rows[row]);
}

static int select_rows(const dataset *data, const bool *use, selection *s, poise_error *err)
{
    /* One row more than needed: calloc(0) may return NULL. */
    s->x = calloc(data->n_rows + 1, FEATURES_COUNT * sizeof *s->x);
    s->weight = calloc(data->n_rows + 1, sizeof *s->weight);
    s->y[0] = calloc(data->n_rows + 1, sizeof *s->y[0]);
    s->y[1] = calloc(data->n_rows + 1, sizeof *s->y[1]);
    if (s->x == NULL || s->weight == NULL || s->y[0] == NULL || s->y[1] == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu rows", data->n_rows);
    for (size_t i = 0; i < data->n_rows; i++) {
        const dataset_row *row = &data->rows[i];
        if (is_used(data, use, i)) {
            memcpy(s->x + s->rows * FEATURES_COUNT, row->x, sizeof row->x);
            s->y[0][s->rows] = row->scaled_n;
            s->y[1][s->rows] = row->scaled_p;
            s->weight[s->rows] = row->weight;
            s->rows++;
        }
    }
    return POISE_OK;
}

static size_t count_programs(const dataset *data, const bool *use)
{
    size_t programs = 0;
    for (size_t i = 0; i < data->n_rows; i++) {
        bool first = is_used(data, use, i);
        for (size_t j = 0; first && j < i; j++)
            first = !is_used(data, use, j) || strcmp(data->rows[i].program, data->rows[j].program) != 0;
        programs += first ? 1 : 0;
    }
    return programs;
}

static bool all_equal(const double *values, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        if (values[i] != values[0])
            return false;
    }
    return true;
}

static int fit_output(const selection *s, int output, const train_negbin_options *options,
                      train_outcome *outcome, poise_error *err)
{
    double *weights = outcome->model.weight[output];
    bool enough = s->rows >= FEATURES_COUNT || (options->ridge > 0.0 && s->rows > 0);
    if (enough && all_equal(s->y[output], s->rows)) {
        outcome->constant[output] = true;
        weights[MODEL_X_constant] = log(s->y[output][0]);
        return POISE_OK;
    }
    train_negbin_data data = {
        .x = {.rows = s->rows, .cols = FEATURES_COUNT, .x = s->x, .names = model_thesis_feature_name},
        .y = s->y[output],
        .weight = s->weight};
    train_negbin_result *fit = &outcome->fit[output];
    int rc = train_negbin(&data, options, fit, err);
    if (rc != POISE_OK)
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

static int start_model(poise_model *model, const dataset *data, const char *name, poise_error *err)
{
    if (strlen(name) >= sizeof model->name) {
        return poise_fail(err, POISE_USAGE, "the model's name is longer than %zu bytes",
                          sizeof model->name - 1);
    }
    *model = (poise_model){.kind = MODEL_NEGBIN,
                           .n_features = FEATURES_COUNT,
                           .max_warps = DATASET_SCALED_WARPS,
                           .l1_hit_includes_merges = data->merges_hit ? 1 : 0};
    memcpy(model->name, name, strlen(name) + 1);
    for (int i = 0; i < FEATURES_COUNT; i++)
        (void)snprintf(model->feature[i], sizeof model->feature[i], "%s", model_thesis_feature_name[i]);
    memcpy(model->training_hash, data->hash, sizeof model->training_hash);
    memcpy(model->config_hash, data->config_hash, sizeof model->config_hash);
    return POISE_OK;
}

int train_recipe(const dataset *data, const bool *use, const train_negbin_options *options, const char *name,
                 train_outcome *outcome, poise_error *err)
{
    *outcome = (train_outcome){.programs = count_programs(data, use)};
    selection s = {0};
    int rc = start_model(&outcome->model, data, name, err);
    if (rc == POISE_OK)
        rc = select_rows(data, use, &s, err);
    outcome->rows = s.rows;
    for (int output = 0; rc == POISE_OK && output < MODEL_OUTPUTS; output++)
        rc = fit_output(&s, output, options, outcome, err);
    free_selection(&s);
    if (rc == POISE_OK) {
        describe_recipe(outcome->model.recipe, sizeof outcome->model.recipe, options, outcome);
        rc = poise_model_check(&outcome->model, err);
    }
    return rc;
}

void train_outcome_free(train_outcome *outcome)
{
    for (int output = 0; output < MODEL_OUTPUTS; output++)
        train_negbin_free(&outcome->fit[output]);
    *outcome = (train_outcome){0};
}
