/* Mixing of a 64-bit number: every bit of the argument reaches every bit of the result, and no two arguments
 * have the same. Source: the finaliser of splitmix64, Steele, Lea and Flood, "Fast splittable pseudorandom
 * number generators", OOPSLA 2014. */
#ifndef POISE_COMMON_MIX_H
#define POISE_COMMON_MIX_H

#include <stdint.h>

static inline uint64_t poise_mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

#endif
