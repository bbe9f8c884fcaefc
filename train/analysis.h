/* What the parts of the recipe are worth: each is changed in turn, and the plan is carried out anew for
 * programs that are left out. All variants are judged on the same kernels: those that the recipe trains on.
 */
#ifndef POISE_TRAIN_ANALYSIS_H
#define POISE_TRAIN_ANALYSIS_H

#include "train/cross_validation.h"

#include <stdio.h>

typedef enum train_analysis {
#define ANALYSIS(id, name, description) TRAIN_ANALYSIS_##id,
#include "train/analyses.def"
#undef ANALYSIS
    TRAIN_ANALYSES
} train_analysis;

enum { TRAIN_VARIANTS_MOST = 64, TRAIN_VARIANT_TITLE = 48 };

typedef struct train_variant {
    char title[TRAIN_VARIANT_TITLE];
    size_t learned_from; /* kernels with a part in some training */
    train_summary summary;
    size_t kernels_without; /* left out of the summary: there is no model that could predict them */
    poise_error failure;    /* why, the first time; code 0 when there are none */
} train_variant;

typedef struct train_analysis_result {
    train_analysis which;
    size_t n;
    train_variant *variant; /* the first is the recipe as it stands; of a learning curve, the last */
} train_analysis_result;

/* Over the training rows of `data`; the learning curve leaves out one program at a time whatever `folding`
 * says, and draws by its seed. In as many threads as OpenMP gives, with the same result for any number.
 * POISE_FAILED when there are too few programs, or no kernel that a filter leaves out. Free with
 * train_analysis_free(), also after a failure. */
int train_analyse(const dataset *data, train_analysis which, const train_plan *plan,
                  const train_folding *folding, train_analysis_result *result, poise_error *err);

void train_analysis_free(train_analysis_result *result);

/* For analyses: a data set that differs from the original in its rows only; texts and surfaces are shared,
 * the caller frees `copy->rows`. And one line of the result: the plan is validated on `changed`, what is
 * predicted are the rows of `seen` (train_cross_validate_on), and of the predictions those count that are of
 * training rows of the original. */
int train_copy_rows(const dataset *original, dataset *copy, poise_error *err);
int train_judge(const dataset *changed, const dataset *seen, const dataset *original, const train_plan *plan,
                const train_folding *folding, train_variant *out, poise_error *err);

void train_print_analysis(FILE *out, const train_analysis_result *result);

#endif
