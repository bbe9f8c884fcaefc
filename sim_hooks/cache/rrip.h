/* Re-reference interval prediction (RRIP): a line carries 2 bits, how far away its next use is thought to be.
 * A hit makes it 0, the nearest; a line that is at 3 leaves, and where none is all grow older until one is.
 * Source: Jaleel et al., ISCA 2010, with hit priority. Lines that are on their way do not grow older, as they
 * cannot leave: our choice. */
#ifndef POISE_SIM_HOOKS_CACHE_RRIP_H
#define POISE_SIM_HOOKS_CACHE_RRIP_H

#include "sim_hooks/cache.h"

#include <stdlib.h>

enum { RRIP_BITS = 2, RRIP_NEAR = 0, RRIP_LONG = 2, RRIP_DISTANT = 3 };

/* The first member of a policy's state, so that the functions below can be the policy's. */
typedef struct rrip_lines {
    cache_shape shape;
    uint8_t *interval; /* [set * ways + way]; the owner frees it */
} rrip_lines;

/* False without memory. */
static inline bool rrip_init(rrip_lines *lines, cache_shape shape)
{
    *lines = (rrip_lines){.shape = shape,
                          .interval = calloc((size_t)shape.sets * shape.ways, sizeof *lines->interval)};
    return lines->interval != NULL;
}

static inline uint64_t rrip_bits(cache_shape shape)
{
    return (uint64_t)RRIP_BITS * shape.sets * shape.ways;
}

static inline void rrip_touch(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    (void)request;
    rrip_lines *lines = state;
    lines->interval[(size_t)set * lines->shape.ways + way] = RRIP_NEAR;
}

static inline uint32_t rrip_victim(void *state, uint32_t set, uint32_t candidates, const mem_request *request)
{
    (void)request;
    rrip_lines *lines = state;
    uint8_t *interval = &lines->interval[(size_t)set * lines->shape.ways];
    uint32_t best = (uint32_t)__builtin_ctz(candidates);
    for (uint32_t rest = candidates; rest; rest &= rest - 1) {
        uint32_t way = (uint32_t)__builtin_ctz(rest);
        best = interval[way] > interval[best] ? way : best;
    }
    uint8_t older = (uint8_t)(RRIP_DISTANT - interval[best]);
    for (uint32_t rest = candidates; rest; rest &= rest - 1)
        interval[__builtin_ctz(rest)] += older;
    return best;
}

#endif
