/* Runs groups by the functions without records (kernel_table.h, KERNEL_GROUP_SYMBOL_PREFIX). */
#ifndef POISE_CAPTURE_UNRECORDED_H
#define POISE_CAPTURE_UNRECORDED_H

#include "capture/runtime/current.h"

/* Runs one group of a kernel that has such a function; local memory is zero and capture_now.runner set.
 * *barriers_differ when it has stopped because work-items wait at different barriers, without saying at
 * which. */
int capture_run_unrecorded(const capture_group_runner *runner, bool *barriers_differ, poise_error *err);

/* In a work-item that runs so: it waits at a barrier, as poise_barrier(), and the next one of the group goes
 * on. */
void capture_wait_unrecorded(unsigned barrier, unsigned line);

#endif
