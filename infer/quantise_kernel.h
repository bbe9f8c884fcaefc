/* From the support vectors of a model of kind rbf to the integers of poise_kernel.h, and their error. */
#ifndef POISE_INFER_QUANTISE_KERNEL_H
#define POISE_INFER_QUANTISE_KERNEL_H

#include "common/error.h"
#include "infer/poise_kernel.h"
#include "models/model_file.h"

/* A kernel with room for `count` vectors, in one piece of memory, all zeros; NULL when out of memory. */
poise_kernel *poise_kernel_new(uint32_t count, poise_support **support);

/* Called by poise_quantise(), for an rbf model with the thesis' features. Places get the binary point with
 * the least error. POISE_USAGE for vectors that lie where no features can. */
int poise_quantise_kernel(const poise_model *model, poise_weights *weights, poise_error *err);

/* Proven bound of the error of the base-2 exponent, but for its own rounding. Derived in quantise_kernel.c.
 */
double poise_kernel_bound(const poise_model *model, const poise_weights *weights, int output);

#endif
