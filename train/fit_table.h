/* The summary of a regression as R prints that of a glm. */
#ifndef POISE_TRAIN_FIT_TABLE_H
#define POISE_TRAIN_FIT_TABLE_H

#include "train/negbin.h"

#include <stdio.h>

/* Coefficients with standard errors, z values and two-sided p-values (normal approximation), dispersion,
 * deviances, AIC, log-likelihood. `names` has one name a column. */
void train_print_fit(FILE *out, const char *const *names, const train_negbin_result *fit);

/* Probability of a standard normal variable beyond |z| on either side. */
double train_two_sided_p(double z);

#endif
