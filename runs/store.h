/* The folder in which long work keeps the runs that are done until all of them are: one part, a file, per
 * run. A part is either whole or absent, so that the work may be killed at any moment and go on later, and
 * several processes on several machines may work on one folder: they never write to the same file. What is in
 * a part, its owner knows.
 *
 *     settings          what all parts have in common, if their owner says so (settings.h)
 *     list              the runs of the work (list.h)
 *     KEY.h5            parts; KEY is the hash of all that the content depends on beside the settings
 *     NAME.journal      of each process (journal.h)
 *     *.sbatch, machine.conf, slurm-*.log    of Slurm (slurm.h) */
#ifndef POISE_RUNS_STORE_H
#define POISE_RUNS_STORE_H

#include "runs/journal.h"
#include "runs/list.h"
#include "runs/share.h"

#include <limits.h>
#include <stdbool.h>

#define RUNS_LIST_NAME      "list"
#define RUNS_PART_SUFFIX    ".h5"
#define RUNS_JOURNAL_SUFFIX ".journal"

typedef struct runs_store {
    char *folder;
    runs_journal journal;
} runs_store;

/* Makes the folder if it is not there, claims it for `settings` (NULL = no two works are kept apart), writes
 * the list and opens the journal of this process, whose name says what share it does. Other settings there
 * are POISE_FAILED. */
int runs_store_open(runs_store *store, const char *folder, const runs_share *share, const char *settings,
                    const runs_list_row *rows, size_t n, poise_error *err);
/* Closes it; a folder in which nobody has done anything is removed. Harmless after a failure to open. */
void runs_store_close(runs_store *store);

/* Path of the part of a run, whether it is there or not. */
int runs_store_path(const runs_store *store, const char *key, char path[PATH_MAX], poise_error *err);
/* The same; false where there is no such file. */
bool runs_store_find(const runs_store *store, const char *key, char path[PATH_MAX]);
/* Notes in the journal what happens to a run. */
int runs_store_note(runs_store *store, const char *key, runs_event event, const char *detail,
                    poise_error *err);

/* Removes temporary files that killed processes have left. Only when nobody works on the folder. */
void runs_store_clean(const char *folder);
/* Removes the folder and what was made in it; other files in it stay, and the folder then too. */
void runs_store_remove(const char *folder);

/* Whether the name of a file ends so, with something before. */
bool runs_name_ends_with(const char *name, const char *suffix);

#endif
