#include "sim/base/index_hash.h"

/* By degree, with the bits above that take part. */
static const struct {
    uint32_t polynomial, above;
} known[INDEX_HASH_MOST_BITS + 1] = {
    [1] = {0x3, 32},  [2] = {0x7, 32},  [3] = {0xb, 32},   [4] = {0x13, 13},  [5] = {0x25, 15},
    [6] = {0x43, 19}, [7] = {0x83, 32}, [8] = {0x11d, 32}, [9] = {0x211, 32}, [10] = {0x409, 32},
};

void index_hash_init(index_hash *hash, uint32_t bits)
{
    *hash = (index_hash){.bits = bits};
    uint32_t residue = 1; /* of x^j, from j = 0 on */
    for (uint32_t j = 0; j < known[bits].above + bits; j++) {
        for (uint32_t i = 0; j >= bits && i < bits; i++)
            hash->taps[i] |= (uint64_t)(residue >> i & 1) << (j - bits);
        residue <<= 1;
        if (residue >> bits & 1)
            residue ^= known[bits].polynomial;
    }
}
