/* The temporary folder of a capture (capture_environment.h): what the platform tells the command, and where
 * programs are compiled. It ends with the command. One that a killed command has left is removed by the next
 * one. */
#ifndef POISE_CLI_CAPTURE_SCRATCH_H
#define POISE_CLI_CAPTURE_SCRATCH_H

#include "common/error.h"

#include <limits.h>

typedef struct capture_scratch {
    char folder[PATH_MAX]; /* an absolute path */
    char report[PATH_MAX], tally[PATH_MAX], turns[PATH_MAX];
    int lock; /* held as long as the folder is in use */
} capture_scratch;

/* Makes the folder, in TMPDIR or /tmp, and its files. On failure nothing is left. */
int capture_scratch_open(capture_scratch *scratch, poise_error *err);
/* Removes it. */
void capture_scratch_close(capture_scratch *scratch);

#endif
