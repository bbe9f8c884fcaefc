/* Which warp-tuples {N, p} a sweep measures. */
#ifndef POISE_PROFILE_SWEEP_GRID_H
#define POISE_PROFILE_SWEEP_GRID_H

#include "profile/sweep/point.h"

typedef enum sweep_grid {
    SWEEP_FULL,     /* all 1 <= p <= N <= W: 300 points for W = 24 [S5.5.3] */
    SWEEP_COARSE,   /* N and p from 1 2 3 4 6 8 12 16 20 24 ... and W: 55 points for W = 24 (our choice) */
    SWEEP_ADAPTIVE, /* what the search for the best score needs (search.h): 20 to 45 points for W = 24 */
    /* With least_p = 0 all of them have p = 0 too: 24, 10 and 5 to 12 points more for W = 24. */
} sweep_grid;

/* The grids' names in the order of the enum, for an option table. */
#define SWEEP_GRID_CHOICES "full|coarse|adaptive"
extern const char *const sweep_grid_names[];

/* Writes the points to measure next of a kernel to `points`, which has room for profile_points(warps), and
 * returns their number; 0 when all are measured. `value` is the speed at the points that are measured, in any
 * unit, NaN elsewhere, in the order of profile_point. What comes next depends on nothing else. (1, 1) and
 * (warps, warps) are always among the first. */
size_t sweep_grid_next(sweep_grid grid, sweep_plane plane, const double *value, sweep_point *points);

/* At most as many points are measured in the end; a fixed grid has exactly these. */
size_t sweep_grid_most(sweep_grid grid, sweep_plane plane);

#endif
