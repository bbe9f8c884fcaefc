#include "sim/sm/icache.h"

bool icache_init(icache *cache, storage *from, const sim_config *config)
{
    size_t lines = (size_t)config->icache_sets * config->icache_ways;
    *cache = (icache){.sets = divider_make(config->icache_sets),
                      .ways = config->icache_ways,
                      .mshrs = config->icache_mshrs,
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
        cache->waiting[i] = 0;
    }
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
            cache->waiting[i] |= 1ull << warp;
            return ICACHE_MERGED;
        }
        if (cache->missing[i] == ICACHE_NOTHING && empty == cache->mshrs)
            empty = i;
    }
    if (empty == cache->mshrs)
        return ICACHE_REFUSED;
    cache->missing[empty] = line;
    cache->waiting[empty] = 1ull << warp;
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

uint64_t icache_fill(icache *cache, uint16_t mshr)
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
    return cache->waiting[mshr];
}

bool icache_waits(const icache *cache)
{
    for (uint32_t i = 0; i < cache->mshrs; i++)
        if (cache->missing[i] != ICACHE_NOTHING)
            return true;
    return false;
}
