/* Which warp-tuples {N, p} a sweep measures. */
#ifndef POISE_PROFILE_SWEEP_GRID_H
#define POISE_PROFILE_SWEEP_GRID_H

#include <stddef.h>
#include <stdint.h>

typedef enum sweep_grid {
    SWEEP_FULL,   /* all 1 <= p <= N <= W: 300 points for W = 24 (poise.md section 5) */
    SWEEP_COARSE, /* N and p from 1 2 3 4 6 8 12 16 20 24 ... and W: 55 points for W = 24 (our choice) */
} sweep_grid;

/* The grids' names in the order of the enum, for an option table. */
#define SWEEP_GRID_CHOICES "full|coarse"
extern const char *const sweep_grid_names[];

typedef struct sweep_point {
    uint32_t n, p;
} sweep_point;

/* Writes the points of a kernel with `warps` (>= 1) warps per scheduler, N and then p ascending, to `points`,
 * which has room for profile_points(warps); returns their number. (1, 1) and (warps, warps) are always among
 * them, and with N and p every pair of the values on an axis. */
size_t sweep_grid_points(sweep_grid grid, uint32_t warps, sweep_point *points);

#endif
