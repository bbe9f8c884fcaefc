/* A GPU program with CPU cores beside it: `poise sim --cpu FILE,... TRACE...`. */
#ifndef POISE_CLI_SIM_BESIDE_H
#define POISE_CLI_SIM_BESIDE_H

#include "cli/sim/cpus.h"
#include "trace/files.h"

typedef struct cli_beside {
    const sim_config *config;
    const sim_policies *policies;
    const trace_files *traces; /* launches of the GPU program; none: the CPU cores alone */
    uint32_t threads;
    bool until_gpu; /* the run ends with the GPU program, whether all cores have ended or not */
    bool alone;     /* each with the machine to itself, too */
} cli_beside;

typedef struct cli_beside_result {
    sim_counters gpu;      /* of the GPU program until its first end */
    uint64_t restarts;     /* of it */
    uint64_t alone_cycles; /* of it with the machine to itself, 0 = not simulated */
    sim_counters machine;  /* of the whole run */
    double seconds;        /* that it took */
} cli_beside_result;

/* Runs it on *sim, which the caller destroys whatever the outcome. */
int cli_beside_run(const cli_beside *plan, cli_cpus *cpus, simulator **sim, cli_beside_result *result,
                   poise_error *err);

#endif
