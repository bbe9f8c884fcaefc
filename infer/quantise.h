/* From a model in double precision to the integer weights of the engine. */
#ifndef POISE_INFER_QUANTISE_H
#define POISE_INFER_QUANTISE_H

#include "common/error.h"
#include "infer/poise_infer.h"
#include "models/model_file.h"

#include <stdio.h>

/* Refuses a model whose weights or feature list the engine cannot hold, with the reason. */
int poise_quantise(const poise_model *model, poise_weights *weights, poise_error *err);

/* Compiles to C: constants of `weights` as a header and a source with a test vector; atomic. Paths end in
 * .h/.c. */
int poise_emit_c(const poise_model *model, const poise_weights *weights, const char *path, poise_error *err);

#endif
