/* Caches inferred from a bench that tells the time of each load (Saavedra and Smith, Measuring Cache and TLB
 * Performance, IEEE TC 1995; Mei and Chu, TPDS 2017). Every statement is about what has been asked: a cache
 * whose set index is hashed, or whose replacement is not LRU or FIFO, has parameters that do not follow from
 * such times, and they are said to be unknown. */
#ifndef POISE_PROBE_INFER_CACHES_H
#define POISE_PROBE_INFER_CACHES_H

#include "probe/infer/cache.h"
#include "probe/infer/pages.h"

enum { PROBE_MOST_CACHES = 4 };

typedef struct probe_caches {
    probe_cache cache[PROBE_MOST_CACHES]; /* from the nearest on */
    uint32_t n;
    double memory_least, memory_most; /* times of loads that none answers; 0 = not reached */
} probe_caches;

/* A level whose hits take no longer than the loop of the chase is not told from one above it.
 * Walks up to `most_bytes`, past what `pages` says of translation; NULL: there is none. POISE_USAGE: a bench
 * that has only totals. */
int probe_infer_caches(probe_bench *bench, uint64_t most_bytes, const probe_pages *pages,
                       probe_caches *caches, poise_error *err);

#endif
