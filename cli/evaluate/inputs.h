/* What `poise evaluate` reads before it simulates: machines, policies, programs, a profile. */
#ifndef POISE_CLI_EVALUATE_INPUTS_H
#define POISE_CLI_EVALUATE_INPUTS_H

#include "cli/evaluate/machines.h"
#include "evaluate/compare.h"

typedef struct evaluate_inputs {
    cli_machines machines;
    evaluate_policy_list policies;
    evaluate_program *programs; /* [machine][program] */
    size_t n_programs;
    profile surface;
    evaluate_request *requests; /* of each machine, without what is no input */
} evaluate_inputs;

/* `usual`: the policies without -s and --schemes. Frees nothing that it did not make. */
int evaluate_read_policies(evaluate_policy_list *policies, const evaluate_options *options, const char *usual,
                           poise_error *err);

/* The caller closes zeroed inputs also after a failure. */
int evaluate_inputs_open(evaluate_inputs *inputs, const evaluate_options *options, int n_folders,
                         char **folders, poise_error *err);
void evaluate_inputs_close(evaluate_inputs *inputs);

#endif
