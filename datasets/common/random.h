/* Seeded random numbers (splitmix64): the same seed gives the same input on every machine.
 * Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014). */
#ifndef POISE_DATASETS_RANDOM_H
#define POISE_DATASETS_RANDOM_H

#include <stddef.h>
#include <stdint.h>

typedef struct random_source {
    uint64_t state; /* the seed, any value */
} random_source;

uint64_t random_u64(random_source *source);
/* 0 .. bound-1, bound > 0. The bias is below bound / 2^32, of no matter for test inputs. */
uint32_t random_below(random_source *source, uint32_t bound);
/* Uniform in [0, 1), a multiple of 2^-24: exact in single precision. */
float random_unit(random_source *source);
/* `n` values of random_unit; the array is owned by memory.h. */
float *random_vector(random_source *source, size_t n);
/* A uniformly random order of 0 .. n-1 (Fisher and Yates); the array is owned by memory.h. */
uint32_t *random_permutation(random_source *source, uint32_t n);

#endif
