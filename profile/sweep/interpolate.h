/* A surface over the warp-tuples from a few of its points. */
#ifndef POISE_PROFILE_SWEEP_INTERPOLATE_H
#define POISE_PROFILE_SWEEP_INTERPOLATE_H

#include <stdint.h>

enum { INTERPOLATE_MOST_POINTS = 64 };

/* Fills the NaNs of `value` at p > 0, in the order of profile_point, with a smooth function through the
 * points that are known: cubic radial basis functions with a linear tail, the smoothest surface of that kind
 * (Wendland, Scattered Data Approximation, 2005, section 10). Known are 3 to INTERPOLATE_MOST_POINTS points
 * with p > 0 that do not lie on one line. The same input gives the same result to the last bit on one
 * machine. */
void sweep_interpolate(uint32_t warps, double *value);

#endif
