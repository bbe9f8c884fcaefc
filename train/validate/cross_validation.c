#include "train/validate/cross_validation.h"

#include <stdlib.h>
#include <string.h>

typedef struct validator {
    const dataset *data, *seen; /* learned from, predicted */
    const train_plan *plan;
    train_folds folds;
    train_validation *result;
    int *code; /* folds: failures that are not the fold's */
} validator;

static int open_validator(validator *v, poise_error *err)
{
    train_validation *result = v->result;
    result->n_folds = v->folds.n;
    result->folds = calloc(v->folds.n, sizeof *result->folds);
    result->predictions = calloc(v->data->n_rows + 1, sizeof *result->predictions);
    v->code = calloc(v->folds.n, sizeof *v->code);
    if (result->folds == NULL || result->predictions == NULL || v->code == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to validate on %zu rows", v->data->n_rows);
    size_t first = 0;
    for (size_t fold = 0; fold < v->folds.n; fold++) {
        result->folds[fold].program = v->folds.program[fold];
        result->folds[fold].first = first;
        for (size_t i = 0; i < v->data->n_rows; i++)
            first += v->folds.of[i] == fold ? 1 : 0;
    }
    return POISE_OK;
}

static int predict_fold(const validator *v, size_t fold, const poise_model *model)
{
    train_fold *out = &v->result->folds[fold];
    for (size_t i = 0; i < v->data->n_rows; i++) {
        if (v->folds.of[i] == fold) {
            int code = train_predict(model, &v->seen->rows[i],
                                     &v->result->predictions[out->first + out->count], &out->failure);
            if (code != POISE_OK)
                return code;
            out->count++;
        }
    }
    return POISE_OK;
}

static int run_fold(const validator *v, size_t fold)
{
    train_fold *out = &v->result->folds[fold];
    bool *rest = calloc(v->data->n_rows + 1, sizeof *rest);
    if (rest == NULL)
        return poise_fail(&out->failure, POISE_FAILED, "no memory to validate");
    train_rest_of(&v->folds, fold, v->data->n_rows, rest);
    train_outcome outcome;
    int code = POISE_OK;
    if (train_carry_out(v->data, rest, v->plan, "fold", &outcome, &out->failure) == POISE_OK)
        code = predict_fold(v, fold, &outcome.model);
    train_outcome_free(&outcome);
    free(rest);
    return code;
}

static int run_folds(validator *v, poise_error *err)
{
    train_validation *result = v->result;
    long n = (long)result->n_folds;
#pragma omp parallel for schedule(dynamic)
    for (long fold = 0; fold < n; fold++)
        v->code[fold] = run_fold(v, (size_t)fold);
    for (size_t fold = 0; fold < result->n_folds; fold++) {
        train_fold *out = &result->folds[fold];
        if (v->code[fold] != POISE_OK)
            return poise_fail(err, (poise_code)v->code[fold], "%s", out->failure.text);
        /* Folds without a model have left gaps. */
        memmove(result->predictions + result->n_predictions, result->predictions + out->first,
                out->count * sizeof *result->predictions);
        out->first = result->n_predictions;
        result->n_predictions += out->count;
    }
    return POISE_OK;
}

int train_cross_validate(const dataset *data, const train_plan *plan, const train_folding *folding,
                         train_validation *result, poise_error *err)
{
    return train_cross_validate_on(data, data, plan, folding, result, err);
}

int train_cross_validate_on(const dataset *data, const dataset *seen, const train_plan *plan,
                            const train_folding *folding, train_validation *result, poise_error *err)
{
    *result = (train_validation){0};
    validator v = {.data = data, .seen = seen, .plan = plan, .result = result};
    int code = train_make_folds(data, NULL, folding, &v.folds, err);
    if (code == POISE_OK)
        code = open_validator(&v, err);
    if (code == POISE_OK)
        code = run_folds(&v, err);
    free(v.code);
    train_folds_free(&v.folds);
    if (code != POISE_OK)
        train_validation_free(result);
    return code;
}

void train_validation_free(train_validation *result)
{
    free(result->folds);
    free(result->predictions);
    *result = (train_validation){0};
}
