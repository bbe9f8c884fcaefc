/* profile.h5, see docs/DATA.md. */
#ifndef POISE_PROFILE_PROFILE_FILE_H
#define POISE_PROFILE_PROFILE_FILE_H

#include "profile/profile.h"

/* Files of version 2, without p = 0, of version 3, measured beside the baselines, and of version 4, without
 * sets of loads, are read as well. */
enum {
    PROFILE_OLDEST_VERSION = 2,
    PROFILE_VERSION_OF_POLICIES = 4,
    PROFILE_VERSION_OF_LOADS = 5,
    PROFILE_FORMAT_VERSION = 5
};

/* Atomic; the same profile gives the same bytes. */
int profile_write(const char *path, const profile *data, poise_error *err);
/* Hostile input: on success every field is in the range that profile.h states, (max, max) and (1, 1) of every
 * kernel are measured and data->hash is set. The caller frees with profile_free. */
int profile_read(const char *path, profile *data, poise_error *err);

#endif
