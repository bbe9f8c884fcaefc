/* A few parameters of caches and TLBs as a bench: LRU, sets in turn, and times that add up. It is what an
 * inference can be tried on in seconds, with all that it should find known. */
#ifndef POISE_PROBE_MODELLED_MODELLED_H
#define POISE_PROBE_MODELLED_MODELLED_H

#include "probe/bench.h"

enum { PROBE_MODEL_LEVELS = 6, PROBE_ALWAYS = -1 };

typedef struct probe_model_level {
    uint64_t line; /* bytes: of a line, or of what an entry of a TLB covers */
    uint32_t sets, ways;
    double miss;        /* time that a miss adds */
    int32_t behind;     /* asked when that level misses; PROBE_ALWAYS: by every load. Smaller than its own */
    uint64_t far_bytes; /* a miss as far from the load before, or farther, adds far_miss too; 0 = none does */
    double far_miss;
} probe_model_level;

typedef struct probe_model {
    const char *unit;
    double hit; /* time of a load that every level answers */
    uint32_t n;
    probe_model_level level[PROBE_MODEL_LEVELS];
} probe_model;

/* Seven parameters, ours, for the surfaces of an AMD A10-7850K that Lowe-Power published (Inferring Kaveri's
 * Shared Virtual Memory Implementation, 2017; powerjg/hsa-micro-benchmarks, data-thp-gpu and data-nothp-gpu):
 * with pages of 2 MB, and of 4 KB. */
extern const probe_model probe_kaveri_huge, probe_kaveri_small;

/* `model` is copied. POISE_USAGE: levels of nothing; POISE_FAILED: no memory. */
int probe_modelled_open(probe_bench **bench, const probe_model *model, poise_error *err);

#endif
