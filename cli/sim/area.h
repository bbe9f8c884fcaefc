/* `poise sim --area BASE`: what a machine costs in silicon against another. */
#ifndef POISE_CLI_SIM_AREA_H
#define POISE_CLI_SIM_AREA_H

#include "common/error.h"
#include "sim/config/config.h"

/* Prints the buffers and wires that `machine` has more than the machine `base` (a preset or a file). */
int cli_area_print(const sim_config *machine, const char *base, poise_error *err);

#endif
