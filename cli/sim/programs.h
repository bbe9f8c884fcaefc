/* Programs of a mix as options name them: TRACES, TRACES@8 or TRACES@0-7, where @NAME stands for a run of the
 * project's own workloads (sets.h), or cpu:FILE for the program of a CPU core. */
#ifndef POISE_CLI_SIM_PROGRAMS_H
#define POISE_CLI_SIM_PROGRAMS_H

#include "evaluate/mix/mix.h"

/* Appends the program that `word` names. A set of several programs is POISE_USAGE. */
int cli_mix_add(evaluate_mix *mix, const char *word, poise_error *err);

#endif
