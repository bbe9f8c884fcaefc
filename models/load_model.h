/* A model of loads: which load instructions had better allocate L1 lines. A weighted sum of what a load did
 * at (max, max) and at (1, 1), features of load_features.def; at least 0 says that it allocates. The file is
 * text of the same format as models of warp-tuples (model_file.h):
 *
 *     poise-model 1
 *     # comment                            anywhere below the first line
 *     kind = loads
 *     name = loads
 *     recipe = ...                         one line of text
 *     training_hash =                      32 hexadecimal digits or nothing
 *     config_hash =
 *     weight.FEATURE = WEIGHT              each of the 8 features once
 *     checksum = 32 hexadecimal digits     last line
 *
 * Keys stand in any order, each exactly once. docs/BEYOND.md. */
#ifndef POISE_MODELS_LOAD_MODEL_H
#define POISE_MODELS_LOAD_MODEL_H

#include "common/error.h"
#include "models/feature_names.h"
#include "models/model_file.h"

#include <stdbool.h>

typedef struct poise_load_model {
    char name[MODEL_NAME_TEXT];
    char recipe[MODEL_RECIPE_TEXT]; /* how it was made, one line */
    double weight[MODEL_LOAD_FEATURES];
    char training_hash[POISE_HASH_TEXT]; /* data set it was trained on; empty = none */
    char config_hash[POISE_HASH_TEXT];   /* machine the data were measured on; empty = none */
} poise_load_model;

/* Whether a file begins like a model and has a line `kind = loads`, for the caller's choice of a reader,
 * which then checks it. A file that cannot be read is none. */
bool poise_load_model_is_one(const char *path);

/* Input is not trusted: bounded, checked, refused (POISE_DAMAGED) with a sentence naming file and line. A
 * missing file is POISE_FAILED. On failure *model is zeroed. */
int poise_load_model_read(const char *path, poise_load_model *model, poise_error *err);

/* Atomic, and the same model gives the same bytes. A model that poise_load_model_check refuses is not
 * written. */
int poise_load_model_write(const char *path, const poise_load_model *model, poise_error *err);

/* POISE_USAGE with the reason when `model` is not one: finite weights, texts as in model_file.h. */
int poise_load_model_check(const poise_load_model *model, poise_error *err);

/* The sum of weight * feature; at least 0: the load had better allocate. */
double poise_load_model_score(const poise_load_model *model, const double x[MODEL_LOAD_FEATURES]);

#endif
