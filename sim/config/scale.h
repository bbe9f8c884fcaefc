/* Scale groups of chapter 3: all resources of one level times a factor (sim/config/scale.def). */
#ifndef POISE_SIM_CONFIG_SCALE_H
#define POISE_SIM_CONFIG_SCALE_H

#include "sim/config/notes.h"

/* Applies "GROUP=FACTOR,GROUP=FACTOR" such as "l1=4,l2=4,dram=4" to the machine as it stands; the values that
 * change get the origin "--scale GROUP". An unknown group, a factor that is no whole number from 1 to 16, or
 * a value that leaves its range is POISE_USAGE. */
int sim_config_scale(sim_config *config, sim_config_notes *notes, const char *groups, poise_error *err);

#endif
