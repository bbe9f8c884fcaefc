/* Caches inferred from a bench that tells the time of each load (Saavedra and Smith, Measuring Cache and TLB
 * Performance, IEEE TC 1995; Mei and Chu, TPDS 2017). Every statement is about what has been asked: a cache
 * whose set index is hashed, or whose replacement is not LRU or FIFO, has parameters that do not follow from
 * such times, and they are said to be unknown. */
#ifndef POISE_PROBE_INFER_CACHES_H
#define POISE_PROBE_INFER_CACHES_H

#include "probe/bench.h"

enum { PROBE_MOST_CACHES = 4 };

typedef struct probe_cache {
    double hit_least, hit_most; /* times of loads that it answers */
    uint64_t capacity;          /* bytes; 0 = larger than `asked` */
    uint64_t asked;             /* the largest walk that was tried */
    uint32_t sector;            /* bytes that a miss brings */
    uint32_t line;              /* bytes that leave together; 0 = unknown, as the next two */
    uint32_t sets, ways; /* where lines are not dealt to sets in turn: of the set that overflows first */
    const char *unknown; /* what cannot be said, NULL = nothing */
} probe_cache;

typedef struct probe_caches {
    probe_cache cache[PROBE_MOST_CACHES]; /* from the nearest on */
    uint32_t n;
    double memory_least, memory_most; /* times of loads that none answers; 0 = not reached */
} probe_caches;

/* Walks up to `most_bytes`. POISE_USAGE: a bench that has only totals. */
int probe_infer_caches(probe_bench *bench, uint64_t most_bytes, probe_caches *caches, poise_error *err);

#endif
