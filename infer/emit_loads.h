/* Compiled models of loads in forms for people and compilers, as emit.h has for warp-tuples. All write
 * atomically. */
#ifndef POISE_INFER_EMIT_LOADS_H
#define POISE_INFER_EMIT_LOADS_H

#include "common/error.h"
#include "infer/quantise_loads.h"

#include <stdbool.h>

/* C source that needs the engine's own files only (the source says which): `const poise_load_weights
 * poise_model_load_weights` and `int poise_model_loads_self_test(void)`, which evaluates fixed windows and
 * returns 0 when the engine it is linked with has the sums that the compiler's engine had. As a header both
 * are static. */
int poise_emit_loads_c(const poise_load_model *model, const poise_load_weights *weights, bool as_header,
                       const char *path, poise_error *err);

/* Defaults of the Verilog (our choice): as option `share` of policy poise; the lines of the thesis machine's
 * L1 where the model asks what becomes of them. */
enum { POISE_LOAD_SHARE = 50, POISE_LOAD_THESIS_LINES = 128 };

/* Synthesisable Verilog-2001: the modules of infer/verilog for loads with the model's constants. poise_loads
 * takes the events of an L1 and says of each load whether it may allocate, from a table of `entries` loads;
 * bit for bit what poise_loads.c and, with 16 entries, poise_sm_loads.c do. docs/ENGINE.md. */
int poise_emit_loads_verilog(const poise_load_model *model, const poise_load_weights *weights,
                             unsigned entries, const char *path, poise_error *err);

/* JSON: model name, weights as integers and as the numbers they stand for, storage with a table of `entries`
 * loads an SM, precision. */
int poise_emit_loads_json(const poise_load_model *model, const poise_load_weights *weights, unsigned entries,
                          const poise_load_sweep *sweep, const char *path, poise_error *err);

#endif
