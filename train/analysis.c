#include "train/analysis.h"

#include "features/target.h"
#include "train/learning_curve.h"
#include "train/sample_analysis.h"
#include "train/terms.h"

#include <stdlib.h>
#include <string.h>

int train_copy_rows(const dataset *original, dataset *copy, poise_error *err)
{
    *copy = *original;
    copy->rows = calloc(original->n_rows + 1, sizeof *copy->rows);
    if (copy->rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu rows", original->n_rows);
    for (size_t i = 0; i < original->n_rows; i++)
        copy->rows[i] = original->rows[i];
    return POISE_OK;
}

static size_t count_training(const dataset *data)
{
    size_t n = 0;
    for (size_t i = 0; i < data->n_rows; i++)
        n += dataset_row_trains(&data->rows[i]) ? 1 : 0;
    return n;
}

int train_judge(const dataset *changed, const dataset *seen, const dataset *original, const train_plan *plan,
                const train_folding *folding, train_variant *out, poise_error *err)
{
    train_validation result;
    int rc = train_cross_validate_on(changed, seen, plan, folding, &result, err);
    if (rc != POISE_OK)
        return rc;
    size_t kept = 0;
    for (size_t i = 0; i < result.n_predictions; i++) {
        size_t row = (size_t)(result.predictions[i].row - seen->rows);
        if (dataset_row_trains(&original->rows[row]))
            result.predictions[kept++] = result.predictions[i];
    }
    out->summary = train_summarise(result.predictions, kept);
    out->learned_from = count_training(changed);
    out->kernels_without = count_training(original) - kept;
    for (size_t fold = result.n_folds; fold-- > 0;) {
        if (result.folds[fold].failure.code != POISE_OK)
            out->failure = result.folds[fold].failure;
    }
    train_validation_free(&result);
    return POISE_OK;
}

/* What all analyses of changed rows share. */
typedef struct analyser {
    const dataset *original;
    const train_plan *plan;
    const train_folding *folding;
    train_analysis_result *result;
} analyser;

static train_variant *new_variant(analyser *a, const char *title, const char *more)
{
    train_variant *out = &a->result->variant[a->result->n++];
    (void)snprintf(out->title, sizeof out->title, "%s%s", title, more);
    return out;
}

static int judge_recipe(analyser *a, const char *title, poise_error *err)
{
    return train_judge(a->original, a->original, a->original, a->plan, a->folding, new_variant(a, title, ""),
                       err);
}

/* A feature that is left out is 0 for methods that take all, and not there for the regression. */
static int leave_features_out(analyser *a, dataset *changed, poise_error *err)
{
    int rc = judge_recipe(a, "all features", err);
    for (int x = 0; rc == POISE_OK && changed->rows != NULL && x < FEATURES_COUNT; x++) {
        if (x == MODEL_X_constant)
            continue;
        train_plan plan = *a->plan;
        plan.spec.negbin.leave_out = UINT32_C(1) << x;
        for (size_t i = 0; i < changed->n_rows; i++) {
            memcpy(changed->rows[i].x, a->original->rows[i].x, sizeof changed->rows[i].x);
            changed->rows[i].x[x] = 0.0;
        }
        rc = train_judge(changed, changed, a->original, &plan, a->folding,
                         new_variant(a, "without ", model_feature_name[a->original->view][x]), err);
    }
    return rc;
}

static int change_scoring(analyser *a, dataset *changed, poise_error *err)
{
    int rc = judge_recipe(a, "score of the neighbourhood", err);
    for (size_t i = 0; i < changed->n_rows; i++) {
        dataset_row *row = &changed->rows[i];
        target_choose(&row->speedup, &row->speedup, &row->target_n, &row->target_p);
        row->scaled_n = target_scale(row->target_n, row->warps, DATASET_SCALED_WARPS);
        row->scaled_p = target_scale(row->target_p, row->warps, DATASET_SCALED_WARPS);
    }
    return rc != POISE_OK ? rc
                          : train_judge(changed, changed, a->original, a->plan, a->folding,
                                        new_variant(a, "speedup of the point alone", ""), err);
}

/* The filters of the thesis; launches that are evaluated, too, are left out in any case. */
static const struct {
    uint32_t bits;
    const char *title;
} switched_off[] = {
    {DATASET_LOW_SPEEDUP, "with low speedup"},
    {DATASET_SHORT, "with short kernels"},
    {DATASET_NO_L1_HITS, "with no L1 hits"},
    {DATASET_LOW_SPEEDUP | DATASET_SHORT | DATASET_NO_L1_HITS, "with all of these"},
};

static int switch_filters_off(analyser *a, dataset *changed, poise_error *err)
{
    uint32_t seen = 0;
    for (size_t i = 0; i < a->original->n_rows; i++)
        seen |= a->original->rows[i].excluded;
    if ((seen & ~(uint32_t)DATASET_EVALUATED) == 0) {
        return poise_fail(err, POISE_FAILED,
                          "no training kernel of this data set is left out by a filter (or it was made with "
                          "--no-filter)");
    }
    int rc = judge_recipe(a, "filtered kernels only", err);
    for (size_t v = 0; rc == POISE_OK && v < sizeof switched_off / sizeof switched_off[0]; v++) {
        for (size_t i = 0; i < changed->n_rows; i++)
            changed->rows[i].excluded = a->original->rows[i].excluded & ~switched_off[v].bits;
        rc = train_judge(changed, changed, a->original, a->plan, a->folding,
                         new_variant(a, switched_off[v].title, ""), err);
    }
    return rc;
}

static int change_rows(analyser *a, poise_error *err)
{
    dataset changed;
    int rc = train_copy_rows(a->original, &changed, err);
    if (rc != POISE_OK)
        return rc;
    switch (a->result->which) {
    case TRAIN_ANALYSIS_FEATURES: rc = leave_features_out(a, &changed, err); break;
    case TRAIN_ANALYSIS_SCORING: rc = change_scoring(a, &changed, err); break;
    default: rc = switch_filters_off(a, &changed, err);
    }
    free(changed.rows);
    return rc;
}

int train_analyse(const dataset *data, train_analysis which, const train_plan *plan,
                  const train_folding *folding, train_analysis_result *result, poise_error *err)
{
    *result = (train_analysis_result){.which = which,
                                      .variant = calloc(TRAIN_VARIANTS_MOST, sizeof *result->variant)};
    if (result->variant == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the analysis");
    analyser a = {.original = data, .plan = plan, .folding = folding, .result = result};
    switch (which) {
    case TRAIN_ANALYSIS_CURVE: return train_learning_curve(data, plan, folding->seed, result, err);
    case TRAIN_ANALYSIS_SAMPLES: return train_analyse_samples(data, plan, folding, result, err);
    case TRAIN_ANALYSIS_TERMS: return train_analyse_terms(data, plan, folding, result, err);
    default: return change_rows(&a, err);
    }
}

void train_analysis_free(train_analysis_result *result)
{
    free(result->variant);
    *result = (train_analysis_result){0};
}
