/* The simulated machine as verbs take it: `-c MACHINE,MACHINE --set key=value,key=value --lenient`, some also
 * `--scale GROUP=N --memory KIND`. */
#ifndef POISE_CLI_MACHINE_H
#define POISE_CLI_MACHINE_H

#include "common/options.h"
#include "sim/config/notes.h"

#include <stdbool.h>

typedef struct cli_machine {
    poise_list config; /* presets and files, comma-separated; none = the machine of the thesis */
    /* Of one machine of several, "PART,PART...": each is a preset or file, KEY=VALUE, scale:GROUP=N or
     * memory:KIND, and applies after the option of its kind; may be NULL */
    const char *parts;
    poise_list set;     /* comma-separated assignments */
    poise_list scale;   /* "l1=4,l2=4" */
    const char *memory; /* "fixed:300", "perfect" and so on; may be NULL */
    bool lenient;       /* what a GPGPU-Sim file asks for and is not modelled is a warning */
    bool is_told;       /* what `config` says has been printed before */
} cli_machine;

/* Entries of an option table whose struct `type` holds a cli_machine called `machine`. */
#define CLI_CONFIG_OPTION(type)                                                                     \
    {                                                                                               \
        "config", 'c', POISE_OPT_LIST, offsetof(type, machine.config), NULL, POISE_ANY_RANGE, NULL, \
            "MACHINE,...",                                                                          \
            "machine, each changing the one before: presets, files of 'key = value' lines "         \
            "or gpgpusim.config files; without it that of the thesis"                               \
    }
#define CLI_SET_OPTION(type)                                                                                 \
    {                                                                                                        \
        "set", 0, POISE_OPT_LIST, offsetof(type, machine.set), NULL, POISE_ANY_RANGE, NULL, "KEY=VALUE,...", \
            "machine options that override those of MACHINE"                                                 \
    }
#define CLI_LENIENT_OPTION(type)                                                                          \
    {                                                                                                     \
        "lenient", 0, POISE_OPT_FLAG, offsetof(type, machine.lenient), NULL, POISE_ANY_RANGE, NULL, NULL, \
            "warn of GPGPU-Sim options that would change results and are not modelled, do not stop"       \
    }

#define CLI_SCALE_OPTION(type)                                                                  \
    {                                                                                           \
        "scale", 0, POISE_OPT_LIST, offsetof(type, machine.scale), NULL, POISE_ANY_RANGE, NULL, \
            "GROUP=N,...", "N times the resources of l1, l2 or dram, after --set [T3.3]"        \
    }
#define CLI_MEMORY_OPTION(type)                                                                             \
    {                                                                                                       \
        "memory", 0, POISE_OPT_STRING, offsetof(type, machine.memory), NULL, POISE_ANY_RANGE, NULL, "KIND", \
            "what lies below the L1s: real, fixed:CYCLES, infinite, ideal-dram or perfect"                  \
    }

/* Loads the machine, applies the assignments, scales, chooses the memory and checks that the
 * result fits together. Prints the warnings of the files, and one when a GPGPU-Sim file asks for another
 * scheduler than the baseline. */
int cli_machine_load(sim_config *config, const cli_machine *machine, poise_error *err);

/* The same for a verb that uses the scheduler of the file and shows origins. `notes` starts as zeros and is
 * freed by the caller with sim_config_notes_free whatever the outcome. */
int cli_machine_read(sim_config *config, sim_config_notes *notes, const cli_machine *machine,
                     poise_error *err);

/* The machine as a file that -c reads back: behind each value where it comes from, then its unit and the
 * source of its default. */
int cli_machine_print(const sim_config *config, const sim_config_notes *notes, FILE *out, poise_error *err);

#endif
