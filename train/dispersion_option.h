/* The dispersion as a user writes it. */
#ifndef POISE_TRAIN_DISPERSION_OPTION_H
#define POISE_TRAIN_DISPERSION_OPTION_H

#include "train/negbin.h"

/* "fixed:ALPHA" with ALPHA >= 0, or "ml". Sets estimate_dispersion and dispersion; POISE_USAGE otherwise. */
int train_parse_dispersion(const char *text, train_negbin_options *options, poise_error *err);

#endif
