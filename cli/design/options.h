/* What `poise design` is asked for. */
#ifndef POISE_CLI_DESIGN_OPTIONS_H
#define POISE_CLI_DESIGN_OPTIONS_H

#include "cli/machine.h"
#include "cli/shares.h"
#include "cli/work.h"

typedef struct design_options {
    cli_machine machine;
    const char *sched, *knobs, *budget, *output, *csv, *json;
    poise_list compare, judge;
    int mean;
    int64_t beam, machines;
    double least_gain, wait;
    cli_shares shares;
    cli_work work;
} design_options;

#endif
