/* The summary of a regression as R prints those of glm() and MASS' glm.nb(). */
#ifndef POISE_TRAIN_TABLE_FIT_TABLE_H
#define POISE_TRAIN_TABLE_FIT_TABLE_H

#include "train/negbin/negbin.h"

#include <stdio.h>

/* Coefficients with standard errors, z values and two-sided p-values (normal approximation), dispersion,
 * deviances, AIC; theta = 1 / alpha when it was estimated; log-likelihood and McFadden's pseudo R2. The
 * layout and the rounding of numbers are those of R 4.2 (tests/oracle/train compares them to the letter),
 * without R's call and residuals, which R no longer prints from version 4.3 on. `names` has one name a
 * column. POISE_FAILED when there is no memory; write errors stay with the stream. */
int train_print_fit(FILE *out, const char *const *names, const train_negbin_result *fit, poise_error *err);

/* Probability of a standard normal variable beyond |z| on either side. */
double train_two_sided_p(double z);

#endif
