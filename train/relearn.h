/* How a model of `poise train` was learned, as its own file tells. */
#ifndef POISE_TRAIN_RELEARN_H
#define POISE_TRAIN_RELEARN_H

#include "train/validate/plan.h"

/* Reads the recipe of a model. False when it is none that train_fit() writes, as with the model of the
 * thesis and those of other programs. Whether a model really comes about that way, learning again shows. */
bool train_spec_of(const poise_model *model, train_spec *spec);

/* Which features it was learned from; those of whole kernels when its recipe does not say. */
dataset_feature_source train_features_of(const poise_model *model);

/* The plan that takes these values, or, with `choose`, tries those of `cv` in hypers.def for all of them. */
train_plan train_plan_of(const train_spec *spec, bool choose);

#endif
