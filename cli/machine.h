/* The simulated machine as verbs take it: `-c CONFIG --set key=value,key=value`. */
#ifndef POISE_CLI_MACHINE_H
#define POISE_CLI_MACHINE_H

#include "common/options.h"
#include "sim/config.h"

typedef struct cli_machine {
    const char *config; /* preset or file; NULL = the machine of the thesis */
    const char *set;    /* comma-separated assignments; may be NULL */
} cli_machine;

/* Entries of an option table whose struct `type` holds a cli_machine called `machine`. */
#define CLI_CONFIG_OPTION(type)                                                                           \
    {                                                                                                     \
        "config", 'c', POISE_OPT_STRING, offsetof(type, machine.config), NULL, POISE_ANY_RANGE, NULL,     \
            "CONFIG", "machine: a preset or a file of 'key = value' lines; without it that of the thesis" \
    }
#define CLI_SET_OPTION(type)                                                                  \
    {                                                                                         \
        "set", 0, POISE_OPT_STRING, offsetof(type, machine.set), NULL, POISE_ANY_RANGE, NULL, \
            "KEY=VALUE,...", "machine options that override those of CONFIG"                  \
    }

/* Loads the machine, applies the assignments and checks that the result fits together. */
int cli_machine_load(sim_config *config, const cli_machine *machine, poise_error *err);

#endif
