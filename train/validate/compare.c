#include "train/validate/compare.h"

#include <stdlib.h>

/* The values of support vector regressions and the spread of `speed` are chosen by cross-validation. */
static const struct {
    const char *title;
    train_method method;
    train_loss loss;
    const char *ridge;
} contenders[] = {
    {"one tuple for all", TRAIN_CONSTANT, TRAIN_LOSS_AUTO, "0"},
    {"one N = p for all", TRAIN_DIAGONAL, TRAIN_LOSS_AUTO, "0"},
    {"negbin", TRAIN_NEGBIN, TRAIN_LOSS_AUTO, "0"},
    {"negbin, ridge cv", TRAIN_NEGBIN, TRAIN_LOSS_AUTO, "cv"},
    {"linear, squared", TRAIN_LINEAR, TRAIN_LOSS_SQUARED, "0"},
    {"linear, epsilon", TRAIN_LINEAR, TRAIN_LOSS_EPSILON, "0"},
    {"linear, nu", TRAIN_LINEAR, TRAIN_LOSS_NU, "0"},
    {"rbf, epsilon", TRAIN_RBF, TRAIN_LOSS_EPSILON, "0"},
    {"rbf, nu", TRAIN_RBF, TRAIN_LOSS_NU, "0"},
    {"choice", TRAIN_CHOICE, TRAIN_LOSS_AUTO, "1,3,10,30"},
    {"fastest", TRAIN_SPEED, TRAIN_LOSS_AUTO, "0.3,1,3"},
};
enum { CONTENDERS = sizeof contenders / sizeof contenders[0] };
_Static_assert((int)CONTENDERS < (int)TRAIN_COMPARED_MOST, "one place is for the fixed model");

/* `plan` with the method of contender i and everything open that it can choose. */
static int plan_of(size_t i, const train_plan *plan, train_plan *out, poise_error *err)
{
    *out = *plan;
    out->spec.method = contenders[i].method;
    out->spec.loss = contenders[i].loss;
    int code = train_settle_loss(&out->spec, err);
    for (int h = 0; code == POISE_OK && h < TRAIN_HYPERS; h++)
        code = train_parse_grid(h == TRAIN_RIDGE_HYPER ? contenders[i].ridge : "cv", (train_hyper)h,
                                &out->grid[h], err);
    return code;
}

static size_t training_rows(const dataset *data)
{
    size_t n = 0;
    for (size_t i = 0; i < data->n_rows; i++)
        n += dataset_row_trains(&data->rows[i]) ? 1 : 0;
    return n;
}

static int validate(const dataset *data, const train_plan *plan, const train_folding *folding,
                    train_contender *out, poise_error *err)
{
    train_validation result;
    int code = train_cross_validate(data, plan, folding, &result, err);
    if (code != POISE_OK)
        return code;
    out->summary = train_summarise(result.predictions, result.n_predictions);
    out->kernels_without = training_rows(data) - result.n_predictions;
    for (size_t fold = result.n_folds; fold-- > 0;) {
        if (result.folds[fold].failure.code != POISE_OK)
            out->failure = result.folds[fold].failure;
    }
    train_validation_free(&result);
    return POISE_OK;
}

/* What a finished model predicts for the training rows, or for those of the evaluation split. */
static int predict(const poise_model *model, const dataset *data, bool evaluation, train_contender *out,
                   poise_error *err)
{
    size_t n = 0;
    train_prediction *predictions = calloc(data->n_rows + 1, sizeof *predictions);
    if (predictions == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu predictions", data->n_rows);
    int code = train_model_fits(model, data, err);
    for (size_t i = 0; code == POISE_OK && i < data->n_rows; i++) {
        const dataset_row *row = &data->rows[i];
        if (evaluation ? row->split == PROFILE_EVALUATION : dataset_row_trains(row))
            code = train_predict(model, row, &predictions[n++], err);
    }
    if (code == POISE_OK && n == 0)
        code = poise_fail(err, POISE_FAILED, "the data set has no kernel of the %s split",
                          evaluation ? "evaluation" : "training");
    out->summary = train_summarise(predictions, n);
    free(predictions);
    return code;
}

static int compare_fixed(const poise_model *fixed, const dataset *data, bool evaluation,
                         train_comparison *result, poise_error *err)
{
    if (fixed == NULL || data->view != MODEL_VIEW_THESIS) /* it knows the features of the thesis */
        return POISE_OK;
    train_contender *out = &result->contender[result->n++];
    out->title = "thesis, Table 5.3";
    return predict(fixed, data, evaluation, out, err);
}

int train_compare(const dataset *data, const train_plan *plan, const train_folding *folding,
                  const poise_model *fixed, train_comparison *result, poise_error *err)
{
    *result = (train_comparison){0};
    int code = POISE_OK;
    for (size_t i = 0; code == POISE_OK && i < CONTENDERS; i++) {
        train_contender *out = &result->contender[result->n++];
        train_plan tried;
        out->title = contenders[i].title;
        code = plan_of(i, plan, &tried, err);
        if (code == POISE_OK)
            code = validate(data, &tried, folding, out, err);
    }
    return code == POISE_OK ? compare_fixed(fixed, data, false, result, err) : code;
}

int train_compare_unseen(const dataset *data, const dataset *unseen, const train_plan *plan,
                         const poise_model *fixed, train_comparison *result, poise_error *err)
{
    *result = (train_comparison){0};
    int code = POISE_OK;
    for (size_t i = 0; code == POISE_OK && i < CONTENDERS; i++) {
        train_contender *out = &result->contender[result->n++];
        train_outcome outcome = {0};
        train_plan tried;
        out->title = contenders[i].title;
        code = plan_of(i, plan, &tried, err);
        if (code != POISE_OK)
            break;
        if (train_carry_out(data, NULL, &tried, "compared", &outcome, &out->failure) == POISE_OK)
            code = predict(&outcome.model, unseen, true, out, err);
        train_outcome_free(&outcome);
    }
    return code == POISE_OK ? compare_fixed(fixed, unseen, true, result, err) : code;
}
