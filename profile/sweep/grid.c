#include "profile/sweep/grid.h"

#include "profile/profile.h"
#include "profile/sweep/search.h"

#include <math.h>
#include <stdbool.h>

const char *const sweep_grid_names[] = {"full", "coarse", "adaptive"};

/* Dense where few warps share the L1 and a step changes much, then every fourth. */
static bool is_coarse_value(uint32_t value)
{
    return value <= 4 || value == 6 || value % 4 == 0;
}

static bool is_on_axis(sweep_grid grid, uint32_t warps, uint32_t value)
{
    return grid == SWEEP_FULL || value == warps || is_coarse_value(value);
}

static size_t fixed_next(sweep_grid grid, uint32_t warps, const double *value, sweep_point *points)
{
    size_t n_points = 0;
    for (uint32_t n = 1; n <= warps; n++) {
        for (uint32_t p = 1; p <= n; p++) {
            bool is_wanted = is_on_axis(grid, warps, n) && is_on_axis(grid, warps, p);
            if (is_wanted && isnan(value[profile_point(n, p)]))
                points[n_points++] = (sweep_point){n, p};
        }
    }
    return n_points;
}

size_t sweep_grid_next(sweep_grid grid, uint32_t warps, const double *value, sweep_point *points)
{
    return grid == SWEEP_ADAPTIVE ? sweep_search_next(warps, value, points)
                                  : fixed_next(grid, warps, value, points);
}

size_t sweep_grid_most(sweep_grid grid, uint32_t warps)
{
    size_t on_axis = 0, all = profile_points(warps);
    if (grid == SWEEP_ADAPTIVE)
        return all < SWEEP_SEARCH_MOST_POINTS ? all : SWEEP_SEARCH_MOST_POINTS;
    for (uint32_t value = 1; value <= warps; value++)
        on_axis += is_on_axis(grid, warps, value);
    return on_axis * (on_axis + 1) / 2;
}
