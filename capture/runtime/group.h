/* Runs the work-groups of a launch one after the other and merges their warps while they run. Between
 * barriers a warp's lanes run in order of their number; a lane stops at a barrier, at its end, or at a loop
 * head when its buffer is full. */
#ifndef POISE_CAPTURE_GROUP_H
#define POISE_CAPTURE_GROUP_H

#include "capture/runtime/warp_merge.h"
#include "capture/runtime/work_item.h"

typedef struct capture_group_runner {
    const capture_program_image *image;
    const capture_code *code;
    void **arguments;
    capture_geometry geometry;
    uint32_t group_size, warps_per_group;
    lane_pool pool;              /* lanes of one group, or of one warp when the kernel has no barriers */
    capture_merge *merge;        /* NULL: run without a trace */
    const capture_ranges *local; /* local memory, zero at the begin of every group; NULL = none */
} capture_group_runner;

/* From image, code and geometry. The lanes of a launch before are used again when they fit; `runner` must be
 * zeroed before the first. */
int capture_group_runner_open(capture_group_runner *runner, poise_error *err);
/* After a launch. */
void capture_group_runner_close(capture_group_runner *runner);

/* Runs one group; `first_warp` is the number of its first warp in the launch. */
int capture_run_group(capture_group_runner *runner, const size_t group[3], uint64_t first_warp,
                      poise_error *err);

/* The lane that runs, or ran last; NULL before the first. *is_inside is whether its code runs; *recorded is
 * the end of what it has recorded. For signal handlers. */
const lane *capture_running_lane(const uint64_t **recorded, bool *is_inside);
/* The kernel's code of the group that runs now or ran last; NULL before the first. */
const capture_code *capture_running_code(void);

#endif
