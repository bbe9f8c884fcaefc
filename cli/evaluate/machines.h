/* The machines that `poise evaluate` compares: `-c`, changed by the parts of each `--machine`. */
#ifndef POISE_CLI_EVALUATE_MACHINES_H
#define POISE_CLI_EVALUATE_MACHINES_H

#include "cli/evaluate/options.h"

enum { CLI_MOST_MACHINES = 256, CLI_MACHINE_NAME = 64 }; /* machines of an evaluation; bytes of a name */

typedef struct cli_named_machine {
    char *name; /* NULL: the only one, of no --machine */
    sim_config config;
} cli_named_machine;

typedef struct cli_machines {
    size_t n, base; /* number of that with the baseline */
    cli_named_machine *of;
} cli_machines;

/* A wrong name, and one that no machine has, are POISE_USAGE. The caller frees, also after a failure. */
int cli_machines_read(cli_machines *machines, const evaluate_options *options, poise_error *err);
void cli_machines_free(cli_machines *machines);

/* Whether any option that makes machines is there. */
bool cli_machines_given(const evaluate_options *options);

#endif
