/* The points of a sweep: warp-tuples {N, p} of one kernel. */
#ifndef POISE_PROFILE_SWEEP_POINT_H
#define POISE_PROFILE_SWEEP_POINT_H

#include <stddef.h>
#include <stdint.h>

typedef struct sweep_point {
    uint32_t n, p;
} sweep_point;

/* The tuples of a kernel: 1 <= N <= warps (1..PROFILE_MAX_WARPS), least_p (0 or 1) <= p <= N. */
typedef struct sweep_plane {
    uint32_t warps, least_p;
} sweep_plane;

#endif
