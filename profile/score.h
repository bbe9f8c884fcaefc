/* How good a warp-tuple is together with its neighbourhood: what the search for targets (profile/sweep) and
 * the choice of targets (features/target.h) have in common. Source: [S5.5.3, E5.12, T5.5].
 */
#ifndef POISE_PROFILE_SCORE_H
#define POISE_PROFILE_SCORE_H

#include "profile/profile.h"

/* Weights of a point itself, of its neighbours along one axis, and of its diagonal neighbours. */
#define SCORE_WEIGHT_SELF     1.0
#define SCORE_WEIGHT_AXIS     0.50
#define SCORE_WEIGHT_DIAGONAL 0.25

/* Weight of the neighbour `di` and `dj` steps (-1, 0, 1) away along N and p. */
double score_weight(int di, int dj);

/* The mean of `value`, in the order of profile_point, over {n, p} and its up to 8 neighbours in the plane,
 * weighted as above. NaN when one of them is. That nobody allocates is no step on the way of p (our choice:
 * between p = 1 and 0 all reuse may end): points with p = 0 have neighbours with p = 0 only, and are none of
 * others, so that the scores of the thesis' plane, p >= 1, are what they were. */
double score_at(uint32_t warps, const double *value, uint32_t n, uint32_t p);

#endif
