/* The simulated machine as verbs take it: `-c CONFIG --set key=value,key=value`. */
#ifndef POISE_CLI_MACHINE_H
#define POISE_CLI_MACHINE_H

#include "common/error.h"
#include "sim/config.h"

/* Loads preset or file `name` (NULL = the thesis machine), applies the comma-separated `assignments` (may be
 * NULL) and checks that the result fits together. */
int cli_machine_load(sim_config *config, const char *name, const char *assignments, poise_error *err);

#endif
