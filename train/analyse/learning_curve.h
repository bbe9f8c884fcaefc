/* How much more programs to learn from would help. */
#ifndef POISE_TRAIN_ANALYSE_LEARNING_CURVE_H
#define POISE_TRAIN_ANALYSE_LEARNING_CURVE_H

#include "train/analyse/variant.h"

/* Draws of programs to learn from, for each number of them and each program that is left out (our choice). */
enum { TRAIN_CURVE_DRAWS = 8 };

/* For 1, 2, ... programs up to all but one: leaves out each program in turn, learns from as many of the
 * others, drawn TRAIN_CURVE_DRAWS times by `seed` (once when there is only one draw), and predicts the
 * program that was left out. Adds one variant for each number to `result`, TRAIN_VARIANTS_MOST at most. */
int train_learning_curve(const dataset *data, const train_plan *plan, uint64_t seed,
                         train_analysis_result *result, poise_error *err);

#endif
