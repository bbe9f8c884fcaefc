/* Which warp-tuple a kernel is taught: the one with the best score, which prefers a good neighbourhood to a
 * lonely peak [S5.5.3, E5.12, T5.5]. */
#ifndef POISE_FEATURES_TARGET_H
#define POISE_FEATURES_TARGET_H

#include "features/surface.h"

#include <stdint.h>

/* score(N, p) = the mean of S over the point and its up to 8 neighbours, weighted as profile/score.h says
 * over those that exist (the thesis says "normalised"; ours is the sum of the weights present). NaN where S
 * is.
 *
 * On a full or coarse grid, all pairs of the values v for which (v, v) was measured, with p = 0 or without,
 * the neighbours are the next of these values; what p = 0 is to others, profile/score.h says. Where other
 * points were measured (`--grid adaptive`) they are one step away, and only points whose neighbours were all
 * measured have a score. */
int target_score(const surface *speedup, surface *score, poise_error *err);

/* The point of the highest score; ties go to the higher speedup, then the higher N, then the higher p. (0, 0)
 * when no point has a score. */
void target_choose(const surface *speedup, const surface *score, uint32_t *n, uint32_t *p);

/* Targets of kernels that can have `warps` warps per scheduler are stretched to a common axis of
 * `scaled_warps` before training; poise_model_predict shrinks predictions back. */
double target_scale(uint32_t value, uint32_t warps, uint32_t scaled_warps);

#endif
