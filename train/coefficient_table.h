/* The block "Coefficients:" of a summary, as R's printCoefmat() prints it. */
#ifndef POISE_TRAIN_COEFFICIENT_TABLE_H
#define POISE_TRAIN_COEFFICIENT_TABLE_H

#include "train/negbin.h"

#include <stdio.h>

/* POISE_FAILED when there is no memory; write errors stay with the stream. */
int train_print_coefficients(FILE *out, const char *const *names, const train_negbin_result *fit,
                             poise_error *err);

#endif
