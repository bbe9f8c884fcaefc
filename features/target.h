/* Which warp-tuple a kernel is taught: the one with the best score, which prefers a good neighbourhood to a
 * lonely peak (poise.md section 5, thesis E5.12 and Table 5.5). */
#ifndef POISE_FEATURES_TARGET_H
#define POISE_FEATURES_TARGET_H

#include "features/surface.h"

#include <stdint.h>

/* Weights of a point itself, of its neighbours along one axis, and of its diagonal neighbours. */
#define TARGET_WEIGHT_SELF     1.0
#define TARGET_WEIGHT_AXIS     0.50
#define TARGET_WEIGHT_DIAGONAL 0.25

/* score(N, p) = the mean of S over the point and its up to 8 neighbours, weighted as above over those that
 * exist (the thesis says "normalised"; ours is the sum of the weights present). On a coarse grid the
 * neighbours are the next values of N and p that were measured: the values v for which (v, v) was. NaN where
 * S is. */
int target_score(const surface *speedup, surface *score, poise_error *err);

/* The point of the highest score; ties go to the higher speedup, then the higher N, then the higher p. (0, 0)
 * when no point has a score. */
void target_choose(const surface *speedup, const surface *score, uint32_t *n, uint32_t *p);

/* Targets of kernels that can have `warps` warps per scheduler are stretched to a common axis of
 * `scaled_warps` before training, and predictions are shrunk back, rounded to nearest and clamped
 * to 1..warps. */
double target_scale(uint32_t value, uint32_t warps, uint32_t scaled_warps);
uint32_t target_unscale(double scaled, uint32_t warps, uint32_t scaled_warps);

#endif
