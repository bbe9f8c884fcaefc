/* Where the traces of a capture go: a folder, or a pack when the name ends with .wtrs. */
#ifndef POISE_CLI_CAPTURE_TARGET_H
#define POISE_CLI_CAPTURE_TARGET_H

#include "common/error.h"

#include <limits.h>
#include <stdbool.h>

typedef struct capture_target {
    const char *name; /* as the user says; not owned */
    bool is_pack;
    char folder[PATH_MAX]; /* absolute; where the platform writes traces: of a pack, a folder beside it */
    char pack[PATH_MAX];   /* absolute */
} capture_target;

/* Makes it. A folder that holds traces and a file that exists are refused. */
int capture_target_open(capture_target *target, const char *name, poise_error *err);

/* Completes it once everything is written, on the disk too; what holds no trace is removed, if it is empty.
 * `tally` is the path of the file of that name. */
int capture_target_close(capture_target *target, const char *tally, poise_error *err);

#endif
