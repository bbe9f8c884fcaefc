/* A GPU program with CPU cores beside it: `poise sim --cpu FILE,... TRACE...`. */
#ifndef POISE_CLI_SIM_BESIDE_H
#define POISE_CLI_SIM_BESIDE_H

#include "cli/sim/side.h"

#include <stdbool.h>

/* Runs the GPU program whose launches are `traces`, which it takes (none: the cores alone), on all SMs with a
 * core for each file of `cpus`, and prints what they have done; as planned also each with the machine to
 * itself. */
int cli_sim_beside(trace_files *traces, const poise_list *cpus, const cli_side_plan *plan, poise_error *err);

#endif
