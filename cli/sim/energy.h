/* `poise sim --energy`: the estimate of sim/measure/energy.h as a table and as JSON. */
#ifndef POISE_CLI_SIM_ENERGY_H
#define POISE_CLI_SIM_ENERGY_H

#include "sim/config/config.h"
#include "sim/measure/counters.h"

#include <jansson.h>

/* On standard output: each part, its share, and what it is. */
void cli_energy_print(const sim_counters *counters, const sim_config *machine);

/* A new object: parts, total and mean power, and the constants; NULL when there is no memory. */
json_t *cli_energy_json(const sim_counters *counters, const sim_config *machine);

#endif
