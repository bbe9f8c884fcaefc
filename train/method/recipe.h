/* From a data set to a model: which rows, which responses, which regression. */
#ifndef POISE_TRAIN_METHOD_RECIPE_H
#define POISE_TRAIN_METHOD_RECIPE_H

#include "features/dataset.h"
#include "models/model_file.h"
#include "train/negbin/negbin.h"

typedef struct train_outcome {
    poise_model model;
    size_t rows;     /* kernels learned from */
    size_t programs; /* they belong to */
    /* All targets of this output are equal: the model is that constant and there is no fit. */
    bool constant[MODEL_OUTPUTS];
    /* 0: N, 1: p; zeroed when constant, and for other methods than the negative binomial regression */
    train_negbin_result fit[MODEL_OUTPUTS];
} train_outcome;

/* An outcome of no rows yet, for a model of weights that are all 0: names, hashes, programs, least_p
 * (train_least_p()). POISE_USAGE for
 * a name that is too long. */
int train_outcome_start(train_outcome *outcome, const dataset *data, const bool *use, const char *name,
                        poise_error *err);

/* The recipe of the thesis (section 5.5.4): two negative binomial regressions, of the scaled target N and of
 * the scaled target p, on x1..x8 of the rows for which use[row] holds (use[n_rows]; NULL = all rows for which
 * dataset_row_trains() holds), with the rows' weights. `name` is the model's. The error sentence names the
 * target. Free with train_outcome_free(), also after a failure. */
int train_recipe(const dataset *data, const bool *use, const train_negbin_options *options, const char *name,
                 train_outcome *outcome, poise_error *err);

void train_outcome_free(train_outcome *outcome);

#endif
