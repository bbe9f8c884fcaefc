#include "common/random.h"

#include "common/mix.h"

static uint64_t rotate_left(uint64_t x, int bits)
{
    return (x << bits) | (x >> (64 - bits));
}

/* Spreads any seed, 0 included, over the state, which must not be all zero. Source: Steele, Lea and Flood,
 * "Fast splittable pseudorandom number generators" (2014). */
static uint64_t splitmix64(uint64_t *state)
{
    return poise_mix(*state += UINT64_C(0x9e3779b97f4a7c15));
}

void poise_random_seed(poise_random *random, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        random->state[i] = splitmix64(&seed);
}

uint64_t poise_random_u64(poise_random *random)
{
    uint64_t *s = random->state;
    const uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    const uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint64_t poise_random_below(poise_random *random, uint64_t bound)
{
    /* The high word of a 64 x 64-bit product is uniform once the few low words that would be counted once
     * too often are drawn again. */
    __extension__ typedef unsigned __int128 product_bits;
    product_bits product = (product_bits)poise_random_u64(random) * bound;
    if ((uint64_t)product < bound) {
        const uint64_t unfair = (0 - bound) % bound;
        while ((uint64_t)product < unfair)
            product = (product_bits)poise_random_u64(random) * bound;
    }
    return (uint64_t)(product >> 64);
}

double poise_random_real(poise_random *random)
{
    return (double)(poise_random_u64(random) >> 11) * 0x1p-53;
}
