/* Caches inferred from a bench that tells the time of each load (Saavedra and Smith, Measuring Cache and TLB
 * Performance, IEEE TC 1995; Mei and Chu, TPDS 2017). Every statement is about what has been asked: a cache
 * whose set index is hashed, or whose replacement is not LRU or FIFO, has parameters that do not follow from
 * such times, and they are said to be unknown. */
#ifndef POISE_PROBE_INFER_CACHES_H
#define POISE_PROBE_INFER_CACHES_H

#include "probe/infer/pages.h"

enum { PROBE_MOST_CACHES = 4 };

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

typedef struct probe_caches {
    probe_cache cache[PROBE_MOST_CACHES]; /* from the nearest on */
    uint32_t n;
    double memory_least, memory_most; /* times of loads that none answers; 0 = not reached */
} probe_caches;

/* Walks up to `most_bytes`, past what `pages` says of translation; NULL: there is none. POISE_USAGE: a bench
 * that has only totals. */
int probe_infer_caches(probe_bench *bench, uint64_t most_bytes, const probe_pages *pages,
                       probe_caches *caches, poise_error *err);

#endif
