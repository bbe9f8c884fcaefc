#include "train/analyse/analysis.h"

#include "features/target.h"
#include "train/analyse/learning_curve.h"
#include "train/analyse/terms.h"

#include <stdlib.h>
#include <string.h>

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
    int code = judge_recipe(a, "all features", err);
    for (int x = 0; code == POISE_OK && changed->rows != NULL && x < FEATURES_COUNT; x++) {
        if (x == MODEL_X_constant)
            continue;
        train_plan plan = *a->plan;
        plan.spec.negbin.leave_out = UINT32_C(1) << x;
        for (size_t i = 0; i < changed->n_rows; i++) {
            memcpy(changed->rows[i].x, a->original->rows[i].x, sizeof changed->rows[i].x);
            changed->rows[i].x[x] = 0.0;
        }
        code = train_judge(changed, changed, a->original, &plan, a->folding,
                           new_variant(a, "without ", model_feature_name[a->original->view][x]), err);
    }
    return code;
}

static int change_scoring(analyser *a, dataset *changed, poise_error *err)
{
    int code = judge_recipe(a, "score of the neighbourhood", err);
    for (size_t i = 0; i < changed->n_rows; i++) {
        dataset_row *row = &changed->rows[i];
        target_choose(&row->speedup, &row->speedup, &row->target_n, &row->target_p);
        row->scaled_n = target_scale(row->target_n, row->warps, DATASET_SCALED_WARPS);
        row->scaled_p = target_scale(row->target_p, row->warps, DATASET_SCALED_WARPS);
    }
    return code != POISE_OK ? code
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
    int code = judge_recipe(a, "filtered kernels only", err);
    for (size_t v = 0; code == POISE_OK && v < sizeof switched_off / sizeof switched_off[0]; v++) {
        for (size_t i = 0; i < changed->n_rows; i++)
            changed->rows[i].excluded = a->original->rows[i].excluded & ~switched_off[v].bits;
        code = train_judge(changed, changed, a->original, a->plan, a->folding,
                           new_variant(a, switched_off[v].title, ""), err);
    }
    return code;
}

static int change_rows(analyser *a, poise_error *err)
{
    dataset changed;
    int code = train_copy_rows(a->original, &changed, err);
    if (code != POISE_OK)
        return code;
    switch (a->result->which) {
    case TRAIN_ANALYSIS_FEATURES: code = leave_features_out(a, &changed, err); break;
    case TRAIN_ANALYSIS_SCORING: code = change_scoring(a, &changed, err); break;
    default: code = switch_filters_off(a, &changed, err);
    }
    free(changed.rows);
    return code;
}

/* ---- what it costs that the engine sees windows of a kernel and not the whole kernel ---- */

/* The same rows in three ways. */
typedef struct views {
    const dataset *all; /* whole kernels */
    dataset whole;      /* whole kernels; those without samples have no part in anything */
    dataset sampled;    /* the same kernels, sampled features */
} views;

/* Rows are not dropped, so that they have the same places in all views. */
static size_t make_views(views *v)
{
    size_t kernels = 0;
    for (size_t i = 0; i < v->all->n_rows; i++) {
        dataset_row *whole = &v->whole.rows[i], *sampled = &v->sampled.rows[i];
        if (whole->sampled_sms == 0)
            whole->split = sampled->split = PROFILE_EVALUATION;
        memcpy(sampled->x, sampled->x_sampled, sizeof sampled->x);
        kernels += dataset_row_trains(whole) ? 1 : 0;
    }
    return kernels;
}

static int judge_views(const views *v, const train_plan *plan, const train_folding *folding,
                       train_analysis_result *result, poise_error *err)
{
    const struct {
        const char *title;
        const dataset *learned, *seen;
    } variants[] = {
        {"learned whole, predicted whole", &v->whole, &v->whole},
        {"learned sampled, predicted sampled", &v->sampled, &v->sampled},
        {"learned whole, predicted sampled", &v->whole, &v->sampled},
        {"learned whole of all, predicted whole", v->all, v->all},
        {"learned whole of all, p. sampled", v->all, &v->sampled},
    };
    int code = POISE_OK;
    for (size_t i = 0; code == POISE_OK && i < sizeof variants / sizeof variants[0]; i++) {
        train_variant *out = &result->variant[result->n++];
        (void)snprintf(out->title, sizeof out->title, "%s", variants[i].title);
        code = train_judge(variants[i].learned, variants[i].seen, &v->whole, plan, folding, out, err);
    }
    return code;
}

/* All variants are judged on the same kernels, those that engines sample: learned from and predicted with
 * features of whole kernels or sampled ones, and learned from all kernels or only these. `data` has features
 * of whole kernels, else POISE_USAGE; POISE_FAILED when no training kernel has been sampled. */
static int analyse_samples(const dataset *data, const train_plan *plan, const train_folding *folding,
                           train_analysis_result *result, poise_error *err)
{
    views v = {.all = data};
    if (data->is_sampled)
        return poise_fail(err, POISE_USAGE,
                          "--analyse samples compares both kinds of features: leave out "
                          "--features sampled");
    int code = train_copy_rows(data, &v.whole, err);
    if (code == POISE_OK)
        code = train_copy_rows(data, &v.sampled, err);
    if (code == POISE_OK && make_views(&v) == 0)
        code = poise_fail(err, POISE_FAILED,
                          "no training kernel of the data set runs long enough for an engine to sample it");
    if (code == POISE_OK)
        code = judge_views(&v, plan, folding, result, err);
    free(v.whole.rows);
    free(v.sampled.rows);
    return code;
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
    case TRAIN_ANALYSIS_SAMPLES: return analyse_samples(data, plan, folding, result, err);
    case TRAIN_ANALYSIS_TERMS: return train_analyse_terms(data, plan, folding, result, err);
    default: return change_rows(&a, err);
    }
}

void train_analysis_free(train_analysis_result *result)
{
    free(result->variant);
    *result = (train_analysis_result){0};
}
