/* Order of use of the lines of a cache, for policies that replace the least recently used. */
#ifndef POISE_SIM_HOOKS_CACHE_RECENCY_H
#define POISE_SIM_HOOKS_CACHE_RECENCY_H

#include "sim_hooks/cache.h"
#include "sim_hooks/policy_statistics.h"

#include <stdlib.h>

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

/* The order of all lines. The first member of a policy's state, so that the functions below can be the
 * policy's. */
typedef struct recency_order {
    cache_shape shape;
    int64_t now, *last_use; /* [set * ways + way]; the owner frees it */
} recency_order;

/* False without memory. */
static inline bool recency_init(recency_order *order, cache_shape shape)
{
    *order = (recency_order){.shape = shape,
                             .last_use = calloc((size_t)shape.sets * shape.ways, sizeof *order->last_use)};
    return order->last_use != NULL;
}

static inline void recency_touch(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    (void)request;
    recency_order *order = state;
    order->last_use[(size_t)set * order->shape.ways + way] = ++order->now;
}

/* Before all others of the set. */
static inline void recency_put_last(recency_order *order, uint32_t set, uint32_t way)
{
    int64_t *last_use = &order->last_use[(size_t)set * order->shape.ways], least = order->now;
    for (uint32_t i = 0; i < order->shape.ways; i++)
        if (i != way && last_use[i] < least)
            least = last_use[i];
    last_use[way] = least - 1;
}

static inline uint32_t recency_victim(void *state, uint32_t set, uint32_t candidates,
                                      const mem_request *request)
{
    (void)request;
    const recency_order *order = state;
    return recency_oldest(&order->last_use[(size_t)set * order->shape.ways], candidates);
}

/* ceil(log2(ways!)) bits a set would do; counted as log2(ways) bits per line, the usual implementation. */
static inline uint64_t recency_bits(cache_shape shape)
{
    return policy_bits_for(shape.ways) * shape.sets * shape.ways;
}

#endif
