/* One launch of a kernel: all its groups, with or without a trace. */
#ifndef POISE_CAPTURE_LAUNCH_H
#define POISE_CAPTURE_LAUNCH_H

#include "profile/capture/runtime/warp_merge.h"
#include "profile/capture/runtime/work_item.h"

typedef struct capture_launch {
    const capture_program_image *image;
    const capture_code *code;
    void **arguments; /* arguments[i] points at the value */
    capture_geometry geometry;
    uint32_t local_bytes; /* local memory of a group: variables of the kernel and __local arguments */
} capture_launch;

/* Runs the launch without a trace. POISE_FAILED with kernel and work-item when the kernel faults. */
int capture_launch_run(const capture_launch *launch, poise_error *err);

/* Runs the launch and writes its trace to `path`; nothing appears there on failure. `index` is the number of
 * the launch in its program. *totals (warps and instructions) is set on success. */
int capture_launch_trace(const capture_launch *launch, const char *path, uint32_t index,
                         const trace_note *notes, uint32_t n_notes, capture_totals *totals, poise_error *err);

#endif
