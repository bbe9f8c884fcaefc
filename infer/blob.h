/* Compiled weights as a loadable file, "handed over in constant memory" (section 5.6.1). All numbers are
 * little-endian:
 *
 *     0  8 bytes  magic "POISEHIE"
 *     8  u32      version, 2
 *    12  u8       binary point of ln N, of ln p (13)
 *    14  u8       max_warps
 *    15  u8       kind: bit 0 set for support vectors, else sums; bit 1 set where p = 0 may be predicted;
 *                 bit 2 set for a choice among tuples, whose binary point stands twice;
 *                 bit 3 for the view logs, 4 for bypass, 5 for alone (poise_views.h), 6 for sms,
 *                 7 for tokens (poise_shares.h)
 *    16  s32      8 weights of ln N, then 8 of ln p; with support vectors the last of each is the constant,
 *                 the others are 0
 *    80           with support vectors, the numbers of poise_kernel.h: u32 scale[8], u32 gamma[2], u32 drop,
 *                 u32 count, then `count` vectors of u32 place[8], s32 coefficient[2]
 *    16  u32      of a choice, in place of all weights: count, then `count` tuples of
 *                 u8 N, u8 p, u16 0, s32 weight[8]
 *     n  u64      poise_checksum64 of all bytes before it
 *
 * Older programs refuse blobs with other bits as of an unknown kind. */
#ifndef POISE_INFER_BLOB_H
#define POISE_INFER_BLOB_H

#include "common/error.h"
#include "infer/poise_infer.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    POISE_BLOB_VERSION = 2,
    POISE_BLOB_BYTES = 88,         /* of sums */
    POISE_BLOB_KERNEL_BYTES = 136, /* without its support vectors */
    POISE_BLOB_VECTOR_BYTES = 40,
    POISE_BLOB_CHOICE_BYTES = 28, /* without its tuples */
    POISE_BLOB_TUPLE_BYTES = 36,
};

size_t poise_blob_size(const poise_weights *weights);

/* `bytes` has room for poise_blob_size(). */
void poise_blob_encode(const poise_weights *weights, unsigned char *bytes);

/* Input is not trusted: what is not exactly a whole blob of this version with weights that the engine may be
 * given is POISE_DAMAGED, with the reason. Free the weights with poise_weights_free() (quantise.h). */
int poise_blob_decode(const void *data, size_t size, poise_weights *weights, poise_error *err);

/* Whether the file begins like a blob, of whatever version. */
bool poise_blob_is_one(const void *data, size_t size);

int poise_blob_write(const poise_weights *weights, const char *path, poise_error *err); /* atomic */
int poise_blob_read(const char *path, poise_weights *weights, poise_error *err);

#endif
