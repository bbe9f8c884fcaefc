/* A Bloom filter of lines, for policies that remember what a cache has lost. */
#ifndef POISE_SIM_HOOKS_CACHE_BLOOM_H
#define POISE_SIM_HOOKS_CACHE_BLOOM_H

#include "common/mix.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct bloom_filter {
    uint64_t *word; /* the owner frees it */
    uint64_t bits;
    uint32_t hashes; /* bits that a line sets */
} bloom_filter;

/* False without memory. */
static inline bool bloom_init(bloom_filter *filter, uint64_t bits, uint32_t hashes)
{
    *filter = (bloom_filter){
        .bits = bits, .hashes = hashes, .word = calloc((size_t)(bits + 63) / 64, sizeof *filter->word)};
    return filter->word != NULL;
}

static inline void bloom_clear(bloom_filter *filter)
{
    for (uint64_t i = 0; i < (filter->bits + 63) / 64; i++)
        filter->word[i] = 0;
}

/* Bit of hash `i` of a line: two hashes make any number of them (Kirsch and Mitzenmacher 2006). */
static inline uint64_t bloom_bit(const bloom_filter *filter, uint64_t line, uint32_t i)
{
    uint64_t hash = poise_mix(line + UINT64_C(0x9e3779b97f4a7c15));
    return ((hash & UINT32_MAX) + i * (hash >> 32 | 1)) % filter->bits;
}

static inline bool bloom_has(const bloom_filter *filter, uint64_t line)
{
    bool has = true;
    for (uint32_t i = 0; has && i < filter->hashes; i++) {
        uint64_t bit = bloom_bit(filter, line, i);
        has = filter->word[bit / 64] >> bit % 64 & 1;
    }
    return has;
}

static inline void bloom_add(bloom_filter *filter, uint64_t line)
{
    for (uint32_t i = 0; i < filter->hashes; i++) {
        uint64_t bit = bloom_bit(filter, line, i);
        filter->word[bit / 64] |= UINT64_C(1) << bit % 64;
    }
}

#endif
