/* Order of use of the lines of a cache, for policies that replace the least recently used. */
#ifndef POISE_SIM_HOOKS_CACHE_RECENCY_H
#define POISE_SIM_HOOKS_CACHE_RECENCY_H

#include "sim_hooks/cache.h"
#include "sim_hooks/policy_statistics.h"

/* Of the ways of `candidates`, a mask that is not 0, the one with the least of last_use[way]. */
static inline uint32_t recency_oldest(const int64_t *last_use, uint32_t candidates)
{
    uint32_t best = (uint32_t)__builtin_ctz(candidates);
    for (uint32_t rest = candidates & (candidates - 1); rest; rest &= rest - 1) {
        uint32_t way = (uint32_t)__builtin_ctz(rest);
        if (last_use[way] < last_use[best])
            best = way;
    }
    return best;
}

/* ceil(log2(ways!)) bits a set would do; counted as log2(ways) bits per line, the usual implementation. */
static inline uint64_t recency_bits(cache_shape shape)
{
    return policy_bits_for(shape.ways) * shape.sets * shape.ways;
}

#endif
