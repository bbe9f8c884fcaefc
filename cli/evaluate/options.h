/* Options of `poise evaluate`. */
#ifndef POISE_CLI_EVALUATE_OPTIONS_H
#define POISE_CLI_EVALUATE_OPTIONS_H

#include "cli/machine.h"
#include "cli/shares.h"
#include "cli/work.h"

#include <stdbool.h>

typedef struct cli_mixes {
    poise_list given; /* "NAME=A+B@4+C+cpu:FILE" */
    const char *file; /* lines of this form; may be NULL */
    int partition;    /* choice of "equal|best" */
    int64_t step;
    const char *alone;
} cli_mixes;

typedef struct evaluate_options {
    cli_machine machine; /* the only one, or what all machines begin with and share */
    poise_list machines; /* "NAME=PART,PART..." */
    const char *machine_file, *base_machine;
    int mean; /* choice of "default|harmonic|arithmetic|geometric" */
    cli_work work;
    cli_shares shares;
    const char *sched, *schemes, *profile, *metrics, *output, *csv, *json;
    bool stalls, nearest;
    int64_t over_time;
    cli_mixes mixes;
} evaluate_options;

#endif
