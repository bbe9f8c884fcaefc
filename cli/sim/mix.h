/* `poise sim --app`: programs side by side, and CPU cores beside them. */
#ifndef POISE_CLI_SIM_MIX_H
#define POISE_CLI_SIM_MIX_H

#include "cli/sim/side.h"

#include <stdbool.h>

/* Runs the programs that the words of `apps` name (programs.h) with CPU cores for the files of `cpus`, and
 * prints what each and the machine have counted; as planned also runs each alone, programs on as many SMs,
 * and prints what they lose by each other. */
int cli_sim_mix(const poise_list *apps, const poise_list *cpus, const cli_side_plan *plan, poise_error *err);

#endif
