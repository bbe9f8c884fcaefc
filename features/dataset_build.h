/* From profiles to a data set. */
#ifndef POISE_FEATURES_DATASET_BUILD_H
#define POISE_FEATURES_DATASET_BUILD_H

#include "common/options.h"
#include "features/dataset.h"

/* Limits of the thesis [S5.5.3, T5.5]. */
#define DATASET_MIN_SPEEDUP 1.015
enum { DATASET_MIN_CYCLES = 10000 };

typedef struct dataset_recipe {
    bool merges_hit;            /* see features.h; the same for all profiles of a data set */
    model_view view;            /* which features; the same for all profiles of a data set */
    bool keep_all;              /* do not exclude kernels by the rules of the thesis */
    const poise_list *programs; /* only kernels of these; empty or NULL = of all */
} dataset_recipe;

/* Appends the kernels of `source` with weight 1; `name` (its file) is for messages. A profile of another
 * machine, or a trace that the data set already has, is POISE_USAGE. After an error the data set may have
 * some of its rows. */
int dataset_add_profile(dataset *data, const profile *source, const char *name, const dataset_recipe *recipe,
                        poise_error *err);

/* POISE_USAGE names a program that no row belongs to. */
int dataset_check_programs(const dataset *data, const poise_list *programs, poise_error *err);

/* Marks training rows whose launch is in the evaluation split, too: they are never trained on. */
void dataset_exclude_evaluated(dataset *data);

/* Weighs rows so that every program counts the same in training however many launches it has; the weights of
 * the rows that train have mean 1. */
void dataset_weigh_by_program(dataset *data);

#endif
