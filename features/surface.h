/* A value at every warp-tuple {N, p} of one kernel: speedup, score. */
#ifndef POISE_FEATURES_SURFACE_H
#define POISE_FEATURES_SURFACE_H

#include "common/error.h"
#include "profile/profile.h"

#include <stdint.h>

typedef struct surface {
    uint32_t warps; /* W, 1..PROFILE_MAX_WARPS */
    double *value;  /* profile_points(W) in the order of profile_point; NaN where there is none */
} surface;

/* All values NaN. POISE_FAILED when out of memory. */
int surface_create(surface *s, uint32_t warps, poise_error *err);
void surface_free(surface *s);

/* Value at {N, p}; NaN outside the plane. */
double surface_at(const surface *s, uint32_t n, uint32_t p);

/* 0 when some {N, 0} has a value, else 1: the thesis' plane. */
uint32_t surface_least_p(const surface *s);

/* S(N, p) = IPC(N, p) / IPC(max, max), NaN where not measured. [S5.5.3]. */
int surface_speedup(surface *speedup, const profile_kernel *kernel, poise_error *err);

#endif
