/* What all parts of a sweep must have in common: machine, grid, and the version that simulates. Kept as text
 * in the folder of the parts, so that measurements of different kinds never meet in one profile. */
#ifndef POISE_PROFILE_SWEEP_SETTINGS_H
#define POISE_PROFILE_SWEEP_SETTINGS_H

#include "profile/sweep/plan.h"

/* Writes the settings of the plan to `path`, or finds them there already. Other settings there are
 * POISE_FAILED, and the sentence says in what they differ. Several processes may do this at once. */
int sweep_settings_claim(const char *path, const sweep_plan *plan, poise_error *err);

#endif
