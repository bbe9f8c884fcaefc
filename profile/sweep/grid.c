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
    return grid == SWEEP_FULL || value == warps || value == 0 || is_coarse_value(value);
}

static size_t fixed_next(sweep_grid grid, sweep_plane plane, const double *value, sweep_point *points)
{
    size_t n_points = 0;
    for (uint32_t n = 1; n <= plane.warps; n++) {
        for (uint32_t p = plane.least_p; p <= n; p++) {
            bool is_wanted = is_on_axis(grid, plane.warps, n) && is_on_axis(grid, plane.warps, p);
            if (is_wanted && isnan(value[profile_point(n, p)]))
                points[n_points++] = (sweep_point){n, p};
        }
    }
    return n_points;
}

size_t sweep_grid_next(sweep_grid grid, sweep_plane plane, const double *value, sweep_point *points)
{
    return grid == SWEEP_ADAPTIVE ? sweep_search_next(plane, value, points)
                                  : fixed_next(grid, plane, value, points);
}

static size_t at_most(size_t n, size_t limit)
{
    return n < limit ? n : limit;
}

size_t sweep_grid_most(sweep_grid grid, sweep_plane plane)
{
    size_t on_axis = 0, with_zero = plane.least_p == 0 ? plane.warps : 0;
    if (grid == SWEEP_ADAPTIVE)
        return at_most(profile_points(plane.warps) - plane.warps, SWEEP_SEARCH_MOST_POINTS) +
               at_most(with_zero, SWEEP_SEARCH_MOST_WITHOUT);
    for (uint32_t value = 1; value <= plane.warps; value++)
        on_axis += is_on_axis(grid, plane.warps, value);
    return on_axis * (on_axis + 1) / 2 + (with_zero > 0 ? on_axis : 0);
}
