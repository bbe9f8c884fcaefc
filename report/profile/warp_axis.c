#include "report/profile/warp_axis.h"

#include <math.h>

static bool is_measured(const surface *speedup, uint32_t value)
{
    for (uint32_t other = 1; other <= speedup->warps; other++) {
        if (!isnan(surface_at(speedup, value, other)) || !isnan(surface_at(speedup, other, value)))
            return true;
    }
    return value == speedup->warps; /* a launch that executed nothing has no speedups */
}

warp_axis warp_axis_of(const surface *speedup)
{
    warp_axis axis = {0};
    for (uint32_t value = 1; value <= speedup->warps; value++) {
        if (!is_measured(speedup, value))
            continue;
        axis.value[axis.n++] = value;
        axis.place[value] = axis.n;
    }
    return axis;
}

int warp_axis_ticks(const warp_axis *axis, double from, double cell, double distance,
                    axis_tick ticks[PROFILE_MAX_WARPS])
{
    int every = 1, n = 0;
    while (every * fabs(cell) < distance)
        every++;
    for (int place = 1; place <= axis->n; place++) {
        const bool last = place == axis->n;
        const bool crowds_last = axis->n - place < every && !last;
        if (place > 1 && (place - 1 < every || (!last && (place % every != 0 || crowds_last))))
            continue;
        ticks[n].at = from + (place - 0.5) * cell;
        ticks[n].label = number_short(axis->value[place - 1]);
        n++;
    }
    return n;
}
