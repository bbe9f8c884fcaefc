/* What a search needs to know: machines, knobs, policy, programs. */
#ifndef POISE_CLI_DESIGN_INPUTS_H
#define POISE_CLI_DESIGN_INPUTS_H

#include "cli/design/options.h"
#include "design/explore.h"

typedef struct design_inputs {
    design_space space;
    evaluate_policy_list policies; /* one */
    evaluate_program *programs, *judges;
    size_t n_programs, n_judges;
    design_given given[POISE_LIST_ENTRIES];
    char *given_names[POISE_LIST_ENTRIES];
    size_t n_given;
    double budget; /* mm^2 */
} design_inputs;

/* Reads what the options name. Starts as zeros; close it in any case. */
int design_inputs_open(design_inputs *inputs, const design_options *options, int n_folders, char **folders,
                       poise_error *err);
void design_inputs_close(design_inputs *inputs);

#endif
