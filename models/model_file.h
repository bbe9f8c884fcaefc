/* The model file: a text file that holds everything needed to predict ln N and ln p from the feature vector.
 * It is the one canonical source of a model: prediction, the compiler and the poise policy all read it.
 *
 *     poise-model 1                        magic and version of the format
 *     # comment                            anywhere below the first line
 *     kind = negbin
 *     name = thesis
 *     recipe = ...                         one line of text
 *     max_warps = 24
 *     l1_hit_includes_merges = 0
 *     dispersion = ALPHA_N ALPHA_P         NB2: variance = mu + alpha mu^2; 0 = Poisson
 *     training_hash =                      32 hexadecimal digits or nothing
 *     config_hash =
 *     weight.FEATURE = FOR_LN_N FOR_LN_P   one line a feature, in the order of the feature vector
 *     checksum = 32 hexadecimal digits     last line: poise_hash_bytes of everything before it
 *
 * Keys stand in any order, each exactly once. Numbers are decimal with as many digits (17 at most) as reading
 * back the same double takes. */
#ifndef POISE_MODELS_MODEL_FILE_H
#define POISE_MODELS_MODEL_FILE_H

#include "common/error.h"
#include "common/hash.h"

enum {
    MODEL_MAX_FEATURES = 32,
    MODEL_NAME_TEXT = 64,
    MODEL_RECIPE_TEXT = 256,
    MODEL_OUTPUTS = 2,    /* 0: ln N, 1: ln p */
    MODEL_MAX_WARPS = 64, /* warps per scheduler of the largest machine a model may name */
};

typedef enum model_kind {
    MODEL_NEGBIN, /* log link: exp(sum of weight * feature) */
    MODEL_KIND_COUNT
} model_kind;

typedef struct poise_model {
    model_kind kind;
    char name[MODEL_NAME_TEXT];
    char recipe[MODEL_RECIPE_TEXT]; /* how it was made, one line */
    int n_features;                 /* 8 for the thesis' vector */
    char feature[MODEL_MAX_FEATURES][MODEL_NAME_TEXT];
    double weight[MODEL_OUTPUTS][MODEL_MAX_FEATURES];
    double dispersion[MODEL_OUTPUTS]; /* alpha of NB2: variance = mu + alpha mu^2 */
    int max_warps;              /* warps per scheduler the targets were scaled to (24), poise.md section 5 */
    int l1_hit_includes_merges; /* 0: a hit on a reserved line counts as a miss (poise.md section 4 default)
                                 */
    char training_hash[POISE_HASH_TEXT]; /* data set it was trained on; empty = none */
    char config_hash[POISE_HASH_TEXT];   /* machine the data were measured on; empty = none */
} poise_model;

/* Input is hostile: bounded, checked, refused (POISE_DAMAGED) with a sentence naming file and line. A missing
 * file is POISE_FAILED. On failure *model is zeroed. */
int poise_model_read(const char *path, poise_model *model, poise_error *err);

/* Atomic, and the same model gives the same bytes. A model that poise_model_check refuses is not written. */
int poise_model_write(const char *path, const poise_model *model, poise_error *err);

/* POISE_USAGE with the reason when `model` is not one: counts and ranges, finite numbers, distinct feature
 * names of a-z 0-9 _, texts of one printable line, hashes of 32 digits or none. */
int poise_model_check(const poise_model *model, poise_error *err);

/* Linear predictor of output `output` for features x[n_features]. */
double poise_model_link(const poise_model *model, int output, const double *x);

/* Tuple predicted in double arithmetic for a kernel of `warps` warps per scheduler: exp, reverse scaling by
 * warps/max_warps, rounding to nearest, clamping to 1 <= p <= N <= warps. Source: poise.md sections 5-7.
 * `warps` is at least 1. A mean that is no number counts as 1. */
void poise_model_predict(const poise_model *model, const double *x, int warps, int *n, int *p);

#endif
