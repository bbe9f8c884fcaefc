/* Compiled weights as a loadable file of 88 bytes, "handed over in constant memory" (section 5.6.1). All
 * numbers are little-endian:
 *
 *     0  8 bytes  magic "POISEHIE"
 *     8  u32      version, 1
 *    12  u8       binary point of ln N, of ln p (13); u8 max_warps (14); u8 zero (15)
 *    16  s32      8 weights of ln N, then 8 of ln p
 *    80  u64      poise_checksum64 of bytes 0..79 */
#ifndef POISE_INFER_BLOB_H
#define POISE_INFER_BLOB_H

#include "common/error.h"
#include "infer/poise_infer.h"

#include <stdbool.h>
#include <stddef.h>

enum { POISE_BLOB_BYTES = 88, POISE_BLOB_VERSION = 1 };

void poise_blob_encode(const poise_weights *weights, unsigned char bytes[POISE_BLOB_BYTES]);

/* Input is hostile: what is not exactly a whole blob of this version with weights that the engine may be
 * given is POISE_DAMAGED, with the reason. */
int poise_blob_decode(const void *data, size_t size, poise_weights *weights, poise_error *err);

/* Whether the file begins like a blob, of whatever version. */
bool poise_blob_is_one(const void *data, size_t size);

int poise_blob_write(const poise_weights *weights, const char *path, poise_error *err); /* atomic */
int poise_blob_read(const char *path, poise_weights *weights, poise_error *err);

#endif
