/* Cross-validation: the kernels of each fold are predicted by a model that came about without them; values
 * that the plan leaves open are chosen anew in every fold. */
#ifndef POISE_TRAIN_VALIDATE_CROSS_VALIDATION_H
#define POISE_TRAIN_VALIDATE_CROSS_VALIDATION_H

#include "train/validate/plan.h"
#include "train/validate/prediction.h"

typedef struct train_fold {
    const char *program; /* left out; NULL when there are several; borrowed from the data set */
    size_t first, count; /* its predictions; count 0 when there was no fit */
    poise_error failure; /* why there was none; code 0 otherwise */
} train_fold;

typedef struct train_validation {
    size_t n_folds, n_predictions;
    train_fold *folds;             /* in order of first appearance of programs, or by number */
    train_prediction *predictions; /* grouped by fold */
} train_validation;

/* Over the rows for which dataset_row_trains() holds; in as many threads as OpenMP gives, with the same
 * result for any number. A fold that cannot be fitted is recorded, not fatal. POISE_FAILED when there are
 * fewer than two programs or no memory. Free with train_validation_free(). `data` must outlive the result. */
int train_cross_validate(const dataset *data, const train_plan *plan, const train_folding *folding,
                         train_validation *result, poise_error *err);

/* The same, but what is predicted are the rows of `seen`: those of `data` with other features. Predictions
 * point to them. */
int train_cross_validate_on(const dataset *data, const dataset *seen, const train_plan *plan,
                            const train_folding *folding, train_validation *result, poise_error *err);

void train_validation_free(train_validation *result);

#endif
