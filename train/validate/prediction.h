/* How good a model's tuples are, kernel by kernel: against the targets, and on the measured surfaces. */
#ifndef POISE_TRAIN_VALIDATE_PREDICTION_H
#define POISE_TRAIN_VALIDATE_PREDICTION_H

#include "features/dataset.h"
#include "models/model_file.h"
#include "train/validate/lookup.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct train_prediction {
    const dataset_row *row;     /* borrowed */
    int n, p;                   /* predicted tuple, as the engine would apply it: rounded and clamped */
    double link[MODEL_OUTPUTS]; /* what the model says: ln N and ln p of 24 warps */
    double error_n, error_p;    /* |predicted - target| / max(target, 1) [S5.5.4] */
    train_point measured;       /* where the predicted tuple's speedup was looked up */
    train_point static_best, swl;
} train_prediction;

/* Predicts one row. POISE_FAILED when its surface has no measured point on or off the diagonal. */
int train_predict(const poise_model *model, const dataset_row *row, train_prediction *out, poise_error *err);

/* Refuses (POISE_USAGE) a model whose features are not those of the data set, in their order, or that counts
 * L1 hits otherwise. */
int train_model_fits(const poise_model *model, const dataset *data, poise_error *err);

typedef struct train_summary {
    size_t kernels;
    size_t
        elsewhere; /* of these, predicted tuples that were not measured: the nearest measured one stands in */
    size_t slower; /* kernels made slower than with all warps */
    double error_n,
        error_p; /* means of the relative errors: the thesis has 0.16 and 0.26 on unseen kernels */
    double warps_off_n, warps_off_p;  /* mean |predicted - target| in warps */
    double speedup, static_best, swl; /* harmonic means over the kernels */
    size_t programs;
    double program_speedup; /* harmonic mean over programs of the harmonic mean over their kernels */
} train_summary;

/* All fields 0 when n is 0. */
train_summary train_summarise(const train_prediction *predictions, size_t n);

#endif
