/* Programs side by side and CPU cores beside them: the run that `poise sim --app` and `--cpu` print. */
#ifndef POISE_CLI_SIM_SIDE_H
#define POISE_CLI_SIM_SIDE_H

#include "cli/sim/cpus.h"
#include "common/log.h"

#include <stdbool.h>

/* How it is run and printed. */
typedef struct cli_side_plan {
    evaluate_mix_machine machine;
    bool alone; /* also each program and core with the machine to itself, programs on as many SMs */
    bool json;
    poise_progress_mode progress;
} cli_side_plan;

typedef struct cli_side {
    evaluate_mix mix;
    evaluate_range *ranges;
    evaluate_mix_outcome shared, alone;
    bool has_alone;
    evaluate_mix_whole whole;
    double seconds; /* that it took */
} cli_side;

/* How the run is printed. */
typedef struct cli_side_form {
    void (*text)(const cli_side *side);
    int (*json)(const cli_side *side, poise_error *err);
} cli_side_form;

/* Runs side->mix, which the caller has filled with programs, `cpus` beside them, and what is asked for alone;
 * says how fast it was, warns of what was cut short, and prints it. Free with cli_side_free whatever the
 * outcome. */
int cli_side_run(cli_side *side, const poise_list *cpus, const cli_side_plan *plan, const cli_side_form *form,
                 poise_error *err);
void cli_side_free(cli_side *side);

static inline cli_cpus cli_side_cpus(const cli_side *side)
{
    return (cli_cpus){&side->mix, side->shared.cpus, side->has_alone ? side->alone.cpus : NULL};
}

/* What policies that serve all programs tell, as PREFIXPLACE.NAME; as members of `to`. */
void cli_side_print_told(const cli_side *side, const char *prefix);
int cli_side_add_told(const cli_side *side, json_t *to);

#endif
