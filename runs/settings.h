/* What all parts of a folder must have in common, as "key = value" lines: kept there, so that what was
 * measured under other conditions never meets in one result. */
#ifndef POISE_RUNS_SETTINGS_H
#define POISE_RUNS_SETTINGS_H

#include "common/error.h"

#define RUNS_SETTINGS_NAME "settings"

/* Writes the settings to `path`, or finds them there already. Other settings there are POISE_FAILED, and the
 * sentence says in what they differ. Several processes may do this at once. */
int runs_settings_claim(const char *path, const char *settings, poise_error *err);

#endif
