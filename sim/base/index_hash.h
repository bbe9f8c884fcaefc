/* Pseudo-random interleaving: an index of `bits` bits is the residue of the address above and the plain
 * index, as a polynomial over GF(2), modulo an irreducible polynomial of that degree. Strides of any power of
 * two reach all indices equally. Source: Rau, "Pseudo-randomly interleaved memory", ISCA 1991; the
 * polynomials of 16, 32 and 64 and how many bits above take part are GPGPU-Sim's [GS hashing.cc], the others
 * our choice. */
#ifndef POISE_SIM_BASE_INDEX_HASH_H
#define POISE_SIM_BASE_INDEX_HASH_H

#include <stdint.h>

enum { INDEX_HASH_MOST_BITS = 10 };

typedef struct index_hash {
    uint32_t bits;
    uint64_t taps[INDEX_HASH_MOST_BITS]; /* of each bit of the index: the bits above whose parity goes in */
} index_hash;

/* For 2^bits indices, 1 <= bits <= INDEX_HASH_MOST_BITS. */
void index_hash_init(index_hash *hash, uint32_t bits);

static inline uint32_t index_hash_of(const index_hash *hash, uint64_t above, uint32_t index)
{
    for (uint32_t i = 0; i < hash->bits; i++)
        index ^= (uint32_t)__builtin_parityll(above & hash->taps[i]) << i;
    return index;
}

#endif
