/* What the integers of the engine stand for: the ranges of its features and how exactly it computes them. */
#ifndef POISE_INFER_SCALE_H
#define POISE_INFER_SCALE_H

#include "infer/poise_infer.h"
#include "models/feature_names.h"
#include "models/model_file.h"

/* The ranges of poise_features. */
extern const double poise_feature_range[MODEL_VIEWS][POISE_FEATURES];

/* What a model looks at, by the names of its features, and what compiled weights do. */
model_view poise_view_of_model(const poise_model *model);
model_view poise_view_of(const poise_weights *weights);

/* Weight of `feature` as the engine counts it: for the feature as a fraction of its range and for a base-2
 * exponent. */
double poise_scaled_weight(const poise_model *model, int output, int feature);

/* The functions of a view; NULL for the thesis' features, which the engine computes itself. */
const poise_view *poise_view_functions(model_view view);

/* What a model of a view of shares sets (poise_shares.h), as messages say it; NULL: a warp-tuple. */
const char *poise_view_sets(const poise_view *view);

/* Largest error of each feature as a fraction of its range. */
void poise_feature_bounds(model_view view, double bound[POISE_FEATURES]);

#endif
