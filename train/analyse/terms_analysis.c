/* Which form of the features is best, and what choosing it is worth. */
#include "train/analyse/terms.h"
#include "train/validate/folds.h"

#include <stdlib.h>
#include <string.h>

/* Form 0 are the features as they are. */
typedef struct term_study {
    const dataset *original;
    const train_plan *plan;
    const train_folding *folding;
    size_t forms;
} term_study;

static const char *title_of(size_t form)
{
    return form == 0 ? "features of the thesis" : train_terms_title(form - 1);
}

static void put_form(const dataset *original, dataset *copy, size_t form)
{
    for (size_t i = 0; i < original->n_rows; i++) {
        if (form == 0)
            memcpy(copy->rows[i].x, original->rows[i].x, sizeof copy->rows[i].x);
        else
            train_terms_apply(form - 1, original->rows[i].x, copy->rows[i].x);
    }
}

/* The form that is best for programs other than `program`, by a validation among themselves. */
static int best_without(const term_study *s, const char *program, size_t *best, poise_error *err)
{
    dataset others;
    double highest = 0;
    int code = train_copy_rows(s->original, &others, err);
    *best = 0;
    for (size_t i = 0; code == POISE_OK && i < others.n_rows; i++) {
        if (strcmp(others.rows[i].program, program) == 0)
            others.rows[i].split = PROFILE_EVALUATION; /* no part in anything */
    }
    for (size_t form = 0; code == POISE_OK && form < s->forms; form++) {
        train_variant variant = {0};
        put_form(s->original, &others, form);
        code = train_judge(&others, &others, &others, s->plan, s->folding, &variant, err);
        if (code == POISE_OK && variant.summary.speedup > highest) {
            highest = variant.summary.speedup;
            *best = form;
        }
    }
    free(others.rows);
    return code;
}

/* Learns from the other programs in the form that they chose, and predicts the one that `fold` leaves out. */
static int predict_program(const term_study *s, const train_folds *folds, size_t fold, dataset *copy,
                           bool *use, train_prediction *predictions, size_t *n, train_variant *out,
                           poise_error *err)
{
    size_t form = 0;
    train_outcome outcome;
    int code = best_without(s, folds->program[fold], &form, err);
    if (code != POISE_OK)
        return code;
    put_form(s->original, copy, form);
    train_rest_of(folds, fold, copy->n_rows, use);
    bool learned = train_carry_out(copy, use, s->plan, "fold", &outcome, &out->failure) == POISE_OK;
    for (size_t i = 0; code == POISE_OK && i < copy->n_rows; i++) {
        if (folds->of[i] != fold)
            continue;
        out->kernels_without += learned ? 0 : 1;
        if (learned)
            code = train_predict(&outcome.model, &copy->rows[i], &predictions[(*n)++], err);
    }
    train_outcome_free(&outcome);
    return code;
}

static int predict_all(const term_study *s, dataset *copy, bool *use, train_prediction *predictions,
                       train_variant *out, poise_error *err)
{
    size_t n = 0;
    train_folds folds;
    int code = train_make_folds(copy, NULL, &(train_folding){.k = 0}, &folds, err);
    if (code != POISE_OK)
        return code;
    for (size_t fold = 0; code == POISE_OK && fold < folds.n; fold++)
        code = predict_program(s, &folds, fold, copy, use, predictions, &n, out, err);
    for (size_t i = 0; i < copy->n_rows; i++)
        out->learned_from += folds.of[i] != TRAIN_NO_FOLD;
    if (code == POISE_OK)
        out->summary = train_summarise(predictions, n);
    train_folds_free(&folds);
    return code;
}

static int judge_choice(const term_study *s, dataset *copy, train_variant *out, poise_error *err)
{
    bool *use = calloc(copy->n_rows + 1, sizeof *use);
    train_prediction *predictions = calloc(copy->n_rows + 1, sizeof *predictions);
    int code = POISE_FAILED;
    if (use != NULL && predictions != NULL)
        code = predict_all(s, copy, use, predictions, out, err);
    else
        (void)poise_fail(err, POISE_FAILED, "no memory for %zu predictions", copy->n_rows);
    free(use);
    free(predictions);
    return code;
}

int train_analyse_terms(const dataset *data, const train_plan *plan, const train_folding *folding,
                        train_analysis_result *result, poise_error *err)
{
    const term_study s = {data, plan, folding, train_terms_count() + 1};
    dataset copy;
    int code = train_copy_rows(data, &copy, err);
    for (size_t form = 0; code == POISE_OK && form < s.forms; form++) {
        train_variant *out = &result->variant[result->n++];
        (void)snprintf(out->title, sizeof out->title, "%s", title_of(form));
        put_form(data, &copy, form);
        code = train_judge(&copy, &copy, data, plan, folding, out, err);
    }
    if (code == POISE_OK) {
        train_variant *out = &result->variant[result->n++];
        (void)snprintf(out->title, sizeof out->title, "chosen anew without each program");
        code = judge_choice(&s, &copy, out, err);
    }
    free(copy.rows);
    return code;
}
