/* Leave-one-program-out cross-validation: each program's kernels are predicted by a model that was trained on
 * the other programs. Kernels of one program resemble each other, so leaving out single kernels would
 * flatter. */
#ifndef POISE_TRAIN_CROSS_VALIDATION_H
#define POISE_TRAIN_CROSS_VALIDATION_H

#include "train/negbin.h"
#include "train/prediction.h"

typedef struct train_fold {
    const char *program; /* left out; borrowed from the data set */
    size_t first, count; /* its predictions; count 0 when there was no fit */
    poise_error failure; /* why there was none; code 0 otherwise */
} train_fold;

typedef struct train_validation {
    size_t n_folds, n_predictions;
    train_fold *folds;             /* in order of first appearance */
    train_prediction *predictions; /* grouped by fold */
} train_validation;

/* Over the rows for which dataset_row_trains() holds. A fold that cannot be fitted is recorded, not fatal.
 * POISE_FAILED when there are fewer than two programs or no memory. Free with train_validation_free(). `data`
 * must outlive the result. */
int train_leave_one_program_out(const dataset *data, const train_negbin_options *options,
                                train_validation *result, poise_error *err);

void train_validation_free(train_validation *result);

#endif
