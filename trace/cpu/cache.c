#include "trace/cpu/cache.h"

#include <stdlib.h>
#include <string.h>

int cpu_cache_make(cpu_cache *cache, uint64_t n_lines, uint32_t n_ways, poise_error *err)
{
    *cache = (cpu_cache){.n_sets = n_lines / n_ways, .n_ways = n_ways};
    cache->entries = calloc(n_lines, sizeof *cache->entries);
    return cache->entries != NULL ? 0
                                  : poise_fail(err, POISE_FAILED, "no memory for a cache of %llu lines",
                                               (unsigned long long)n_lines);
}

void cpu_cache_free(cpu_cache *cache)
{
    free(cache->entries);
    *cache = (cpu_cache){0};
}

cpu_cache_result cpu_cache_use(cpu_cache *cache, uint64_t line, bool write)
{
    uint64_t *set = cache->entries + line % cache->n_sets * cache->n_ways;
    const uint64_t key = line + 1;
    uint32_t way = 0;
    while (way + 1 < cache->n_ways && set[way] >> 1 != key)
        way++;
    /* That of the line, else the one that was used longest ago. */
    const uint64_t old = set[way];
    cpu_cache_result result = {.hit = old >> 1 == key};
    if (!result.hit && (old & 1)) {
        result.writes_back = true;
        result.leaves_line = (old >> 1) - 1;
    }
    memmove(set + 1, set, way * sizeof *set);
    set[0] = key << 1 | write | (result.hit && (old & 1));
    return result;
}
