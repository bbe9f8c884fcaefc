/* From a data set to a model by any of the methods of methods.def. */
#ifndef POISE_TRAIN_METHOD_METHOD_H
#define POISE_TRAIN_METHOD_METHOD_H

#include "train/method/recipe.h"
#include "train/method/spec.h"

/* Learns from the rows for which use[row] holds (use[n_rows]; NULL = all rows for which dataset_row_trains()
 * holds) and their weights. `name` is the model's. Free with train_outcome_free(), also after a failure. */
int train_fit(const dataset *data, const bool *use, const train_spec *spec, const char *name,
              train_outcome *outcome, poise_error *err);

#endif
