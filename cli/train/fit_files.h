/* A regression in files for other programs: every number with the 17 digits that give it back. */
#ifndef POISE_CLI_TRAIN_FIT_FILES_H
#define POISE_CLI_TRAIN_FIT_FILES_H

#include "train/negbin/negbin.h"

/* `term,estimate,std_error,z,p` and a line for each column, `names`. Errors: the file. */
int cli_write_fit_csv(const char *path, const char *const *names, const train_negbin_result *fit,
                      poise_error *err);

/* One object: `coefficients` with the members of a line of the above and `covariance`, their matrix;
 * `dispersion` with its error, `theta` or null for Poisson, log-likelihoods, deviances, AIC and counts.
 * Errors: the file, memory. */
int cli_write_fit_json(const char *path, const char *const *names, const train_negbin_result *fit,
                       poise_error *err);

#endif
