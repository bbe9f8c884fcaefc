#include "design/search.h"

#include "design/steps.h"

#include <math.h>
#include <stdlib.h>

/* ---- ascent ---- */

static size_t best_of(const design_search *search, const size_t *kept, size_t n)
{
    size_t best = kept[0];
    for (size_t i = 1; i < n; i++)
        best = search->visits[kept[i]].value > search->visits[best].value ? kept[i] : best;
    return best;
}

static int ascend(design_round *round, poise_error *err)
{
    size_t kept[DESIGN_MOST_BEAM] = {0}, n = 1;
    while (n > 0) {
        design_round_begin(round, DESIGN_ASCENT);
        for (size_t i = 0; i < n; i++)
            design_offer_steps(round, kept[i], true);
        int code = design_round_measure(round, err);
        if (code != POISE_OK)
            return code;
        const size_t best = best_of(round->search, kept, n);
        n = design_keep(round, kept);
        if (n > 0)
            continue;
        design_round_begin(round, DESIGN_PAIRS);
        design_offer_pairs(round, best);
        code = design_round_measure(round, err);
        if (code != POISE_OK)
            return code;
        n = design_keep(round, kept);
    }
    return POISE_OK;
}

/* ---- descent and trim ---- */

/* From `at` down; *end is where it ends. */
static int descend(design_round *round, design_stage stage, size_t at, size_t *end, poise_error *err)
{
    const double budget = round->problem->budget + DESIGN_AREA_SLACK;
    double reference = -INFINITY; /* highest value within the budget on the way */
    for (;;) {
        const design_visit *here = &round->search->visits[at];
        const bool is_within = here->area <= budget;
        if (is_within && here->value > reference)
            reference = here->value;
        *end = at;
        design_round_begin(round, stage);
        design_offer_down(round, at);
        int code = design_round_measure(round, err);
        if (code != POISE_OK)
            return code;
        const double least = is_within ? reference - round->problem->least_gain : -INFINITY;
        if (!design_cheapest(round, least, &at))
            return POISE_OK;
    }
}

static int descend_from_top(design_round *round, poise_error *err)
{
    design_point top = {0};
    size_t at, end;
    for (size_t i = 0; i < round->problem->n_knobs; i++)
        top.level[i] = (uint8_t)(round->problem->levels[i] - 1);
    design_round_begin(round, DESIGN_DESCENT);
    design_offer(round, 0, &top, false);
    int code = design_round_measure(round, err);
    if (code != POISE_OK || !design_best_offer(round, &at))
        return code;
    return descend(round, DESIGN_DESCENT, at, &end, err);
}

/* ---- exchange ---- */

static size_t best_within(const design_search *search, double budget)
{
    size_t best = 0;
    for (size_t i = 1; i < search->n; i++) {
        const design_visit *one = &search->visits[i], *other = &search->visits[best];
        if (one->area > budget + DESIGN_AREA_SLACK)
            continue;
        if (one->value > other->value || (one->value == other->value && one->area < other->area) ||
            other->area > budget + DESIGN_AREA_SLACK)
            best = i;
    }
    return best;
}

static int exchange(design_round *round, poise_error *err)
{
    for (;;) {
        const size_t at = best_within(round->search, round->problem->budget);
        size_t given[DESIGN_GIVEN];
        design_round_begin(round, DESIGN_EXCHANGE);
        design_offer_down(round, at);
        int code = design_round_measure(round, err);
        if (code != POISE_OK)
            return code;
        const size_t n = design_cheapest_few(round, given, DESIGN_GIVEN);
        design_round_begin(round, DESIGN_EXCHANGE);
        design_offer_steps(round, at, false);
        for (size_t i = 0; i < n; i++)
            design_offer_up_beside(round, at, given[i]);
        code = design_round_measure(round, err);
        if (code != POISE_OK)
            return code;
        const size_t best = best_within(round->search, round->problem->budget);
        const double gain = round->search->visits[best].value - round->search->visits[at].value;
        if (best == at || gain < round->problem->least_gain) /* a least gain of 0 ends, too */
            return POISE_OK;
    }
}

/* ---- all ---- */

static int search_all(design_round *round, poise_error *err)
{
    design_search *search = round->search;
    design_round_begin(round, DESIGN_BASE);
    design_offer(round, 0, &round->problem->start, false);
    int code = design_round_measure(round, err);
    if (code == POISE_OK && search->n == 0)
        code = poise_fail(err, POISE_USAGE, "there is no machine to begin with");
    if (code == POISE_OK)
        code = ascend(round, err);
    if (code == POISE_OK)
        code = descend_from_top(round, err);
    if (code == POISE_OK)
        code = exchange(round, err);
    const double budget = round->problem->budget;
    search->best = code == POISE_OK ? best_within(search, budget) : 0;
    search->chosen = search->best;
    if (code == POISE_OK)
        code = descend(round, DESIGN_TRIM, search->best, &search->chosen, err);
    if (code == POISE_OK)
        search->best = best_within(search, budget);
    return code;
}

int design_search_run(design_search *search, const design_problem *problem, poise_error *err)
{
    *search = (design_search){.visits = calloc(problem->most, sizeof *search->visits)};
    if (search->visits == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu designs", problem->most);
    design_round round = {0};
    int code = design_round_make(&round, problem, search, err);
    if (code != POISE_OK)
        return code;
    code = search_all(&round, err);
    design_round_free(&round);
    return code;
}

void design_search_free(design_search *search)
{
    free(search->visits);
    *search = (design_search){0};
}
