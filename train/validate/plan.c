#include "train/validate/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    double lowest;
    bool closed;
    const char *values;
} hypers[TRAIN_HYPERS] = {
#define HYPER(id, name, lowest, closed, values) {lowest, closed, values},
#include "train/method/hypers.def"
#undef HYPER
};

static bool in_range(double value, train_hyper hyper)
{
    bool above = hypers[hyper].closed ? value >= hypers[hyper].lowest : value > hypers[hyper].lowest;
    return above && isfinite(value) && (hyper != TRAIN_NU_HYPER || value <= 1.0);
}

int train_parse_grid(const char *text, train_hyper hyper, train_grid *grid, poise_error *err)
{
    const char *at = strcmp(text, "cv") == 0 ? hypers[hyper].values : text;
    *grid = (train_grid){0};
    for (;;) {
        char *end = NULL;
        double value = strtod(at, &end);
        size_t length = strspn(at, "0123456789.e+-"); /* strtod also takes blanks, nan and inf */
        if (length == 0 || end != at + length || !in_range(value, hyper) || grid->n == TRAIN_GRID_VALUES)
            break;
        grid->value[grid->n++] = value;
        if (*end == '\0')
            return POISE_OK;
        if (*end != ',')
            break;
        at = end + 1;
    }
    return poise_fail(err, POISE_USAGE,
                      "%s is a number %s %g%s, up to %d of them separated by commas, or cv; not '%s'",
                      train_hyper_name[hyper], hypers[hyper].closed ? ">=" : ">", hypers[hyper].lowest,
                      hyper == TRAIN_NU_HYPER ? " and <= 1" : "", TRAIN_GRID_VALUES, text);
}

size_t train_candidates(const train_plan *plan)
{
    size_t n = 1;
    for (int h = 0; h < TRAIN_HYPERS; h++) {
        if (train_has_hyper(&plan->spec, (train_hyper)h))
            n *= plan->grid[h].n;
    }
    return n;
}

int train_carry_out(const dataset *data, const bool *use, const train_plan *plan, const char *name,
                    train_outcome *outcome, poise_error *err)
{
    train_choice choice;
    *outcome = (train_outcome){0};
    int code = train_choose(data, use, plan, &choice, err);
    return code == POISE_OK ? train_fit(data, use, &choice.spec, name, outcome, err) : code;
}
