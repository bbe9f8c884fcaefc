/* Compiled weights of a model of loads as a loadable file, beside those of warp-tuples (blob.h). All numbers
 * are little-endian:
 *
 *     0  8 bytes  magic "POISELDS"
 *     8  u32      version, 2: before, the seventh weight was of the share of the accesses
 *    12  u8       binary point
 *    13  u8[3]    0
 *    16  s32      8 weights, in the order of models/load_features.def
 *    48  u64      poise_checksum64 of all bytes before it */
#ifndef POISE_INFER_LOAD_BLOB_H
#define POISE_INFER_LOAD_BLOB_H

#include "common/error.h"
#include "infer/poise_loads.h"

#include <stdbool.h>
#include <stddef.h>

enum { POISE_LOAD_BLOB_VERSION = 2, POISE_LOAD_BLOB_BYTES = 56 };

void poise_load_blob_encode(const poise_load_weights *weights, unsigned char bytes[POISE_LOAD_BLOB_BYTES]);

/* Input is not trusted: what is not exactly a whole blob of this version with weights that the engine may be
 * given is POISE_DAMAGED, with the reason. */
int poise_load_blob_decode(const void *data, size_t size, poise_load_weights *weights, poise_error *err);

/* Whether the file begins like a blob of loads, of whatever version. */
bool poise_load_blob_is_one(const void *data, size_t size);

int poise_load_blob_write(const poise_load_weights *weights, const char *path, poise_error *err); /* atomic */

#endif
