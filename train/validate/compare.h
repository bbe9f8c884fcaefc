/* Methods side by side on the same kernels: which simple model wins. */
#ifndef POISE_TRAIN_VALIDATE_COMPARE_H
#define POISE_TRAIN_VALIDATE_COMPARE_H

#include "train/validate/cross_validation.h"

#include <stdio.h>

enum { TRAIN_COMPARED_MOST = 16 };

typedef struct train_contender {
    const char *title;
    train_summary summary;
    size_t kernels_without; /* left out of the summary: their folds have no model */
    poise_error failure;    /* why, of the first such fold; code 0 when there is none */
} train_contender;

typedef struct train_comparison {
    size_t n;
    train_contender contender[TRAIN_COMPARED_MOST];
} train_comparison;

/* Every method of the table in compare.c, each value that it leaves open chosen by `plan`'s folding and
 * criterion, in a cross-validation with folds of `folding` over the training rows of `data`. `fixed` is a
 * model that is not trained but used as it is, or NULL. */
int train_compare(const dataset *data, const train_plan *plan, const train_folding *folding,
                  const poise_model *fixed, train_comparison *result, poise_error *err);

/* The same methods, trained on the training rows of `data`, on the rows of `unseen` of the evaluation split.
 */
int train_compare_unseen(const dataset *data, const dataset *unseen, const train_plan *plan,
                         const poise_model *fixed, train_comparison *result, poise_error *err);

void train_print_comparison(FILE *out, const train_comparison *result);

#endif
