#include "models/feature_names.h"

const char *const model_thesis_feature_name[MODEL_THESIS_FEATURES] = {
#define MODEL_FEATURE(name, definition) #name,
#include "models/feature_names.def"
#undef MODEL_FEATURE
};

const char *const model_thesis_feature_definition[MODEL_THESIS_FEATURES] = {
#define MODEL_FEATURE(name, definition) definition,
#include "models/feature_names.def"
#undef MODEL_FEATURE
};
