/* The search for a kernel's target, the warp-tuple of the best score (profile/score.h), with few simulations.
 *
 * First a coarse design: N and p from W, W/2, W/4, ... 1, and on the diagonal, where targets are ridges, the
 * values halfway too: 19 points for W = 24. Then, again and again, the surface is guessed from what is known
 * (interpolate.h), and the neighbourhood that promises the best score is measured. It ends when none promises
 * 0.1 % more than the best one measured, nor is a summit of its own within 5 % of it; or when the points are
 * used up. Along p = 0, where nobody allocates, N = W, W/2, ... 1 are measured, then, while the best of them
 * is within 5 % of the best of all, what lies halfway to the next known ones. So the score at the end is
 * exact; at worst a better one is elsewhere. `poise profile --replay` tells what that costs. Kernels with W
 * <= 5 are measured whole.
 *
 * A search has no state but the points: what comes next is a function of what is known. */
#ifndef POISE_PROFILE_SWEEP_SEARCH_H
#define POISE_PROFILE_SWEEP_SEARCH_H

#include "profile/sweep/point.h"

/* A search measures at most this many points (our choice: 15 % of the triangle of W = 24); for W = 64 its
 * design alone has 34. */
enum { SWEEP_SEARCH_MOST_POINTS = 45 };
/* And at most so many with p = 0 (our choice); for W = 64 the first have 7. */
enum { SWEEP_SEARCH_MOST_WITHOUT = 14 };

/* Writes the points to measure next to `points`, which has room for the plane; 0 at the end. `value` is
 * the speed at the known points, in any unit, NaN elsewhere, in the order of profile_point. Known
 * must be only what the search has asked for. */
size_t sweep_search_next(sweep_plane plane, const double *value, sweep_point *points);

#endif
