/* Influence of observations as fields of comma-separated values. */
#ifndef POISE_TRAIN_TABLE_INFLUENCE_TABLE_H
#define POISE_TRAIN_TABLE_INFLUENCE_TABLE_H

#include "train/method/recipe.h"
#include "train/negbin/influence.h"

#include <stdio.h>

/* Names of the fields. */
extern const char train_influence_heading[];

/* The fields of one row, numbers with 17 digits, without the end of the line. Write errors stay in the
 * stream for the caller, as ferror() tells. */
void train_write_influence(FILE *out, double response, double mean, const train_influence *influence);

/* A line of names, then one line for each target N and p of each kernel that was learned from. `data` is what
 * `outcome`, of the method negbin, came from; a target without regression has no lines. POISE_FAILED when
 * there is no memory; write errors stay in the stream. */
int train_write_training_influence(FILE *out, const dataset *data, const train_outcome *outcome,
                                   poise_error *err);

#endif
