#include "sim/sm/icache.h"

bool icache_init(icache *cache, storage *from, const sim_config *config)
{
    size_t lines = (size_t)config->icache_sets * config->icache_ways;
    *cache = (icache){.sets = divider_make(config->icache_sets),
                      .ways = config->icache_ways,
                      .mshrs = config->icache_mshrs,
                      .merge = config->icache_merge,
                      .by_number = config->fetch_order == FETCH_ORDER_NUMBER,
                      .line = storage_take(from, lines + 1, sizeof *cache->line),
                      .used = storage_take(from, lines + 1, sizeof *cache->used)};
    for (size_t i = 0; cache->line && i < lines; i++)
        cache->line[i] = ICACHE_NOTHING;
    icache_reset(cache);
    return cache->line && cache->used;
}

void icache_reset(icache *cache)
{
    for (uint32_t i = 0; i < ICACHE_MAX_MSHRS; i++) {
        cache->missing[i] = ICACHE_NOTHING;
        cache->waiting[i] = ICACHE_NOBODY;
        cache->n_waiting[i] = 0;
    }
    cache->filled = ICACHE_NOBODY;
}

/* Puts the warp at the end of the list, or in front of the first of a higher number. */
static void insert(icache *cache, uint8_t *list, uint32_t warp, bool by_number)
{
    while (*list != ICACHE_NOBODY && !(by_number && *list > warp))
        list = &cache->behind[*list];
    cache->behind[warp] = *list;
    *list = (uint8_t)warp;
}

static void wait_for(icache *cache, uint32_t mshr, uint32_t warp)
{
    insert(cache, &cache->waiting[mshr], warp, false);
    cache->n_waiting[mshr]++;
}

/* Of the set of `line`. */
static size_t first_way(const icache *cache, uint64_t line)
{
    return (size_t)(line - divide(&cache->sets, line) * cache->sets.divisor) * cache->ways;
}

static icache_outcome miss(icache *cache, uint64_t line, uint32_t warp, uint16_t *mshr)
{
    uint32_t empty = cache->mshrs;
    for (uint32_t i = 0; i < cache->mshrs; i++) {
        if (cache->missing[i] == line) {
            if (cache->n_waiting[i] == cache->merge)
                return ICACHE_REFUSED;
            wait_for(cache, i, warp);
            return ICACHE_MERGED;
        }
        if (cache->missing[i] == ICACHE_NOTHING && empty == cache->mshrs)
            empty = i;
    }
    if (empty == cache->mshrs)
        return ICACHE_REFUSED;
    cache->missing[empty] = line;
    wait_for(cache, empty, warp);
    *mshr = (uint16_t)empty;
    return ICACHE_MISS;
}

icache_outcome icache_access(icache *cache, uint64_t line, uint32_t warp, uint16_t *mshr)
{
    if (cache->sets.divisor == 0)
        return ICACHE_HIT;
    size_t first = first_way(cache, line);
    for (size_t i = first; i < first + cache->ways; i++) {
        if (cache->line[i] == line) {
            cache->used[i] = ++cache->accesses;
            return ICACHE_HIT;
        }
    }
    return miss(cache, line, warp, mshr);
}

static uint32_t take(icache *cache, uint8_t *list)
{
    const uint32_t warp = *list;
    *list = cache->behind[warp];
    return warp;
}

uint32_t icache_fill(icache *cache, uint16_t mshr)
{
    uint64_t line = cache->missing[mshr];
    size_t first = first_way(cache, line), victim = first;
    for (size_t i = first; i < first + cache->ways; i++)
        if (cache->line[victim] != ICACHE_NOTHING &&
            (cache->line[i] == ICACHE_NOTHING || cache->used[i] < cache->used[victim]))
            victim = i;
    cache->line[victim] = line;
    cache->used[victim] = ++cache->accesses;
    cache->missing[mshr] = ICACHE_NOTHING;
    const uint32_t n = cache->n_waiting[mshr];
    cache->n_waiting[mshr] = 0;
    for (uint32_t i = 0; i < n; i++)
        insert(cache, &cache->filled, take(cache, &cache->waiting[mshr]), cache->by_number);
    return n;
}

uint32_t icache_take_filled(icache *cache)
{
    return take(cache, &cache->filled);
}

bool icache_waits(const icache *cache)
{
    for (uint32_t i = 0; i < cache->mshrs; i++)
        if (cache->missing[i] != ICACHE_NOTHING)
            return true;
    return false;
}
