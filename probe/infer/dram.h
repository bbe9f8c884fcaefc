/* DRAM inferred from pairs of loads on a machine that holds nothing (Mei and Chu, TPDS 2017, find rows the
 * same way): the second is quick where the first has opened its row, slow where its bank has another row
 * open, and between the two where its bank has none. */
#ifndef POISE_PROBE_INFER_DRAM_H
#define POISE_PROBE_INFER_DRAM_H

#include "probe/infer/caches.h"

typedef struct probe_times {
    double least, most;
} probe_times;

typedef struct probe_dram {
    probe_times row_hit, row_empty, row_miss; /* times of a load; 0 = unknown */
    uint64_t piece;                           /* consecutive bytes of one row; 0 = unknown, as the next two */
    uint64_t row;                             /* bytes of a row */
    uint32_t banks;                           /* of all channels that addresses go round */
    const char *unknown;                      /* what cannot be said, NULL = nothing */
} probe_dram;

/* Of what lies below `caches`, with pairs at most `most_bytes` apart. Pairs lie in one page where there is
 * translation, for walks read DRAM as well. POISE_USAGE: a bench that has only totals. */
int probe_infer_dram(probe_bench *bench, uint64_t most_bytes, const probe_pages *pages,
                     const probe_caches *caches, probe_dram *dram, poise_error *err);

#endif
