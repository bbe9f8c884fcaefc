#include "design/steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int design_round_make(design_round *round, const design_problem *problem, design_search *search,
                      poise_error *err)
{
    /* The most are steps both ways of all that are kept, or pairs. */
    const size_t knobs = problem->n_knobs + 1;
    *round =
        (design_round){.problem = problem, .search = search, .room = 2 * knobs * (DESIGN_MOST_BEAM + knobs)};
    round->offers = calloc(round->room, sizeof *round->offers);
    return round->offers == NULL ? poise_fail(err, POISE_FAILED, "no memory for a round of the search")
                                 : POISE_OK;
}

void design_round_free(design_round *round)
{
    free(round->offers);
    *round = (design_round){0};
}

void design_round_begin(design_round *round, design_stage stage)
{
    round->stage = stage;
    round->n_offers = 0;
}

int design_round_measure(design_round *round, poise_error *err)
{
    design_search *search = round->search;
    const size_t n = search->n - round->measured;
    if (n == 0)
        return POISE_OK;
    round->number++;
    for (size_t i = round->measured; i < search->n; i++)
        search->visits[i].round = round->number;
    int code = round->problem->measure(round->problem->user, search->visits + round->measured, n, err);
    if (code != POISE_OK)
        search->n = round->measured;
    round->measured = search->n;
    return code;
}

/* ---- offers ---- */

static size_t find(const design_search *search, const design_point *point)
{
    size_t i = 0;
    while (i < search->n && memcmp(&search->visits[i].point, point, sizeof *point) != 0)
        i++;
    return i;
}

void design_offer(design_round *round, size_t parent, const design_point *point, bool within_budget)
{
    const design_problem *problem = round->problem;
    design_search *search = round->search;
    const double area = problem->area(problem->user, point);
    if (isnan(area) || (within_budget && area > problem->budget + DESIGN_AREA_SLACK))
        return;
    const size_t visit = find(search, point);
    if (visit == search->n && search->n == problem->most) {
        search->is_cut = true;
        return;
    }
    if (visit == search->n)
        search->visits[search->n++] =
            (design_visit){.point = *point, .stage = round->stage, .area = area, .value = NAN};
    if (round->n_offers < round->room)
        round->offers[round->n_offers++] = (design_offer_of){parent, visit};
}

/* False where the knob has no such level. */
static bool step(const design_round *round, design_point *point, size_t knob, int by)
{
    const int level = point->level[knob] + by;
    if (level < 0 || level >= round->problem->levels[knob])
        return false;
    point->level[knob] = (uint8_t)level;
    return true;
}

static design_point point_of(const design_round *round, size_t visit)
{
    return round->search->visits[visit].point;
}

void design_offer_steps(design_round *round, size_t at, bool both)
{
    for (size_t knob = 0; knob < round->problem->n_knobs; knob++) {
        design_point up = point_of(round, at), down = up;
        if (step(round, &up, knob, 1))
            design_offer(round, at, &up, true);
        if (both && step(round, &down, knob, -1))
            design_offer(round, at, &down, true);
    }
}

void design_offer_down(design_round *round, size_t at)
{
    const double area = round->search->visits[at].area;
    for (size_t knob = 0; knob < round->problem->n_knobs; knob++) {
        design_point down = point_of(round, at);
        if (step(round, &down, knob, -1) &&
            round->problem->area(round->problem->user, &down) < area - DESIGN_AREA_SLACK)
            design_offer(round, at, &down, false);
    }
}

void design_offer_pairs(design_round *round, size_t at)
{
    for (size_t one = 0; one < round->problem->n_knobs; one++) {
        for (size_t other = one; other < round->problem->n_knobs; other++) {
            design_point pair = point_of(round, at);
            if (step(round, &pair, one, 1) && step(round, &pair, other, 1))
                design_offer(round, at, &pair, true);
        }
    }
}

void design_offer_up_beside(design_round *round, size_t at, size_t given)
{
    const design_point from = point_of(round, at);
    for (size_t knob = 0; knob < round->problem->n_knobs; knob++) {
        design_point up = point_of(round, given);
        if (up.level[knob] == from.level[knob] && step(round, &up, knob, 1))
            design_offer(round, at, &up, true);
    }
}

/* ---- choices ---- */

static double gain_of(const design_round *round, const design_offer_of *offer)
{
    return round->search->visits[offer->visit].value - round->search->visits[offer->parent].value;
}

static double area_of(const design_round *round, const design_offer_of *offer)
{
    return round->search->visits[offer->visit].area - round->search->visits[offer->parent].area;
}

static double steepness_of(const design_round *round, const design_offer_of *offer)
{
    return gain_of(round, offer) / fmax(area_of(round, offer), DESIGN_LEAST_AREA);
}

static double value_of(const design_round *round, const design_offer_of *offer)
{
    return round->search->visits[offer->visit].value;
}

static bool has(const size_t *visits, size_t n, size_t visit)
{
    bool found = false;
    for (size_t i = 0; i < n; i++)
        found |= visits[i] == visit;
    return found;
}

size_t design_keep(const design_round *round, size_t kept[DESIGN_MOST_BEAM])
{
    size_t n = 0;
    for (; n < round->problem->beam; n++) {
        double (*const rank)(const design_round *, const design_offer_of *) =
            n % 2 == 0 ? steepness_of : value_of;
        const design_offer_of *best = NULL;
        for (size_t i = 0; i < round->n_offers; i++) {
            const design_offer_of *offer = &round->offers[i];
            if (gain_of(round, offer) < round->problem->least_gain || has(kept, n, offer->visit))
                continue;
            if (best == NULL || rank(round, offer) > rank(round, best))
                best = offer;
        }
        if (best == NULL)
            break;
        kept[n] = best->visit;
    }
    return n;
}

static bool cheapest_but(const design_round *round, double least, const size_t *others, size_t n_others,
                         size_t *visit)
{
    double lowest = INFINITY;
    bool found = false;
    for (size_t i = 0; i < round->n_offers; i++) {
        const design_offer_of *offer = &round->offers[i];
        const double cost = gain_of(round, offer) / area_of(round, offer); /* a loss over an area saved */
        if (value_of(round, offer) < least || has(others, n_others, offer->visit) ||
            (found && cost >= lowest))
            continue;
        found = true;
        lowest = cost;
        *visit = offer->visit;
    }
    return found;
}

bool design_cheapest(const design_round *round, double least, size_t *visit)
{
    return cheapest_but(round, least, NULL, 0, visit);
}

size_t design_cheapest_few(const design_round *round, size_t *visits, size_t most)
{
    size_t n = 0, visit = 0;
    while (n < most && cheapest_but(round, -INFINITY, visits, n, &visit))
        visits[n++] = visit;
    return n;
}

bool design_best_offer(const design_round *round, size_t *visit)
{
    const design_offer_of *best = NULL;
    for (size_t i = 0; i < round->n_offers; i++) {
        if (best == NULL || value_of(round, &round->offers[i]) > value_of(round, best))
            best = &round->offers[i];
    }
    if (best != NULL)
        *visit = best->visit;
    return best != NULL;
}
