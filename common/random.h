/* Seeded random numbers (xoshiro256**, seeded by splitmix64): the same seed gives the same sequence
 * everywhere. Source: Blackman and Vigna, "Scrambled linear pseudorandom number generators" (2018). */
#ifndef POISE_COMMON_RANDOM_H
#define POISE_COMMON_RANDOM_H

#include <stdint.h>

typedef struct poise_random {
    uint64_t state[4];
} poise_random;

void poise_random_seed(poise_random *random, uint64_t seed);
uint64_t poise_random_u64(poise_random *random);
/* Uniform in 0 .. bound-1 without bias (Lemire 2019); bound > 0. */
uint64_t poise_random_below(poise_random *random, uint64_t bound);
/* Uniform in [0, 1) with 53 bits. */
double poise_random_real(poise_random *random);

#endif
