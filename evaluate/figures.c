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

/* What every file and terminal takes. */
static bool is_unit(const char *unit)
{
    size_t length = 0;
    while (unit != NULL && unit[length] >= ' ' && unit[length] <= '~' && length < EVALUATE_FIGURE_TEXT)
        length++;
    return unit != NULL && length < EVALUATE_FIGURE_TEXT && unit[length] == '\0';
}

const char *evaluate_figures_add(evaluate_figures *figures, const char *name, const char *unit, double value)
{
    if (!policy_is_name(name) || strlen(name) >= EVALUATE_FIGURE_TEXT)
        return "a name that is not 1 to 63 letters, digits, '_' and '-'";
    if (!is_unit(unit))
        return "a unit that is not at most 63 printable ASCII characters";
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
    policy_figure given[POLICY_FIGURES] = {0};
    const size_t n = sim_sched_figures(sim, given, POLICY_FIGURES);
    const char *fault = n > POLICY_FIGURES ? "too many of them" : NULL;
    for (size_t i = 0; i < n && fault == NULL; i++) {
        if (isfinite(given[i].value))
            fault = evaluate_figures_add(figures, given[i].name, given[i].unit, given[i].value);
    }
    if (fault == NULL)
        return POISE_OK;
    return poise_fail(err, POISE_FAILED, "the figures that the policy tells about itself have %s", fault);
}
