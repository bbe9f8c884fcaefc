/* Where `poise profile` puts things. `-o FILE.h5` is that file; its parts are in FILE.h5.parts until it is
 * complete. Any other name is a folder for a sweep that grows: DIR/profile.h5, with its parts in DIR/parts,
 * which stay, so that more traces can be added later. */
#ifndef POISE_CLI_PROFILE_PLACE_H
#define POISE_CLI_PROFILE_PLACE_H

#include "common/error.h"

#include <limits.h>
#include <stdbool.h>

typedef struct profile_place {
    char file[PATH_MAX], parts[PATH_MAX];
    bool keeps_parts;
} profile_place;

int profile_place_of(const char *output, profile_place *place, poise_error *err);

#endif
