/* The ridge penalty as a user writes it, and its choice by cross-validation. */
#ifndef POISE_TRAIN_RIDGE_CHOICE_H
#define POISE_TRAIN_RIDGE_CHOICE_H

#include "features/dataset.h"
#include "train/negbin.h"

#include <stdbool.h>

typedef struct train_ridge_choice {
    bool by_validation; /* "cv" was asked for */
    double lambda;      /* otherwise the number given; after train_choose_ridge() the one chosen */
    double speedup;     /* after it: harmonic mean over the kernels left out, on the measured surfaces */
} train_ridge_choice;

/* A number >= 0, or "cv". POISE_USAGE otherwise. */
int train_parse_ridge(const char *text, train_ridge_choice *choice, poise_error *err);

/* When "cv" was asked for: tries 0 and 0.01 to 10 in half decades (our choice), leaving out one program at a
 * time, and keeps the penalty whose predicted tuples give the highest mean speedup on the programs left out;
 * ties go to the smaller. A penalty for which a fold cannot be fitted is passed over. Reads training rows
 * only. POISE_FAILED when none is left. */
int train_choose_ridge(const dataset *data, const train_negbin_options *options, train_ridge_choice *choice,
                       poise_error *err);

#endif
