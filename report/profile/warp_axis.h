/* The values of N and p at which a launch was measured, evenly spaced. On the full grid that is 1, 2, 3, ...;
 * a coarse grid closes up, so that its bubbles are as large and stand beside their neighbours of the score.
 */
#ifndef POISE_REPORT_PROFILE_WARP_AXIS_H
#define POISE_REPORT_PROFILE_WARP_AXIS_H

#include "report/plot/axis.h"
#include "report/profile/launches.h"

typedef struct warp_axis {
    int n;                             /* values, at least 1 */
    uint32_t value[PROFILE_MAX_WARPS]; /* ascending */
    int place[PROFILE_MAX_WARPS + 1];  /* by value: from 1; 0 = not on the axis */
} warp_axis;

warp_axis warp_axis_of(const surface *speedup);

/* Places 1..n in pixels from `from`, `cell` pixels each (negative: upwards); labels at least `distance`
 * pixels apart, the first and the last value among them. Returns their number. */
int warp_axis_ticks(const warp_axis *axis, double from, double cell, double distance,
                    axis_tick ticks[PROFILE_MAX_WARPS]);

#endif
