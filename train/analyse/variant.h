/* One line of an analysis: the recipe changed in one way, and how its models do. */
#ifndef POISE_TRAIN_ANALYSE_VARIANT_H
#define POISE_TRAIN_ANALYSE_VARIANT_H

#include "train/validate/cross_validation.h"

typedef enum train_analysis {
#define ANALYSIS(id, name, description) TRAIN_ANALYSIS_##id,
#include "train/analyse/analyses.def"
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

/* A data set that differs from the original in its rows only; texts and surfaces are shared,
 * the caller frees `copy->rows`. And one line of the result: the plan is validated on `changed`, what is
 * predicted are the rows of `seen` (train_cross_validate_on), and of the predictions those count that are of
 * training rows of the original. */
int train_copy_rows(const dataset *original, dataset *copy, poise_error *err);
int train_judge(const dataset *changed, const dataset *seen, const dataset *original, const train_plan *plan,
                const train_folding *folding, train_variant *out, poise_error *err);

#endif
