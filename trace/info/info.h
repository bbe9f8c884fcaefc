/* What a trace says about its kernel before any machine is chosen. */
#ifndef POISE_TRACE_INFO_INFO_H
#define POISE_TRACE_INFO_INFO_H

#include "trace/info/reuse.h"
#include "trace/trace.h"

/* Spaces whose accesses are lines. */
typedef enum trace_space {
    TRACE_SPACE_GLOBAL,
    TRACE_SPACE_CONST,
    TRACE_SPACE_PRIVATE,
    TRACE_SPACE_COUNT,
} trace_space;

/* "global", "const", "local" (CUDA's name of private memory) */
const char *trace_space_name(trace_space space);

typedef struct trace_footprint {
    uint64_t lines;   /* distinct ones; a line counts for the space in which it is touched first */
    uint64_t sectors; /* distinct 32-byte sectors */
} trace_footprint;

/* Executions of one static instruction. */
typedef struct trace_inst_count {
    uint64_t executions, threads; /* by warps, by lanes */
    uint64_t lines;               /* touched; shared memory: passes */
} trace_inst_count;

/* "Global" are the classes ld.global, st.global and atom.global. A share is 0 when its whole is 0. */
typedef struct trace_summary {
    uint64_t insts[TRACE_OP_COUNT];  /* executed warp instructions of each class */
    double mean_active_lanes;        /* per warp instruction, 1..32 */
    double lines_per_global_access;  /* 128-byte lines per executed global warp instruction, 1..64 */
    double insts_per_global_load;    /* I_n: warp instructions per global load; without loads all of them
                                        [T5.3] */
    double passes_per_shared_access; /* 1 = no bank conflict */
    uint64_t active_lanes[TRACE_WARP_SIZE + 1];    /* warp instructions by number of active lanes */
    uint64_t lines_of_access[TRACE_MAX_LINES + 1]; /* global warp instructions by number of lines */

    uint64_t footprint_lines;   /* distinct lines of all spaces but shared memory */
    uint64_t footprint_sectors; /* distinct 32-byte sectors of these */
    trace_footprint footprint[TRACE_SPACE_COUNT];

    /* Line accesses of global loads by what an infinite cache would make of them. Whether a line was loaded
     * before by the same warp does not depend on the order of warps: so this holds for every schedule. */
    uint64_t load_lines;       /* all of them */
    uint64_t load_cold;        /* distinct lines: the first load of each */
    uint64_t load_reuse_intra; /* the same warp loaded the line before */
    uint64_t load_reuse_inter; /* only other warps did */

    /* What L1s of several SMs may have in common: lines of global loads that more than one thread block
     * loads, and the line accesses of loads to them. Neither depends on the schedule. */
    uint64_t shared_lines, shared_line_loads;

    trace_reuse reuse;      /* the same accesses by stack distance */
    trace_inst_count *inst; /* of each static instruction */
} trace_summary;

/* Reads the file once, front to back, with one thread block in memory, 256 KiB per touched 2 MiB page and 10
 * MiB. `end` is as of warp_trace_scan. The caller frees both; on failure there is nothing to free. */
int trace_summarize_file(const char *path, warp_trace *end, trace_summary *summary, poise_error *err);
/* The same of a trace that is in memory. */
int trace_summarize(const warp_trace *trace, trace_summary *summary, poise_error *err);
void trace_summary_free(trace_summary *summary);

#endif
