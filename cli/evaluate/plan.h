/* What `poise evaluate` says before the first simulation, and of how far it is. */
#ifndef POISE_CLI_EVALUATE_PLAN_H
#define POISE_CLI_EVALUATE_PLAN_H

#include "evaluate/comparison.h"
#include "evaluate/mix/mixes.h"

/* How much there is to simulate, and what part of it is the search for the N of "swl" and "pcal_swl" without
 * a profile, with the way around it. */
void evaluate_say_plan(const evaluate_request *request, const evaluate_outline *outline);

/* The same of mixes. */
void evaluate_say_mixes_plan(const evaluate_mixes_request *request, const evaluate_mixes_outline *outline);

/* `poise evaluate --status`: prints how far the evaluation is that writes to `output`; POISE_INCOMPLETE when
 * it is not complete. */
int evaluate_print_status(const char *output, poise_error *err);

#endif
