/* Order of use of the lines of a cache, for policies that replace the least recently used. */
#ifndef POISE_SIM_HOOKS_CACHE_RECENCY_H
#define POISE_SIM_HOOKS_CACHE_RECENCY_H

#include "sim_hooks/cache.h"

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

/* ceil(log2(value)) */
static inline uint64_t recency_log2_up(uint64_t value)
{
    uint64_t bits = 0;
    while (UINT64_C(1) << bits < value)
        bits++;
    return bits;
}

/* ceil(log2(ways!)) bits a set would do; counted as log2(ways) bits per line, the usual implementation. */
static inline uint64_t recency_bits(cache_shape shape)
{
    return recency_log2_up(shape.ways) * shape.sets * shape.ways;
}

/* Gives the first `room` of `n` statistics; returns `n`, or `room` where that is less. */
static inline size_t cache_give_statistics(const policy_statistic *all, size_t n, policy_statistic *out,
                                           size_t room)
{
    const size_t given = n < room ? n : room;
    for (size_t i = 0; i < given; i++)
        out[i] = all[i];
    return given;
}

#endif
