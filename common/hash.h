/* Content hashes (XXH3 128 bit) as 32 lower-case hexadecimal digits: for trace, configuration and data
 * identity. Not cryptographic. */
#ifndef POISE_COMMON_HASH_H
#define POISE_COMMON_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { POISE_HASH_TEXT = 33 };

typedef struct poise_hash poise_hash;

poise_hash *poise_hash_new(void); /* NULL when out of memory */
void poise_hash_add(poise_hash *hash, const void *data, size_t size);
/* Numbers by their values: all NaNs are the same, and so are both zeros. */
void poise_hash_reals(poise_hash *hash, const double *values, size_t n);
/* Writes 32 digits and a NUL to `out` and frees `hash`. */
void poise_hash_finish(poise_hash *hash, char out[POISE_HASH_TEXT]);

void poise_hash_bytes(const void *data, size_t size, char out[POISE_HASH_TEXT]);
uint64_t poise_checksum64(const void *data, size_t size); /* XXH3 64 bit, for file chunks */

#endif
