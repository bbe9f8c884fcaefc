/* The objective function of the thesis' analytical model [S5.5.1, E5.11]: what the hits of the p
 * polluting warps save, over what the misses of the N - p others cost. Not a feature: it is known for tuples
 * that have run, and here to be compared with their speedups (F5.5). */
#ifndef POISE_FEATURES_POLLUTING_H
#define POISE_FEATURES_POLLUTING_H

#include "features/surface.h"

/* mu(N, p) = p / (N - p) * I_n (h_p - h_o) / (m_np L' - m_o L_o) in units of T_pipe K_mshr, which are
 * constants of a machine; I_d is I_n [S5.5.1]. h_p: hit rate of polluting warps, m_np: miss rate
 * of the others, L': latency of misses, all at {N, p}; o: at (max, max). A merge with a miss in flight is a
 * miss, as in the features. NaN for N = p, where one of the groups loads nothing or all misses of the others
 * cost no more than before (the denominator is not positive), where nothing was measured, and in profiles of
 * programs that did not count the groups apart. */
int surface_polluting(surface *mu, const profile_kernel *kernel, poise_error *err);

#endif
