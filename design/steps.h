/* The rounds of a search: points are offered, measured together, and some of them are taken. Of this module
 * alone. */
#ifndef POISE_DESIGN_STEPS_H
#define POISE_DESIGN_STEPS_H

#include "design/problem.h"

/* Areas are sums of products: a point that fills the budget exactly is within it. */
#define DESIGN_AREA_SLACK 1e-9

/* A point that is `visit` of the search, one step or two from `parent`. */
typedef struct design_offer_of {
    size_t parent, visit;
} design_offer_of;

typedef struct design_round {
    const design_problem *problem;
    design_search *search;
    design_stage stage;
    uint32_t number;
    size_t measured; /* visits that have a value */
    design_offer_of *offers;
    size_t n_offers, room;
} design_round;

int design_round_make(design_round *round, const design_problem *problem, design_search *search,
                      poise_error *err);
void design_round_free(design_round *round);

/* A round without offers; it gets its number when something new is measured. */
void design_round_begin(design_round *round, design_stage stage);
/* Measures what is offered and new. */
int design_round_measure(design_round *round, poise_error *err);

/* Offers a point. One that is no machine, that lies beyond the budget where it must not, or for which there
 * is no room is left out. */
void design_offer(design_round *round, size_t parent, const design_point *point, bool within_budget);
/* One step up of each knob within the budget; with `both`, one step down, too. */
void design_offer_steps(design_round *round, size_t at, bool both);
/* One step down of each knob that saves area. */
void design_offer_down(design_round *round, size_t at);
/* Two steps up, of two knobs or of one, within the budget. */
void design_offer_pairs(design_round *round, size_t at);
/* `given` is one step down from `at`; from there one step up of each other knob, within the budget. */
void design_offer_up_beside(design_round *round, size_t at, size_t given);

/* Those of the offers that are kept for the next round of the ascent; returns how many. */
size_t design_keep(const design_round *round, size_t kept[DESIGN_MOST_BEAM]);
/* The offer that loses least per area saved, of those of at least this value; false when there is none. */
bool design_cheapest(const design_round *round, double least, size_t *visit);
/* The `most` that do, cheapest first; returns how many. */
size_t design_cheapest_few(const design_round *round, size_t *visits, size_t most);
/* The offer of the highest value; false when there is none. */
bool design_best_offer(const design_round *round, size_t *visit);

#endif
