/* What a sweep has measured, kept in a runs_store until all of it is there: a part is a profile of one
 * kernel, its key the hash of the trace. The settings of the folder are version, machine, policies and grid.
 */
#ifndef POISE_PROFILE_SWEEP_PARTS_H
#define POISE_PROFILE_SWEEP_PARTS_H

#include "profile/sweep/plan.h"
#include "runs/store.h"

/* As runs_store_open; close with runs_store_close. */
int sweep_parts_open(runs_store *parts, const char *folder, const runs_share *share, const sweep_plan *plan,
                     poise_error *err);

/* Takes into plan->result the parts of all launches that have a whole one with all their points; returns
 * their number. A damaged part is reported with a warning and counts as absent. */
size_t sweep_parts_load(const runs_store *parts, sweep_plan *plan);
/* Stores the points of a launch durably and notes it in the journal. */
int sweep_parts_save(runs_store *parts, const sweep_plan *plan, const sweep_launch *launch, poise_error *err);
/* Notes in the journal what happens to a launch. */
int sweep_parts_note(runs_store *parts, const sweep_plan *plan, const sweep_launch *launch, runs_event event,
                     const char *detail, poise_error *err);

#endif
