/* The identity of a data set: of what it says. Who wrote the file, when, with which HDF5 and from which files
 * of profiles does not count, so that the same profiles give the same hash whatever the version of the
 * program. Models name the data they are learned from by it. */
#ifndef POISE_FEATURES_CONTENT_H
#define POISE_FEATURES_CONTENT_H

#include "features/dataset.h"
#include "features/load_dataset.h"

/* Sets data->hash. POISE_FAILED when out of memory. */
int dataset_hash_content(dataset *data, poise_error *err);
int load_dataset_hash_content(load_dataset *data, poise_error *err);

#endif
