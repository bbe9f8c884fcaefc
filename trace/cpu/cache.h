/* A set-associative write-back cache with LRU replacement: which lines are in it, no time. */
#ifndef POISE_TRACE_CPU_CACHE_H
#define POISE_TRACE_CPU_CACHE_H

#include "common/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct cpu_cache {
    uint64_t n_sets;
    uint32_t n_ways;
    uint64_t *entries; /* sets of ways, used last first: (line + 1) << 1 | changed; 0 = empty */
} cpu_cache;

/* `n_lines` is a multiple of `n_ways`; both at least 1. */
int cpu_cache_make(cpu_cache *cache, uint64_t n_lines, uint32_t n_ways, poise_error *err);
void cpu_cache_free(cpu_cache *cache);

typedef struct cpu_cache_result {
    bool hit;
    bool writes_back;     /* the line that had to go was changed: */
    uint64_t leaves_line; /*   this one */
} cpu_cache_result;

/* Uses `line`, which is in the cache afterwards; `write` changes it. */
cpu_cache_result cpu_cache_use(cpu_cache *cache, uint64_t line, bool write);

#endif
