/* Tags of an L1, for the files that implement it. */
#ifndef POISE_SIM_SM_L1_TAGS_H
#define POISE_SIM_SM_L1_TAGS_H

#include "common/line.h"
#include "sim/sm/l1.h"

#include <string.h>

/* Words of consecutive ways, of which sixteen are compared at once: vectors of gcc and clang. */
enum { L1_WAYS_AT_ONCE = 16 };
typedef uint32_t l1_words __attribute__((vector_size(16)));

/* Four of them. */
static inline l1_words l1_some_ways(const uint32_t *word)
{
    l1_words words;
    memcpy(&words, word, sizeof words);
    return words;
}

/* Whether any bit is set. */
static inline bool l1_any(l1_words set)
{
    uint64_t halves[2];
    memcpy(halves, &set, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

/* Where `line` stands in held[], or n. */
static inline uint32_t l1_find_wide(const uint32_t *held, uint32_t n, uint32_t line)
{
    uint32_t at = 0;
    for (; at + L1_WAYS_AT_ONCE <= n; at += L1_WAYS_AT_ONCE) {
        const uint32_t *some = &held[at];
        if (l1_any((l1_words)((l1_some_ways(some) == line) | (l1_some_ways(some + 4) == line) |
                              (l1_some_ways(some + 8) == line) | (l1_some_ways(some + 12) == line))))
            break;
    }
    while (at < n && held[at] != line)
        at++;
    return at;
}

/* Way of `set` that holds `line` or waits for it, or the number of ways. */
static inline uint32_t l1_find_way(const l1_cache *l1, uint32_t set, uint32_t line)
{
    const uint32_t *held = &l1->line[set * l1->ways];
    uint32_t ways = l1->ways, way = 0;
    if (!l1->all_ways)
        return l1_find_wide(held, ways, line);
    while (way < ways && held[way] != line)
        way++;
    return way;
}

static inline l1_state l1_state_of(const l1_cache *l1, uint32_t set, uint32_t way)
{
    return (l1_state)l1->held[set * l1->ways + way].state;
}

static inline void l1_set_state(l1_cache *l1, uint32_t set, uint32_t way, l1_state state)
{
    l1->held[set * l1->ways + way].state = (uint8_t)state;
    if (!l1->all_ways)
        return;
    l1_set *s = &l1->set[set];
    s->valid = (s->valid & ~(1u << way)) | (uint32_t)(state == L1_VALID) << way;
    s->reserved = (s->reserved & ~(1u << way)) | (uint32_t)(state == L1_RESERVED) << way;
}

/* The line has been used: filled or found. */
static inline void l1_touch(l1_cache *l1, uint32_t set, uint32_t way, const mem_request *request,
                            bool is_fill)
{
    if (l1->used)
        l1->used[set * l1->ways + way] = ++l1->uses;
    else if (is_fill)
        l1->policy->fill(l1->policy_state, set, way, request);
    else
        l1->policy->access(l1->policy_state, set, way, request);
}

/* MSHR of a miss on `line` in flight that has reserved none, or the number of MSHRs. */
static inline uint32_t l1_find_no_allocate(const l1_cache *l1, uint32_t line)
{
    if (l1->no_allocate_used == 0)
        return l1->mshrs.total;
    return l1_find_wide(l1->no_allocate_line, l1->mshrs.total, line);
}

/* Where the loads that wait for an MSHR stand. */
static inline l1_waiter *l1_waiters_of(const l1_cache *l1, uint32_t mshr)
{
    l1_waiter *merged = mshr < L1_FIRST_MSHRS ? l1->merged : l1->merged_more;
    return merged + (size_t)mshr * l1->merge_room;
}

/* Of `valid` ways those without written sectors, while these may not be replaced and others may. */
static inline uint32_t l1_not_written(const l1_cache *l1, uint32_t set, uint32_t valid)
{
    if (!l1->written_lines || l1->written_lines >= l1->most_written)
        return valid;
    uint32_t clean = 0;
    for (uint32_t rest = valid; rest; rest &= rest - 1) {
        const uint32_t way = (uint32_t)__builtin_ctz(rest);
        clean |= (uint32_t)(l1->held[set * l1->ways + way].written == 0) << way;
    }
    return clean ? clean : valid;
}

/* Ways of `set` that may be replaced: the invalid ones if there are any, otherwise valid ones. */
static inline uint32_t l1_candidates(const l1_cache *l1, uint32_t set)
{
    const l1_set *s = &l1->set[set];
    uint32_t invalid = l1->all_ways & ~(s->valid | s->reserved);
    return invalid ? invalid : l1_not_written(l1, set, s->valid);
}

/* The way of a set that is replaced, by its policy, or the number of ways: all are reserved. */
uint32_t l1_victim(l1_cache *l1, uint32_t set, const mem_request *request);
/* Whether all ways of a set are reserved. */
bool l1_is_reserved(const l1_cache *l1, uint32_t set);
/* Takes way `way` for the line of `request`, for hardware warp `owner`; it is invalid or valid. */
void l1_replace(l1_cache *l1, uint32_t set, uint32_t way, uint32_t line, const mem_request *request,
                l1_owner owner);

/* Records what is lost with the valid line in `way`, whose held[] will be written anew, and tells the policy.
 */
static inline void l1_lose(l1_cache *l1, uint32_t set, uint32_t way, bool by_store)
{
    uint32_t index = set * l1->ways + way;
    l1->written_lines -= l1->held[index].written != 0;
    l1->evicted = (l1_evicted){.line = l1->line[index], .owner = l1->held[index].owner};
    if (l1->policy->evicted)
        l1->policy->evicted(l1->policy_state, set, way, line_of(l1->held[index].address), by_store);
}

#endif
