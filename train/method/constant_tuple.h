/* The models that any learning must beat: the same tuple for every kernel. */
#ifndef POISE_TRAIN_METHOD_CONSTANT_TUPLE_H
#define POISE_TRAIN_METHOD_CONSTANT_TUPLE_H

#include "train/method/recipe.h"

/* As train_fit(): of all tuples of 24 warps, or only those with N = p, the one with the highest harmonic mean
 * of the speedups over the rows, scaled to their warps and looked up on their surfaces; of equals the first
 * in the order (1,0) (1,1) (2,0) (2,1) ..., with p = 0 where it was measured. Rows count by their weights. */
int train_constant_tuple(const dataset *data, const bool *use, bool diagonal, const char *name,
                         train_outcome *outcome, poise_error *err);

#endif
