/* What a regression needs before it starts. */
#ifndef POISE_TRAIN_NEGBIN_CHECK_H
#define POISE_TRAIN_NEGBIN_CHECK_H

#include "train/negbin.h"

/* POISE_USAGE for options out of range, POISE_FAILED with the row and reason for data that cannot be fitted.
 */
int train_negbin_check(const train_negbin_data *data, const train_negbin_options *options, poise_error *err);

#endif
