/* The time of a kernel as a smooth function of ln N and ln p, for methods that follow its slope. */
#ifndef POISE_TRAIN_METHOD_TIME_SURFACE_H
#define POISE_TRAIN_METHOD_TIME_SURFACE_H

#include "common/error.h"
#include "features/surface.h"

typedef struct train_time_surface {
    uint32_t warps, least_p; /* least_p: 0 where p = 0 was measured, else 1 */
    double *time; /* warps x (warps + 1), p from 0: 1 / S(N, p), at p > N that of (N, N); where nothing was
                     measured that of the nearest measured tuple */
} train_time_surface;

/* POISE_FAILED without memory or without a measured tuple. Free also after a failure. */
int train_time_surface_create(train_time_surface *t, const surface *speedup, poise_error *err);
void train_time_surface_free(train_time_surface *t);

/* Time at N = exp(u), p = exp(v), in units of that at (max, max), bilinear between tuples; N is limited to
 * 1..W and p to least_p..N, as a predicted tuple is. Adds its derivatives by u and v, times `weight`, to
 * slope[2].
 */
double train_time_at(const train_time_surface *t, double u, double v, double weight, double slope[2]);

#endif
