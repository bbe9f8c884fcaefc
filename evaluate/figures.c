#include "evaluate/figures.h"

#include "sim_hooks/registry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void evaluate_figures_free(evaluate_figures *figures)
{
    free(figures->all);
    *figures = (evaluate_figures){0};
}

const char *evaluate_figures_add(evaluate_figures *figures, const char *name, const char *unit, double value)
{
    const char *fault = policy_figure_fault(name, unit);
    if (fault != NULL)
        return fault;
    if (!isfinite(value))
        return "a value that is not finite";
    for (size_t i = 0; i < figures->n; i++) {
        if (strcmp(figures->all[i].name, name) == 0)
            return "a name twice";
    }
    if (figures->n == POLICY_FIGURES)
        return "too many of them";
    evaluate_figure *grown = realloc(figures->all, (figures->n + 1) * sizeof *grown);
    if (grown == NULL)
        return "no memory";
    figures->all = grown;
    evaluate_figure *figure = &grown[figures->n++];
    *figure = (evaluate_figure){.value = value};
    memcpy(figure->name, name, strlen(name) + 1);
    memcpy(figure->unit, unit, strlen(unit) + 1);
    return NULL;
}

int evaluate_figures_take(evaluate_figures *figures, const simulator *sim, poise_error *err)
{
    policy_figure given[POLICY_FIGURES];
    const size_t n = sim_sched_figures(sim, given, POLICY_FIGURES);
    const char *fault = NULL;
    for (size_t i = 0; i < n && fault == NULL; i++)
        fault = evaluate_figures_add(figures, given[i].name, given[i].unit, given[i].value);
    if (fault == NULL)
        return POISE_OK;
    return poise_fail(err, POISE_FAILED, "the figures that the policy tells about itself have %s", fault);
}
