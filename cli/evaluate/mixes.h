/* `poise evaluate --mix`: policies x mixes of programs that run side by side. */
#ifndef POISE_CLI_EVALUATE_MIXES_H
#define POISE_CLI_EVALUATE_MIXES_H

#include "cli/evaluate/options.h"
#include "evaluate/policy_list.h"

/* Reads the mixes, simulates what is asked for, prints the table and writes the files. */
int cli_evaluate_mixes(const evaluate_options *options, const sim_config *config,
                       const evaluate_policy_list *policies, poise_error *err);

#endif
