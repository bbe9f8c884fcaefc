/* What is inferred of one cache. */
#ifndef POISE_PROBE_INFER_CACHE_H
#define POISE_PROBE_INFER_CACHE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum probe_replacement {
    PROBE_REPLACES_UNKNOWN,
    PROBE_REPLACES_LRU,
    PROBE_REPLACES_FIFO,
    PROBE_REPLACES_NEITHER
} probe_replacement;

typedef struct probe_cache {
    double hit_least, hit_most; /* times of loads that it answers */
    uint64_t capacity;          /* bytes, at least; 0 = larger than `asked` */
    uint64_t capacity_most;     /* equal: exact; UINT64_MAX: no bound */
    uint64_t asked;             /* the largest walk that was tried */
    uint32_t sector;            /* bytes that a miss brings; 0 = unknown, as the next three */
    uint32_t line;              /* bytes that leave together */
    uint32_t sets, ways; /* where lines are not dealt to sets in turn: of the set that overflows first */
    bool is_linear;      /* sets are dealt in turn, as far as has been asked */
    const char *unknown; /* what cannot be said, NULL = nothing */
    probe_replacement replacement;
    const char *replaces; /* the evidence */
} probe_cache;

#endif
