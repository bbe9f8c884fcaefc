/* Tags of an L1, for the files that implement it. */
#ifndef POISE_SIM_SM_L1_TAGS_H
#define POISE_SIM_SM_L1_TAGS_H

#include "common/line.h"
#include "sim/sm/l1.h"

/* Way of `set` that holds `line` or waits for it, or the number of ways. */
static inline uint32_t l1_find_way(const l1_cache *l1, uint32_t set, uint32_t line)
{
    const uint32_t *held = &l1->line[set * l1->ways];
    uint32_t ways = l1->ways, way = 0;
    while (way < ways && held[way] != line)
        way++;
    return way;
}

/* MSHR of a no-allocate miss on `line` in flight, or the number of MSHRs. */
static inline uint32_t l1_find_no_allocate(const l1_cache *l1, uint32_t line)
{
    if (l1->no_allocate_used == 0)
        return l1->mshrs.total;
    uint32_t i = 0;
    while (i < l1->mshrs.total && l1->no_allocate_line[i] != line)
        i++;
    return i;
}

/* Ways of `set` that may be replaced: the invalid ones if there are any, otherwise the valid ones. */
static inline uint32_t l1_candidates(const l1_cache *l1, uint32_t set)
{
    const l1_set *s = &l1->set[set];
    uint32_t invalid = l1->all_ways & ~(s->valid | s->reserved);
    return invalid ? invalid : s->valid;
}

/* Remembers what is lost with the valid line in `way`, and tells the policy. */
static inline void l1_lose(l1_cache *l1, uint32_t set, uint32_t way, bool by_store)
{
    uint32_t index = set * l1->ways + way;
    l1->evicted = (l1_evicted){.line = l1->line[index], .owner = l1->held[index].owner};
    if (l1->policy->evicted)
        l1->policy->evicted(l1->policy_state, set, way, line_of(l1->held[index].address), by_store);
}

#endif
