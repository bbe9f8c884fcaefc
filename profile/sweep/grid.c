#include "profile/sweep/grid.h"

#include <stdbool.h>

const char *const sweep_grid_names[] = {"full", "coarse"};

/* Dense where few warps share the L1 and a step changes much, then every fourth. */
static bool is_coarse_value(uint32_t value)
{
    return value <= 4 || value == 6 || value % 4 == 0;
}

static bool is_on_axis(sweep_grid grid, uint32_t warps, uint32_t value)
{
    return grid == SWEEP_FULL || value == warps || is_coarse_value(value);
}

size_t sweep_grid_points(sweep_grid grid, uint32_t warps, sweep_point *points)
{
    size_t n_points = 0;
    for (uint32_t n = 1; n <= warps; n++) {
        for (uint32_t p = 1; p <= n; p++) {
            if (is_on_axis(grid, warps, n) && is_on_axis(grid, warps, p))
                points[n_points++] = (sweep_point){n, p};
        }
    }
    return n_points;
}
