/* What policies tell about themselves after a launch (policy_statistic, sim_hooks/policy.h), kept
 * with the results. They are means as well as counts, so that they are never added up. */
#ifndef POISE_EVALUATE_FIGURES_H
#define POISE_EVALUATE_FIGURES_H

#include "sim/sim.h"

typedef struct evaluate_figure {
    char name[POLICY_STATISTIC_TEXT], unit[POLICY_STATISTIC_TEXT];
    double value; /* finite */
} evaluate_figure;

enum { EVALUATE_MOST_FIGURES = POLICY_PLACES * POLICY_STATISTICS };

/* Of one launch, in the order in which the policies give them. */
typedef struct evaluate_figures {
    size_t n;
    evaluate_figure *all;
} evaluate_figures;
/* A zeroed one is fine. */
void evaluate_figures_free(evaluate_figures *figures);

/* Adds a figure with copies of its texts, which come from policies and from files. NULL, or why it cannot be
 * kept, as an object of "they have": "a name twice". */
const char *evaluate_figures_add(evaluate_figures *figures, const char *name, const char *unit, double value);

/* Those of the launch that `sim` has just run. The caller frees, also after a failure. */
int evaluate_figures_take(evaluate_figures *figures, const simulator *sim, poise_error *err);

#endif
