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

/* What a model sees of a kernel. All have MODEL_THESIS_FEATURES features, the constant last. */
typedef enum model_view {
    MODEL_VIEW_THESIS, /* counters at (max, max) and (1, 1): x1..x8 of Table 5.3 */
    MODEL_VIEW_LOGS,   /* the same counters, logs_features.def; ours */
    MODEL_VIEW_BYPASS, /* counters at (max, max) and (max, 1): bypass_features.def; ours */
    MODEL_VIEW_ALONE,  /* counters at (max, max) alone: alone_features.def; ours */
    MODEL_VIEW_SMS,    /* counters of a memory controller, for p of SMS: sms_features.def; ours */
    MODEL_VIEW_TOKENS, /* counters of TLBs, for tokens of MASK: tokens_features.def; ours */
    MODEL_VIEW_FRAMES, /* references of large pages, for promotion: frames_features.def; ours */
    MODEL_VIEWS
} model_view;
#define MODEL_VIEW_CHOICES "thesis|logs|bypass|alone|sms|tokens|frames"

extern const char *const model_view_name[MODEL_VIEWS];
extern const char *const model_feature_name[MODEL_VIEWS][MODEL_THESIS_FEATURES];
extern const char *const model_feature_definition[MODEL_VIEWS][MODEL_THESIS_FEATURES];

typedef enum model_bypass_feature {
#define MODEL_FEATURE(name, definition) MODEL_BYPASS_##name,
#include "models/bypass_features.def"
#undef MODEL_FEATURE
    MODEL_BYPASS_FEATURES
} model_bypass_feature;

typedef enum model_alone_feature {
#define MODEL_FEATURE(name, definition) MODEL_ALONE_##name,
#include "models/alone_features.def"
#undef MODEL_FEATURE
    MODEL_ALONE_FEATURES
} model_alone_feature;

typedef enum model_sms_feature {
#define MODEL_FEATURE(name, definition) MODEL_SMS_##name,
#include "models/sms_features.def"
#undef MODEL_FEATURE
    MODEL_SMS_FEATURES
} model_sms_feature;

typedef enum model_tokens_feature {
#define MODEL_FEATURE(name, definition) MODEL_TOKENS_##name,
#include "models/tokens_features.def"
#undef MODEL_FEATURE
    MODEL_TOKENS_FEATURES
} model_tokens_feature;

typedef enum model_frames_feature {
#define MODEL_FEATURE(name, definition) MODEL_FRAMES_##name,
#include "models/frames_features.def"
#undef MODEL_FEATURE
    MODEL_FRAMES_FEATURES
} model_frames_feature;

/* What a model of loads sees of a load instruction. */
typedef enum model_load_feature {
#define MODEL_FEATURE(name, definition) MODEL_LOAD_##name,
#include "models/load_features.def"
#undef MODEL_FEATURE
    MODEL_LOAD_FEATURES
} model_load_feature;

extern const char *const model_load_feature_name[MODEL_LOAD_FEATURES];
extern const char *const model_load_feature_definition[MODEL_LOAD_FEATURES];

#endif
