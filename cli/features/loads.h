/* `poise features --loads`: from profiles to the data set of loads. */
#ifndef POISE_CLI_FEATURES_LOADS_H
#define POISE_CLI_FEATURES_LOADS_H

#include "common/error.h"
#include "common/options.h"

/* Writes the loads of the profiles `paths` to `output`, and to `csv` unless it is NULL, and says what is in
 * them. `programs`: only these. */
int cli_features_loads(const char *output, const char *csv, const poise_list *programs, int n_paths,
                       char **paths, poise_error *err);

#endif
