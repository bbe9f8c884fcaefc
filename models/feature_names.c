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

_Static_assert((int)MODEL_BYPASS_FEATURES == (int)MODEL_THESIS_FEATURES, "views are of one length");
_Static_assert((int)MODEL_ALONE_FEATURES == (int)MODEL_THESIS_FEATURES, "views are of one length");
_Static_assert((int)MODEL_SMS_FEATURES == (int)MODEL_THESIS_FEATURES, "views are of one length");
_Static_assert((int)MODEL_TOKENS_FEATURES == (int)MODEL_THESIS_FEATURES, "views are of one length");
_Static_assert((int)MODEL_BYPASS_constant == (int)MODEL_X_constant, "the constant has one place");
_Static_assert((int)MODEL_ALONE_constant == (int)MODEL_X_constant, "the constant has one place");
_Static_assert((int)MODEL_SMS_constant == (int)MODEL_X_constant, "the constant has one place");
_Static_assert((int)MODEL_TOKENS_constant == (int)MODEL_X_constant, "the constant has one place");

const char *const model_feature_name[MODEL_VIEWS][MODEL_THESIS_FEATURES] = {
    {
#define MODEL_FEATURE(name, definition) #name,
#include "models/feature_names.def"
    },
    {
#include "models/logs_features.def"
    },
    {
#include "models/bypass_features.def"
    },
    {
#include "models/alone_features.def"
    },
    {
#include "models/sms_features.def"
    },
    {
#include "models/tokens_features.def"
    },
    {
#include "models/frames_features.def"
#undef MODEL_FEATURE
    },
};

const char *const model_feature_definition[MODEL_VIEWS][MODEL_THESIS_FEATURES] = {
    {
#define MODEL_FEATURE(name, definition) definition,
#include "models/feature_names.def"
    },
    {
#include "models/logs_features.def"
    },
    {
#include "models/bypass_features.def"
    },
    {
#include "models/alone_features.def"
    },
    {
#include "models/sms_features.def"
    },
    {
#include "models/tokens_features.def"
    },
    {
#include "models/frames_features.def"
#undef MODEL_FEATURE
    },
};

const char *const model_view_name[MODEL_VIEWS] = {"thesis", "logs",   "bypass", "alone",
                                                  "sms",    "tokens", "frames"};

const char *const model_load_feature_name[MODEL_LOAD_FEATURES] = {
#define MODEL_FEATURE(name, definition) #name,
#include "models/load_features.def"
#undef MODEL_FEATURE
};

const char *const model_load_feature_definition[MODEL_LOAD_FEATURES] = {
#define MODEL_FEATURE(name, definition) definition,
#include "models/load_features.def"
#undef MODEL_FEATURE
};
