/* All that pointer chases tell of a memory system whose times of single loads are exact: caches, TLBs, DRAM.
 * Names of findings: "l1.capacity", "l1.line", "l1.sector", "l1.sets", "l1.ways", "l1.hit",
 * "l1.replacement" (in words), the same of "l2" and further levels, "memory.time"; "tlb1.page",
 * "tlb1.entries", "tlb1.ways", "tlb1.sets", "tlb1.miss", "tlb1.place" (in words), the same of "tlb2",
 * "walk.first"; "dram.row_hit", "dram.row_empty", "dram.row_miss", "dram.row", "dram.interleave",
 * "dram.banks". What cannot be told stands there as well, with the reason. */
#ifndef POISE_PROBE_INFER_EXACT_H
#define POISE_PROBE_INFER_EXACT_H

#include "probe/bench.h"
#include "probe/finding.h"

/* Asks `bench`, no chain spanning more than `most_bytes`, and appends to `findings`; bench->asking is told of
 * each part. POISE_USAGE: a bench that has only totals. */
int probe_infer_exact(probe_bench *bench, uint64_t most_bytes, probe_findings *findings, poise_error *err);

#endif
