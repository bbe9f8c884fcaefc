/* The search for the machine of the highest value, such as a mean speed-up, within a budget of area. A
 * machine is a point: one level of each knob. All rules here are our choice; nothing is random, and what is
 * measured next follows from what has been measured alone.
 *
 * Ascent begins at the base. A round measures every point that is one step of one knob away from one of the
 * points that are kept and lies within the budget; kept are those that gain: in turn the one of the highest
 * gain per area and the one of the highest value, `beam` of them. When no step of any of them gains, all
 * pairs of steps up from the best of them are measured: resources of neighbouring levels help only together
 * [S3.5.3], and a level may be worth nothing before the next one, such as a flit that is wider and still one
 * of three of a line. When no pair gains either, it ends.
 *
 * Descent begins with all knobs at their highest level, whatever that costs: what only helps together is
 * there together. A round measures every step down that saves area and takes the one that loses least per
 * area saved. It ends within the budget, when a step would lose more than nothing (`least_gain`).
 *
 * Exchange begins at the best point within the budget. A round measures all its steps up, all its steps down
 * and, for the DESIGN_GIVEN steps down that lose least per area saved, each with every step up of another
 * knob; it goes on from the best point while that gains.
 *
 * Trim takes away from the best point what does not cost, by the rule of the descent. */
#ifndef POISE_DESIGN_SEARCH_H
#define POISE_DESIGN_SEARCH_H

#include "design/problem.h"

/* Searches. The caller frees with design_search_free, also after a failure, when the visits are those whose
 * rounds were complete. */
int design_search_run(design_search *search, const design_problem *problem, poise_error *err);
void design_search_free(design_search *search);

#endif
