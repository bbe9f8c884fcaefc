/* `poise train --loads METHOD`: a choice of loads from a data set of loads. */
#ifndef POISE_CLI_TRAIN_LOADS_H
#define POISE_CLI_TRAIN_LOADS_H

#include "common/options.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cli_train_loads {
    int method, features, counts; /* load_method, load_feature_set, load_counts */
    const char *cost, *gamma;     /* "cv", or values separated by commas */
    const char *output, *name;    /* model to write, or NULL */
    uint64_t seed;
    bool cv, compare;          /* what to print */
    const poise_list *without; /* programs that the model does not learn from */
} cli_train_loads;

int cli_train_on_loads(const cli_train_loads *options, const char *path, poise_error *err);

#endif
