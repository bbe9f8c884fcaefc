/* Numbers 0 .. total-1 that are taken and given back: MSHRs, loads in flight, requests in a channel. The
 * number given back last is taken next, so the order depends on nothing but the calls. */
#ifndef POISE_SIM_BASE_NUMBER_POOL_H
#define POISE_SIM_BASE_NUMBER_POOL_H

#include "sim/base/storage.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct number_pool {
    uint16_t
        *given; /* stack of the numbers that have been given back: those below `next` that are not used */
    uint32_t total, used;
    uint32_t next; /* it and those above have not been taken yet: the smallest of them goes first */
} number_pool;

/* All free again. */
static inline void pool_clear(number_pool *s)
{
    s->used = s->next = 0;
}

/* `total` is at most 65535. False when there is no memory. */
static inline bool pool_init(number_pool *s, storage *from, uint32_t total)
{
    *s = (number_pool){.given = storage_take(from, total, sizeof *s->given), .total = total};
    return s->given != NULL;
}

static inline bool pool_full(const number_pool *s)
{
    return s->used == s->total;
}

/* Only when not full. */
static inline uint16_t pool_take(number_pool *s)
{
    if (s->used++ == s->next)
        return (uint16_t)s->next++;
    return s->given[s->next - s->used];
}

static inline void pool_give(number_pool *s, uint16_t number)
{
    s->given[s->next - s->used--] = number;
}

#endif
