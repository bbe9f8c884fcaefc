/* `poise evaluate --mix`: policies x mixes of programs that run side by side. */
#ifndef POISE_CLI_EVALUATE_MIXES_H
#define POISE_CLI_EVALUATE_MIXES_H

#include "common/options.h"
#include "evaluate/mix/mixes.h"

#include <stdbool.h>

typedef struct cli_mixes {
    poise_list given; /* "NAME=A+B@4+C" */
    const char *file; /* lines of this form; may be NULL */
    int partition;    /* choice of "equal|best" */
    int64_t step;
    const char *alone;
} cli_mixes;

/* Reads the mixes, simulates, prints the table and writes the files (NULL = none). */
int cli_evaluate_mixes(const cli_mixes *mixes, const sim_config *config, const char *policies, int jobs,
                       const char *csv, const char *json, poise_error *err);

#endif
