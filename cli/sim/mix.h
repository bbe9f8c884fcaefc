/* `poise sim --app`: programs side by side. */
#ifndef POISE_CLI_SIM_MIX_H
#define POISE_CLI_SIM_MIX_H

#include "common/options.h"
#include "evaluate/mix/mix.h"

#include <stdbool.h>

/* Runs the programs that the words of `apps` name (mix_programs.h) and prints what each and the machine have
 * counted; with `alone` also runs each alone, on as many SMs, and prints what they lose by each other. */
int cli_sim_mix(const poise_list *apps, const evaluate_mix_machine *machine, bool alone, bool json,
                poise_error *err);

#endif
