/* Spelling of the format, shared by reader and writer. */
#ifndef POISE_MODELS_MODEL_FORMAT_H
#define POISE_MODELS_MODEL_FORMAT_H

#include "models/model_file.h"

#define MODEL_MAGIC         "poise-model 1"
#define MODEL_CHECKSUM_KEY  "checksum = "
#define MODEL_WEIGHT_PREFIX "weight."

extern const char *const model_kind_name[MODEL_KIND_COUNT];

#endif
