/* Compiled models in forms for people and compilers. All write atomically. */
#ifndef POISE_INFER_EMIT_H
#define POISE_INFER_EMIT_H

#include "common/error.h"
#include "infer/poise_infer.h"
#include "infer/precision.h"
#include "models/model_file.h"

#include <stdbool.h>

/* C source that needs the engine's own files only (the source says which): `const poise_weights
 * poise_model_weights` and `int poise_model_self_test(void)`, which evaluates fixed feature vectors and
 * returns 0 when the engine it is linked with predicts what the compiler's engine did. As a header both are
 * static. */
int poise_emit_c(const poise_model *model, const poise_weights *weights, bool as_header, const char *path,
                 poise_error *err);

/* Synthesisable Verilog-2001: the modules of infer/verilog with the model's constants, which compute what
 * poise_infer.c does, bit for bit. docs/ENGINE.md says how to use and measure them. POISE_USAGE for a model
 * made of support vectors, and for features that no module computes: link functions have those of the thesis,
 * choices those of the view `logs`. */
int poise_emit_verilog(const poise_model *model, const poise_weights *weights, const char *path,
                       poise_error *err);

/* Cycles from the start of its poise_engine to a tuple, for such models. */
uint32_t poise_verilog_cycles(const poise_weights *weights);

/* JSON: model name, word lengths, support vectors, weights as integers and as the numbers they stand for,
 * storage and precision. */
int poise_emit_json(const poise_model *model, const poise_weights *weights, const poise_sweep *sweep,
                    const char *path, poise_error *err);

#endif
