/* What a trace says about its kernel before any machine is chosen. */
#ifndef POISE_TRACE_INFO_H
#define POISE_TRACE_INFO_H

#include "trace/trace.h"

/* "Global" are the classes ld.global, st.global and atom.global. A share is 0 when its whole is 0. */
typedef struct trace_summary {
    uint64_t insts[TRACE_OP_COUNT];  /* executed warp instructions of each class */
    double mean_active_lanes;        /* per warp instruction, 1..32 */
    double lines_per_global_access;  /* 128-byte lines per executed global warp instruction, 1..64 */
    double insts_per_global_load;    /* I_n: warp instructions per global load; without loads all of them
                                        (poise.md section 4) */
    double passes_per_shared_access; /* 1 = no bank conflict */
    uint64_t footprint_lines;        /* distinct lines of all spaces but shared memory */
    uint64_t footprint_sectors;      /* distinct 32-byte sectors of these */

    /* Line accesses of global loads by what an infinite cache would make of them. Whether a line was loaded
     * before by the same warp does not depend on the order of warps: so this holds for every schedule. */
    uint64_t load_lines;       /* all of them */
    uint64_t load_cold;        /* distinct lines: the first load of each */
    uint64_t load_reuse_intra; /* the same warp loaded the line before */
    uint64_t load_reuse_inter; /* only other warps did */
} trace_summary;

/* POISE_FAILED without memory: 128 KiB per touched 2 MiB page are needed meanwhile. */
int trace_summarize(const warp_trace *trace, trace_summary *summary, poise_error *err);

#endif
