/* What is set before learning: the method and its values. */
#ifndef POISE_TRAIN_METHOD_SPEC_H
#define POISE_TRAIN_METHOD_SPEC_H

#include "train/negbin/data.h"

#include <stddef.h>

typedef enum train_method {
#define METHOD(id, name, description) TRAIN_##id,
#include "train/method/methods.def"
#undef METHOD
    TRAIN_METHODS
} train_method;

typedef enum train_hyper {
#define HYPER(id, name, lowest, closed, values) TRAIN_##id##_HYPER,
#include "train/method/hypers.def"
#undef HYPER
    TRAIN_HYPERS
} train_hyper;

/* What a support vector regression minimises besides the size of its weights. */
typedef enum train_loss {
    TRAIN_LOSS_AUTO,    /* squared for linear, epsilon for rbf */
    TRAIN_LOSS_SQUARED, /* squares of what errors exceed epsilon: LIBLINEAR, linear only */
    TRAIN_LOSS_EPSILON, /* what errors exceed epsilon: libsvm */
    TRAIN_LOSS_NU,      /* the same, epsilon such that a share nu of the rows are support vectors: libsvm */
    TRAIN_LOSSES
} train_loss;

extern const char *const train_method_name[TRAIN_METHODS];
extern const char *const train_hyper_name[TRAIN_HYPERS];
extern const char *const train_loss_name[TRAIN_LOSSES];

/* Everything that is set before learning. */
typedef struct train_spec {
    train_method method;
    train_loss loss;
    train_negbin_options negbin; /* its ridge is not used: hyper has it */
    double hyper[TRAIN_HYPERS];  /* only those that train_has_hyper() */
    size_t max_support;          /* support vectors that a model may have; 0 = MODEL_MAX_SUPPORT */
} train_spec;

/* Whether this value has any effect on the method. */
bool train_has_hyper(const train_spec *spec, train_hyper hyper);

/* POISE_USAGE for a loss that the method does not have; TRAIN_LOSS_AUTO is replaced. */
int train_settle_loss(train_spec *spec, poise_error *err);

#endif
