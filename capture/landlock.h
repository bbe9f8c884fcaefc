/* Landlock (landlock(7)): a process gives up what files and whom it can reach, for good and for all that it
 * starts. By system calls, as the C library has no functions for it; headers of a system may be older than
 * its kernel. */
#ifndef POISE_CAPTURE_LANDLOCK_H
#define POISE_CAPTURE_LANDLOCK_H

#include "common/error.h"

#include <stddef.h>

/* What may be done below a folder, or with a file. */
typedef enum capture_landlock_use {
    LANDLOCK_READ,  /* read and execute */
    LANDLOCK_WRITE, /* make, write, rename and remove, besides reading */
} capture_landlock_use;

typedef struct capture_landlock_path {
    const char *path; /* of what does not exist nothing is allowed */
    capture_landlock_use use;
} capture_landlock_path;

/* From now on this thread and what it starts reach no files but these, and, as far as the kernel can see to
 * it, no TCP (version 4), no abstract sockets and no processes of others by signals (6). POISE_FAILED when
 * the kernel offers nothing. */
int capture_landlock_enter(const capture_landlock_path *paths, size_t n, poise_error *err);

#endif
