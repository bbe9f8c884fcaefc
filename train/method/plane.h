/* Which warp-tuples a model may predict: 1 <= p <= N, the thesis' plane, or p = 0 as well. The data say it:
 * where no p = 0 was measured there is nothing to be learned of it. */
#ifndef POISE_TRAIN_METHOD_PLANE_H
#define POISE_TRAIN_METHOD_PLANE_H

#include "features/dataset.h"

/* 0 when p = 0 was measured of a row that a model is learned from (train_uses()), else 1: the model's
 * least_p. */
int train_least_p(const dataset *data, const bool *use);

/* The thesis' rule: makes the data those of a profile with p >= 1. What was measured at p = 0 is taken away,
 * a target of p = 0 becomes the best that is left, and a kernel whose target does not gain
 * DATASET_MIN_SPEEDUP any more is excluded as of low speedup, unless the data were not filtered. Where
 * nothing but the target and (W, W) is known, as in imported tables, p = 0 becomes 1. */
void train_leave_out_p_0(dataset *data);

#endif
