/* dataset.h5, see docs/DATA.md. */
#ifndef POISE_FEATURES_DATASET_FILE_H
#define POISE_FEATURES_DATASET_FILE_H

#include "features/dataset.h"

/* Files of version 2, without p = 0, are read as well. */
enum { DATASET_OLDEST_VERSION = 2, DATASET_FORMAT_VERSION = 3 };

/* Atomic; the same data give the same bytes. */
int dataset_write(const char *path, const dataset *data, poise_error *err);
/* Input is not trusted: on success every field is in the range that dataset.h states and data->hash is set.
 * The caller frees with dataset_free. */
int dataset_read(const char *path, dataset *data, poise_error *err);
/* The same without the rows of other splits than training: what is learned from, chosen or validated by must
 * come through this door, so that no row of the evaluation split can have a part in it. */
int dataset_read_training(const char *path, dataset *data, poise_error *err);
/* Features, targets and everything else of a row but the surfaces, as comma-separated values with a header
 * line; numbers with 17 digits. Atomic. */
int dataset_write_csv(const char *path, const dataset *data, poise_error *err);

#endif
