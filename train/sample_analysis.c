#include "train/sample_analysis.h"

#include <stdlib.h>
#include <string.h>

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
    int rc = POISE_OK;
    for (size_t i = 0; rc == POISE_OK && i < sizeof variants / sizeof variants[0]; i++) {
        train_variant *out = &result->variant[result->n++];
        (void)snprintf(out->title, sizeof out->title, "%s", variants[i].title);
        rc = train_judge(variants[i].learned, variants[i].seen, &v->whole, plan, folding, out, err);
    }
    return rc;
}

int train_analyse_samples(const dataset *data, const train_plan *plan, const train_folding *folding,
                          train_analysis_result *result, poise_error *err)
{
    views v = {.all = data};
    if (data->is_sampled)
        return poise_fail(err, POISE_USAGE,
                          "--analyse samples compares both kinds of features: leave out "
                          "--features sampled");
    int rc = train_copy_rows(data, &v.whole, err);
    if (rc == POISE_OK)
        rc = train_copy_rows(data, &v.sampled, err);
    if (rc == POISE_OK && make_views(&v) == 0)
        rc = poise_fail(err, POISE_FAILED,
                        "no training kernel of the data set runs long enough for an engine to sample it");
    if (rc == POISE_OK)
        rc = judge_views(&v, plan, folding, result, err);
    free(v.whole.rows);
    free(v.sampled.rows);
    return rc;
}
