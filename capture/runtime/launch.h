/* One launch of a kernel: what is the same for all its groups. */
#ifndef POISE_CAPTURE_LAUNCH_H
#define POISE_CAPTURE_LAUNCH_H

#include "capture/runtime/group.h"

typedef struct capture_launch {
    const capture_program_image *image;
    const capture_code *code;
    void **arguments; /* arguments[i] points at the value */
    capture_geometry geometry;
    uint32_t local_bytes;         /* local memory of a group: variables of the kernel and __local arguments */
    capture_ranges global, local; /* what it may access */
} capture_launch;

uint64_t capture_launch_groups(const capture_launch *launch);

/* The head of its trace. It borrows from the launch: users copy what they keep. */
trace_header capture_launch_header(const capture_launch *launch, uint32_t index, const trace_note *notes,
                                   uint32_t n_notes);

/* Runs groups first .. end - 1 in linear order, x fastest; the runner's merge records them. After each group
 * `done` is called with the number of the first warp of the next one; it stops the run by a failure. */
int capture_launch_run(capture_group_runner *runner, uint64_t first, uint64_t end,
                       int (*done)(void *user, uint64_t warps, poise_error *err), void *user,
                       poise_error *err);

#endif
