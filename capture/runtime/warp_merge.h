/* Merges what the lanes of a warp have recorded into the execution of the warp: always the lanes at the
 * lowest block number go on together. Blocks are numbered in weak topological order, so that lanes meet again
 * behind branches and loops. The merge stops when a lane has nothing complete recorded
 * and goes on when it has. */
#ifndef POISE_CAPTURE_WARP_MERGE_H
#define POISE_CAPTURE_WARP_MERGE_H

#include "capture/runtime/access.h"
#include "capture/runtime/lane.h"

typedef struct capture_totals {
    uint64_t warps, warp_insts, thread_insts;
} capture_totals;

/* What all warps of a launch share. */
typedef struct capture_merge {
    const capture_code *code;
    trace_encoder *encoder;
    capture_access_context access;
    uint64_t *lines; /* room for the lines of every memory instruction of a block */
    trace_access *accesses;
    capture_totals totals;
    uint64_t n_warnings;   /* accesses out of bounds so far, */
    poise_error warning;   /* the first of them */
    poise_error absence;   /* of work-items at a barrier: the first time that some had ended; code 0 = none */
    uint64_t absence_warp; /* the first of its group */
} capture_merge;

/* `encoder` is used, not owned. */
int capture_merge_open(capture_merge *merge, const capture_program_image *image, const capture_code *code,
                       trace_encoder *encoder, poise_error *err);
void capture_merge_close(capture_merge *merge);

/* Merges as far as the records of the n <= 32 lanes of warp `warp` (its number in the launch) reach.
 * *is_finished is whether all lanes are done and merged. POISE_FAILED with line and work-item when an access
 * is out of bounds. */
int capture_merge_warp(capture_merge *merge, uint64_t warp, lane *lanes, uint32_t n, bool *is_finished,
                       poise_error *err);

#endif
