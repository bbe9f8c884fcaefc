/* The model file: a text file that holds everything needed to predict ln N and ln p from the feature vector.
 * It is the one canonical source of a model: prediction, the compiler and the poise policy all read it.
 *
 *     poise-model 1                        magic and version of the format
 *     # comment                            anywhere below the first line
 *     kind = negbin                        or linear, or rbf, or choice
 *     name = thesis
 *     recipe = ...                         one line of text
 *     max_warps = 24
 *     l1_hit_includes_merges = 0
 *     least_p = 0                          0: p = 0 may be predicted; without the key 1, the thesis' rule
 *     dispersion = ALPHA_N ALPHA_P         negbin only; NB2: variance = mu + alpha mu^2; 0 = Poisson
 *     training_hash =                      32 hexadecimal digits or nothing
 *     config_hash =
 *     weight.FEATURE = FOR_LN_N FOR_LN_P   negbin and linear; one line a feature, in the vector's order
 *     gamma = FOR_LN_N FOR_LN_P            from here to support: rbf only
 *     constant = FOR_LN_N FOR_LN_P
 *     scaling.FEATURE = CENTRE SCALE       one line a feature, in the order of the feature vector
 *     support = FOR_LN_N FOR_LN_P Z...     one line a support vector: coefficients, scaled features
 *     features = FEATURE FEATURE ...       choice only; in the order of the feature vector
 *     tuple = N P W...                     choice only; one line a tuple of max_warps warps: its weights
 *     checksum = 32 hexadecimal digits     last line: poise_hash_bytes of everything before it
 *
 * Keys stand in any order, each but support and tuple exactly once, least_p at most once. Numbers are decimal
 * with as many digits (17 at most) as reading back the same double takes. */
#ifndef POISE_MODELS_MODEL_FILE_H
#define POISE_MODELS_MODEL_FILE_H

#include "common/error.h"
#include "common/hash.h"

#include <stddef.h>

enum {
    MODEL_MAX_FEATURES = 32,
    MODEL_NAME_TEXT = 64,
    MODEL_RECIPE_TEXT = 256,
    MODEL_OUTPUTS = 2,        /* 0: ln N, 1: ln p */
    MODEL_MAX_WARPS = 64,     /* warps per scheduler of the largest machine a model may name */
    MODEL_MAX_SUPPORT = 4096, /* support vectors; our choice: 4 MiB of text at most */
    MODEL_MAX_TUPLES = 256,   /* to choose among; our choice */
};

typedef enum model_kind {
    MODEL_NEGBIN, /* log link: exp(sum of weight * feature) */
    MODEL_LINEAR, /* predicts as negbin does; from a linear support vector regression of ln N and ln p */
    MODEL_RBF,    /* exp(constant + sum over support vectors of coefficient * exp(-gamma |z - vector|^2)) */
    MODEL_CHOICE, /* of a list of tuples the one with the least sum of weight * feature */
    MODEL_KIND_COUNT
} model_kind;

typedef struct model_support {
    double coefficient[MODEL_OUTPUTS];
    double z[MODEL_MAX_FEATURES]; /* scaled features */
} model_support;

/* What an rbf model has in place of weights; z = (x - centre) / scale. */
typedef struct model_kernel {
    double gamma[MODEL_OUTPUTS];    /* > 0 */
    double constant[MODEL_OUTPUTS]; /* minus libsvm's rho */
    double centre[MODEL_MAX_FEATURES];
    double scale[MODEL_MAX_FEATURES]; /* > 0 */
    size_t n_support;                 /* 1 to MODEL_MAX_SUPPORT */
    model_support *support;
} model_kernel;

/* What a choice has in place of weights for ln N and ln p. */
typedef struct model_tuple {
    int n, p;                          /* of max_warps: 1 <= N <= max_warps, least_p <= p <= N */
    double weight[MODEL_MAX_FEATURES]; /* their sum with the features: the expected time over that with all
                                          warps */
} model_tuple;

