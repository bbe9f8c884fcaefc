/* Influence of observations as fields of comma-separated values. */
#ifndef POISE_TRAIN_INFLUENCE_TABLE_H
#define POISE_TRAIN_INFLUENCE_TABLE_H

#include "train/influence.h"

#include <stdio.h>

/* Names of the fields. */
extern const char train_influence_heading[];

/* The fields of one row, numbers with 17 digits, without the end of the line. Write errors stay in the
 * stream for the caller, as ferror() tells. */
void train_write_influence(FILE *out, double response, double mean, const train_influence *influence);

#endif
