/* What all inferences ask with: rings, the times of their loads, and the search for the most that fits. */
#ifndef POISE_PROBE_INFER_ROUNDS_H
#define POISE_PROBE_INFER_ROUNDS_H

#include "probe/bench.h"

enum {
    PROBE_WARM = 3,         /* times round a ring before it is timed (our choice) */
    PROBE_LEAST_PAGE = 4096 /* bytes (our choice) */
};

/* One ring and the times of its loads; `bench` is the owner's. Starts as zeros but for it. */
typedef struct probe_rounds {
    probe_bench *bench;
    probe_chain chain;
    double *times;
    uint32_t room;
} probe_rounds;

/* Times of the chain after `warm` times round it. */
int probe_rounds_ask(probe_rounds *rounds, uint32_t warm, poise_error *err);
void probe_rounds_free(probe_rounds *rounds);

/* Whether all of `n` fit. */
typedef int (*probe_fits)(void *asker, uint64_t n, bool *do_fit, poise_error *err);
/* The most that fit, at least `from`, which do; *n = 0 when more than `limit` do. Doubles, then halves. */
int probe_find_most(void *asker, probe_fits fits, uint64_t from, uint64_t limit, uint64_t *n,
                    poise_error *err);

#endif
