/* Pieces of generated sources, for the files that write them. */
#ifndef POISE_INFER_EMIT_TEXT_H
#define POISE_INFER_EMIT_TEXT_H

#include "common/error.h"

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

/* Text from a model file, made harmless inside a C comment. */
void emit_comment_text(FILE *out, const char *text);

/* The same on one line of a comment of Verilog, with its end. */
void emit_line_comment(FILE *out, const char *text);

enum { EMIT_FEATURES = 8 };

/* A module of Verilog with input x[7:0] and output sum, of 36 bits: the sum of the weights whose bit is set.
 */
void emit_weight_table(FILE *out, const char *module, const int64_t weight[EMIT_FEATURES]);

/* Numbers of C, separated by commas. INT32_MIN has no literal; the quantisers never make it. */
void emit_unsigned(FILE *out, const uint32_t *value, int n);
void emit_signed(FILE *out, const int32_t *value, int n);

/* Writes a JSON file, atomically, and releases `root`; POISE_FAILED when that is NULL. `name` is the model's.
 */
int emit_json_file(json_t *root, const char *name, const char *path, poise_error *err);

#endif
