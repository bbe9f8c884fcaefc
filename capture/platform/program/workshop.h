/* A private temporary folder for the files of one build. */
#ifndef POISE_CAPTURE_PLATFORM_PROGRAM_WORKSHOP_H
#define POISE_CAPTURE_PLATFORM_PROGRAM_WORKSHOP_H

#include "common/error.h"

#include <limits.h>
#include <stddef.h>

typedef struct capture_workshop {
    char folder[PATH_MAX / 2];
} capture_workshop;

/* Makes the folder in the scratch folder of the capture, or in TMPDIR or /tmp; closing removes it with all
 * that is in it. */
int capture_workshop_open(capture_workshop *workshop, poise_error *err);
void capture_workshop_close(const capture_workshop *workshop);

/* Path of a file in it. */
void capture_workshop_path(const capture_workshop *workshop, const char *name, char path[PATH_MAX]);

/* Writes a file; `name` may have folders, which are made, but may not lead out of the workshop
 * (POISE_USAGE). */
int capture_workshop_write(const capture_workshop *workshop, const char *name, const void *data, size_t bytes,
                           poise_error *err);

#endif