typedef struct model_choice {
    size_t n_tuples; /* 1 to MODEL_MAX_TUPLES */
    model_tuple *tuple;
} model_choice;

typedef struct poise_model {
    model_kind kind;
    char name[MODEL_NAME_TEXT];
    char recipe[MODEL_RECIPE_TEXT]; /* how it was made, one line */
    int n_features;                 /* 8 for the thesis' vector */
    char feature[MODEL_MAX_FEATURES][MODEL_NAME_TEXT];
    double weight[MODEL_OUTPUTS][MODEL_MAX_FEATURES]; /* all 0 when the kind is rbf or choice */
    model_kernel *kernel;                             /* owned; NULL unless the kind is rbf */
    model_choice *choice;                             /* owned; NULL unless the kind is choice */
    double dispersion[MODEL_OUTPUTS]; /* alpha of NB2: variance = mu + alpha mu^2; 0 in the other kinds */
    int max_warps;                    /* warps per scheduler the targets were scaled to (24) [S5.5.3] */
    int least_p; /* 1, the thesis' rule; 0: p = 0, no warp allocates in L1, may be predicted, too */
    int l1_hit_includes_merges;          /* 0: a hit on a reserved line counts as a miss (our choice)
                                          */
    char training_hash[POISE_HASH_TEXT]; /* data set it was trained on; empty = none */
    char config_hash[POISE_HASH_TEXT];   /* machine the data were measured on; empty = none */
} poise_model;

/* Input is not trusted: bounded, checked, refused (POISE_DAMAGED) with a sentence naming file and line. A
 * missing file is POISE_FAILED. On failure *model is zeroed. Free with poise_model_free(). */
int poise_model_read(const char *path, poise_model *model, poise_error *err);

/* Atomic, and the same model gives the same bytes. A model that poise_model_check refuses is not written. */
int poise_model_write(const char *path, const poise_model *model, poise_error *err);

/* POISE_USAGE with the reason when `model` is not one: counts and ranges, finite numbers, distinct feature
 * names of a-z 0-9 _, texts of one printable line, hashes of 32 digits or none. */
int poise_model_check(const poise_model *model, poise_error *err);

/* Frees what the model owns and zeroes it; a zeroed one is fine. */
void poise_model_free(poise_model *model);

/* An empty kernel with room for `n_support` vectors, all zeros; NULL when out of memory. It belongs to the
 * model that it is put into. */
model_kernel *poise_model_kernel_new(size_t n_support);
void poise_model_kernel_free(model_kernel *kernel);

/* A choice among `n_tuples` tuples, all zeros; NULL when out of memory. It belongs to the model that it is
 * put into. */
model_choice *poise_model_choice_new(size_t n_tuples);
void poise_model_choice_free(model_choice *choice);

/* Of kind choice: the time, over that with all warps, that is expected under tuple `tuple` for features
 * x[n_features], and the tuple with the least, the first of equals. */
double poise_model_cost(const poise_model *model, size_t tuple, const double *x);
size_t poise_model_choose(const poise_model *model, const double *x);

/* Tuple {n, p} of `max_warps` warps in a kernel of `warps`: scaled, rounded to nearest, at least 1 <= N and,
 * unless p is 0, 1 <= p <= N. */
void poise_model_scale_tuple(int n, int p, int max_warps, int warps, int *scaled_n, int *scaled_p);

/* Logarithm of the predicted mean of output `output` for features x[n_features]; of kind choice that of the
 * chosen tuple, where p = 0 counts as a quarter. */
double poise_model_link(const poise_model *model, int output, const double *x);

/* Tuple predicted in double arithmetic for a kernel of `warps` warps per scheduler: exp, reverse scaling by
 * warps/max_warps, rounding to nearest, clamping to 1 <= N <= warps and least_p <= p <= N. Source:
 * [S5.5.3] to [S5.6]. `warps` is at least 1. A mean that is no number counts as the least. Of kind choice the
 * chosen tuple, scaled by poise_model_scale_tuple(). */
void poise_model_predict(const poise_model *model, const double *x, int warps, int *n, int *p);

#endif
