/* From the tuples of a model of kind choice to the integers of poise_choice.h, and their error. */
#ifndef POISE_INFER_QUANTISE_CHOICE_H
#define POISE_INFER_QUANTISE_CHOICE_H

#include "common/error.h"
#include "infer/poise_choice.h"
#include "models/model_file.h"

/* Largest proven error of an expected time (our choice), in units of that with all warps. */
#define POISE_ACCURACY_TIME 1e-3

/* A choice with room for `count` tuples, in one piece of memory, all zeros; NULL when out of memory. */
poise_choice *poise_choice_new(uint32_t count, poise_candidate **tuple);

/* Called by poise_quantise(), for a model of kind choice with the thesis' features: the largest common binary
 * point. POISE_USAGE for weights that 32 bits do not hold within POISE_ACCURACY_TIME. */
int poise_quantise_choice(const poise_model *model, poise_weights *weights, poise_error *err);

/* Proven bound of the error of an expected time, of the tuple where it is largest. */
double poise_choice_bound(const poise_model *model, const poise_weights *weights);

#endif
