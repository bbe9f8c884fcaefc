#include "common/hash.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <xxhash.h>

struct poise_hash {
    XXH3_state_t *state; /* allocated by xxhash, which needs it aligned to 64 bytes */
};

static void write_digits(XXH128_hash_t value, char out[POISE_HASH_TEXT])
{
    snprintf(out, POISE_HASH_TEXT, "%016" PRIx64 "%016" PRIx64, (uint64_t)value.high64,
             (uint64_t)value.low64);
}

poise_hash *poise_hash_new(void)
{
    poise_hash *hash = malloc(sizeof *hash);
    if (hash == NULL)
        return NULL;
    hash->state = XXH3_createState();
    if (hash->state == NULL) {
        free(hash);
        return NULL;
    }
    XXH3_128bits_reset(hash->state);
    return hash;
}

void poise_hash_add(poise_hash *hash, const void *data, size_t size)
{
    if (size != 0) /* a NULL pointer is an error to xxhash even when there is nothing to add */
        XXH3_128bits_update(hash->state, data, size);
}

void poise_hash_reals(poise_hash *hash, const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const double value = isnan(values[i]) ? (double)NAN : values[i] + 0.0;
        poise_hash_add(hash, &value, sizeof value);
    }
}

void poise_hash_finish(poise_hash *hash, char out[POISE_HASH_TEXT])
{
    write_digits(XXH3_128bits_digest(hash->state), out);
    XXH3_freeState(hash->state);
    free(hash);
}

void poise_hash_bytes(const void *data, size_t size, char out[POISE_HASH_TEXT])
{
    write_digits(XXH3_128bits(data, size), out);
}

uint64_t poise_checksum64(const void *data, size_t size)
{
    return XXH3_64bits(data, size);
}
