/* Names and definitions of the thesis' feature vector x1..x8 as they stand in data sets and model files. */
#ifndef POISE_MODELS_FEATURE_NAMES_H
#define POISE_MODELS_FEATURE_NAMES_H

typedef enum model_thesis_feature {
#define MODEL_FEATURE(name, definition) MODEL_X_##name,
#include "models/feature_names.def"
#undef MODEL_FEATURE
    MODEL_THESIS_FEATURES
} model_thesis_feature;

extern const char *const model_thesis_feature_name[MODEL_THESIS_FEATURES];
extern const char *const model_thesis_feature_definition[MODEL_THESIS_FEATURES];

#endif
