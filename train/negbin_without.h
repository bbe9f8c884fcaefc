/* Regressions on some of the columns. */
#ifndef POISE_TRAIN_NEGBIN_WITHOUT_H
#define POISE_TRAIN_NEGBIN_WITHOUT_H

#include "train/negbin.h"

/* train_negbin() for options->leave_out that is not 0: fits the other columns and puts zeros in the places of
 * those that are left out. */
int train_negbin_without(const train_negbin_data *data, const train_negbin_options *options,
                         train_negbin_result *result, poise_error *err);

#endif
