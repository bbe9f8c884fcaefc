#include "train/analyse/variant.h"

#include <stdlib.h>

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
    int code = train_cross_validate_on(changed, seen, plan, folding, &result, err);
    if (code != POISE_OK)
        return code;
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
