/* The folder in which a sweep keeps what it has measured until all of it is there: one part, a profile of one
 * kernel, per trace. A part is either whole or absent, so that a sweep may be killed at any moment and go on
 * later, and several processes on several machines may work on one folder: they never write to the same file.
 *
 *     settings          what all parts have in common (settings.h)
 *     list              the kernels of the sweep (list.h)
 *     TRACE-HASH.h5     parts
 *     NAME.journal      of each process (journal.h)
 *     *.sbatch, machine.conf, slurm-*.log    of Slurm (slurm.h) */
#ifndef POISE_PROFILE_SWEEP_PARTS_H
#define POISE_PROFILE_SWEEP_PARTS_H

#include "profile/sweep/journal.h"
#include "profile/sweep/plan.h"

#include <stdbool.h>

#define SWEEP_LIST_NAME      "list"
#define SWEEP_PART_SUFFIX    ".h5"
#define SWEEP_JOURNAL_SUFFIX ".journal"

/* Whether the name of a file ends so, with something before. */
bool sweep_name_ends_with(const char *name, const char *suffix);

typedef struct sweep_parts {
    char *folder;
    sweep_journal journal;
} sweep_parts;

/* Makes the folder if it is not there. `name` is that of the process's journal: the same in every attempt,
 * and of no other process that runs at the same time. */
int sweep_parts_open(sweep_parts *parts, const char *folder, const char *name, const sweep_plan *plan,
                     poise_error *err);
/* Closes it; a folder in which nobody has done anything is removed. Harmless after a failure to open. */
void sweep_parts_close(sweep_parts *parts);

/* Takes into plan->result the parts of all launches that have a whole one with all their points; returns
 * their number. A damaged part is reported with a warning and counts as absent. */
size_t sweep_parts_load(const sweep_parts *parts, sweep_plan *plan);
/* Stores the points of a launch durably and notes it in the journal. */
int sweep_parts_save(sweep_parts *parts, const sweep_plan *plan, const sweep_launch *launch,
                     poise_error *err);
/* Notes in the journal what happens to a launch. */
int sweep_parts_note(sweep_parts *parts, const sweep_plan *plan, const sweep_launch *launch,
                     sweep_event event, const char *detail, poise_error *err);

/* Removes temporary files that killed processes have left. Only when nobody works on the folder. */
void sweep_parts_clean(const char *folder);
/* Removes the folder and what a sweep has made in it; other files in it stay, and the folder then too. */
void sweep_parts_remove(const char *folder);

#endif
