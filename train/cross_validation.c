#include "train/cross_validation.h"

#include "train/recipe.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define NO_FOLD SIZE_MAX

typedef struct validator {
    const dataset *data;
    const train_negbin_options *options;
    train_validation *result;
    size_t *fold_of; /* rows: the fold that leaves this row out; NO_FOLD = not a training row */
    bool *use;       /* rows: whether the current fold learns from it */
} validator;

static int open_validator(validator *v, poise_error *err)
{
    /* There are at most as many folds as rows; one more, because calloc(0) may return NULL. */
    size_t room = v->data->n_rows + 1;
    v->result->folds = calloc(room, sizeof *v->result->folds);
    v->result->predictions = calloc(room, sizeof *v->result->predictions);
    v->fold_of = calloc(room, sizeof *v->fold_of);
    v->use = calloc(room, sizeof *v->use);
    if (v->result->folds == NULL || v->result->predictions == NULL || v->fold_of == NULL || v->use == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to validate on %zu rows", v->data->n_rows);
    return POISE_OK;
}

static void close_validator(validator *v)
{
    free(v->fold_of);
    free(v->use);
}

/* The fold of an earlier row of the same program as row i; NO_FOLD when it is the first. */
static size_t known_fold(const validator *v, size_t i)
{
    const dataset_row *rows = v->data->rows;
    for (size_t j = 0; j < i; j++) {
        if (v->fold_of[j] != NO_FOLD && strcmp(rows[i].program, rows[j].program) == 0)
            return v->fold_of[j];
    }
    return NO_FOLD;
}

/* One fold for each program, in order of first appearance. */
static void make_folds(validator *v)
{
    train_validation *result = v->result;
    for (size_t i = 0; i < v->data->n_rows; i++) {
        const dataset_row *row = &v->data->rows[i];
        bool trains = dataset_row_trains(row);
        v->fold_of[i] = trains ? known_fold(v, i) : NO_FOLD;
        if (trains && v->fold_of[i] == NO_FOLD) {
            result->folds[result->n_folds].program = row->program;
            v->fold_of[i] = result->n_folds++;
        }
    }
}

static int predict_fold(validator *v, size_t fold, const poise_model *model, poise_error *err)
{
    train_validation *result = v->result;
    for (size_t i = 0; i < v->data->n_rows; i++) {
        if (v->fold_of[i] == fold) {
            train_prediction *out = &result->predictions[result->n_predictions];
            int rc = train_predict(model, &v->data->rows[i], out, err);
            if (rc != POISE_OK)
                return rc;
            result->n_predictions++;
            result->folds[fold].count++;
        }
    }
    return POISE_OK;
}

static int run_fold(validator *v, size_t fold, poise_error *err)
{
    train_fold *out = &v->result->folds[fold];
    for (size_t i = 0; i < v->data->n_rows; i++)
        v->use[i] = v->fold_of[i] != NO_FOLD && v->fold_of[i] != fold;
    train_outcome outcome;
    int rc = POISE_OK;
    out->first = v->result->n_predictions;
    if (train_recipe(v->data, v->use, v->options, "fold", &outcome, &out->failure) == POISE_OK)
        rc = predict_fold(v, fold, &outcome.model, err);
    train_outcome_free(&outcome);
    return rc;
}

int train_leave_one_program_out(const dataset *data, const train_negbin_options *options,
                                train_validation *result, poise_error *err)
{
    *result = (train_validation){0};
    validator v = {.data = data, .options = options, .result = result};
    int rc = open_validator(&v, err);
    if (rc == POISE_OK) {
        make_folds(&v);
        if (result->n_folds < 2) {
            rc = poise_fail(err, POISE_FAILED,
                            "leaving one program out needs two, the training rows have %zu", result->n_folds);
        }
    }
    for (size_t fold = 0; rc == POISE_OK && fold < result->n_folds; fold++)
        rc = run_fold(&v, fold, err);
    close_validator(&v);
    if (rc != POISE_OK)
        train_validation_free(result);
    return rc;
}

void train_validation_free(train_validation *result)
{
    free(result->folds);
    free(result->predictions);
    *result = (train_validation){0};
}
