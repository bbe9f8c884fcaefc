/* What a process runs at the moment; fibers have no other way to find it. */
#ifndef POISE_CAPTURE_CURRENT_H
#define POISE_CAPTURE_CURRENT_H

#include "capture/runtime/warp_merge.h"
#include "capture/runtime/work_item.h"

/* A launch: see group.h. */
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

typedef struct capture_current {
    capture_fiber scheduler; /* resumes lanes */
    lane *running;           /* or ran last */
    volatile bool is_inside; /* of a lane's code */
    const capture_group_runner *runner;
    volatile bool is_unrecorded; /* code without records */
} capture_current;

extern capture_current capture_now;

/* The lane that runs, or ran last; NULL before the first. *is_inside is whether its code runs; *recorded is
 * the end of what it has recorded. For signal handlers. */
const lane *capture_running_lane(const uint64_t **recorded, bool *is_inside);
/* The kernel's code of the group that runs now or ran last; NULL before the first. */
const capture_code *capture_running_code(void);

#endif
