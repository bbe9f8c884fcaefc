/* Numbers 0 .. total-1 that are taken and given back: MSHRs, loads in flight, requests in a channel. The
 * number given back last is taken next, so the order depends on nothing but the calls. */
#ifndef POISE_SIM_BASE_NUMBER_POOL_H
#define POISE_SIM_BASE_NUMBER_POOL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct number_pool {
    uint16_t *free_number; /* stack of the total - used free ones */
    uint32_t total, used;
} number_pool;

/* All free again. */
static inline void pool_clear(number_pool *s)
{
    for (uint32_t i = 0; i < s->total; i++)
        s->free_number[i] = (uint16_t)(s->total - 1 - i);
    s->used = 0;
}

/* `total` is at most 65535. False when there is no memory. */
static inline bool pool_init(number_pool *s, uint32_t total)
{
    *s = (number_pool){.free_number = calloc(total, sizeof *s->free_number), .total = total};
    if (!s->free_number)
        return false;
    pool_clear(s);
    return true;
}

static inline void pool_free(number_pool *s)
{
    free(s->free_number);
    s->free_number = NULL;
}

static inline bool pool_full(const number_pool *s)
{
    return s->used == s->total;
}

/* Only when not full. */
static inline uint16_t pool_take(number_pool *s)
{
    return s->free_number[s->total - ++s->used];
}

static inline void pool_give(number_pool *s, uint16_t number)
{
    s->free_number[s->total - s->used--] = number;
}

#endif
