/* `poise profile --replay`: what the search of --grid adaptive would have found in profiles of all points. */
#ifndef POISE_CLI_PROFILE_REPLAY_H
#define POISE_CLI_PROFILE_REPLAY_H

#include "common/error.h"

#include <stddef.h>

/* Prints a line for each kernel of the profiles and the totals. A profile in which points are missing is
 * POISE_USAGE. */
int profile_replay(size_t n_paths, char *const *paths, poise_error *err);

#endif
