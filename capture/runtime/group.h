/* Runs the work-groups of a launch one after the other and merges their warps while they run. Between
 * barriers a warp's lanes run in order of their number; a lane stops at a barrier, at its end, or at a loop
 * head when its buffer is full. */
#ifndef POISE_CAPTURE_GROUP_H
#define POISE_CAPTURE_GROUP_H

#include "capture/runtime/current.h"

/* From image, code and geometry. The lanes of a launch before are used again when they fit; `runner` must be
 * zeroed before the first. */
int capture_group_runner_open(capture_group_runner *runner, poise_error *err);
/* After a launch. */
void capture_group_runner_close(capture_group_runner *runner);

/* Runs one group; `first_warp` is the number of its first warp in the launch. */
int capture_run_group(capture_group_runner *runner, const size_t group[3], uint64_t first_warp,
                      poise_error *err);

/* Runs the group that runs now once more from its begin, now with records: after a fault in the code without
 * them, of which nobody knows where it was. */
int capture_run_group_recorded(poise_error *err);

#endif
