/* `poise sim --cpu FILE,...`: CPU cores that run recorded programs beside the GPU's, or alone. */
#ifndef POISE_CLI_SIM_CPUS_H
#define POISE_CLI_SIM_CPUS_H

#include "common/options.h"
#include "sim/sim.h"

#include <jansson.h>

typedef struct cli_cpus {
    uint32_t n;                                /* cores */
    const cpu_program *of_core[SIM_MOST_CPUS]; /* their programs; a file that is named twice is one */
    char *name[SIM_MOST_CPUS];                 /* of the program of each core */
    cpu_program *program;                      /* each file once */
    size_t n_programs;
    cpu_counts *alone; /* of each core with the machine to itself; NULL = not simulated */
} cli_cpus;

/* Reads the files, each text a list with commas. Free with cli_cpus_free whatever the outcome. */
int cli_cpus_read(cli_cpus *cpus, const poise_list *files, poise_error *err);
void cli_cpus_free(cli_cpus *cpus);

/* Runs each program with the machine to itself, up to the instruction that its core has come to on `sim`. */
int cli_cpus_run_alone(cli_cpus *cpus, const simulator *sim, const sim_config *config,
                       const sim_policies *policies, poise_error *err);

/* Requests of all cores in the last run. */
uint64_t cli_cpus_requests(const cli_cpus *cpus, const simulator *sim);

/* Warns of cores that max_cycles has cut short in the last run. */
void cli_cpus_warn(const cli_cpus *cpus, const simulator *sim);

/* What the cores have done in the last run, as `name = value` lines; as members of `root`, nonzero when there
 * is no memory. */
void cli_cpus_print(const cli_cpus *cpus, const simulator *sim);
int cli_cpus_json(const cli_cpus *cpus, const simulator *sim, json_t *root);

#endif
