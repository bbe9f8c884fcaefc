/* `poise sim --cpu FILE,...`: what CPU cores have done beside the GPU's programs, or alone. */
#ifndef POISE_CLI_SIM_CPUS_H
#define POISE_CLI_SIM_CPUS_H

#include "common/options.h"
#include "evaluate/mix/run.h"

#include <jansson.h>

/* The cores of a mix; alone: NULL = not simulated. */
typedef struct cli_cpus {
    const evaluate_mix *mix;
    const sim_cpu_result *shared, *alone;
} cli_cpus;

/* Adds a core for each file, each text a list with commas. */
int cli_cpus_add(evaluate_mix *mix, const poise_list *files, poise_error *err);

/* Runs each program with the machine to itself, up to the instruction that its core has come to. */
int cli_cpus_run_alone(const evaluate_mix *mix, const evaluate_mix_machine *machine,
                       const sim_cpu_result *shared, sim_cpu_result *alone, poise_error *err);

/* Requests of all cores. */
uint64_t cli_cpus_requests(const cli_cpus *cpus);

/* Warns of cores that max_cycles has cut short. */
void cli_cpus_warn(const cli_cpus *cpus);

/* What the cores have done, as `name = value` lines; as members of `root`, nonzero when there is no memory.
 * Without cores nothing. */
void cli_cpus_print(const cli_cpus *cpus);
int cli_cpus_json(const cli_cpus *cpus, json_t *root);

#endif
