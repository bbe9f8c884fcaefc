/* From a model in double precision to the integer weights of the engine. */
#ifndef POISE_INFER_QUANTISE_H
#define POISE_INFER_QUANTISE_H

#include "common/error.h"
#include "infer/poise_infer.h"
#include "models/model_file.h"

/* Largest proven error of N or p before rounding, in warps of the largest tuple, that a compiled model may
 * have (our choice): one prediction in 32 could then at worst round differently, far more seldom in practice.
 */
#define POISE_ACCURACY_WARPS (1.0 / 64)

/* Rounds every weight to nearest with the largest common binary point that fits each link function. Refuses
 * (POISE_USAGE) a model whose feature list, hit definition or weights the engine cannot hold, or whose
 * error bound (infer/precision.h) exceeds POISE_ACCURACY_WARPS, with the reason. Of a model of kind rbf or
 * choice the weights own memory: free them with poise_weights_free(). After a failure nothing is to be freed.
 */
int poise_quantise(const poise_model *model, poise_weights *weights, poise_error *err);

/* The same with another limit of the error bound, in warps; that of a choice is a share of time
 * (infer/quantise_choice.h) and stays. */
int poise_quantise_within(const poise_model *model, double accuracy, poise_weights *weights,
                          poise_error *err);

/* Frees what the weights own and zeroes them; zeroed ones are fine. */
void poise_weights_free(poise_weights *weights);

#endif
