/* Points on the walls of a heart, followed through frames of ultrasound by templates, as Rodinia's heartwall: normalised
 * cross-correlation (Lewis, "Fast normalized cross-correlation", 1995) of a point's template with the frame at each place near
 * where the point was; the point moves to the highest, and its template learns a part of what is there. */
#define REACH 6                     /* places to each side that are searched; also in main.c */
#define HALF 7                      /* pixels of a template to each side; also in main.c */
#define SPAN (2 * REACH + 1)
#define SIDE (2 * HALF + 1)
#define GROUP 256                   /* DEVICE_GROUP_SIZE of datasets/common/device.h */

/* Takes the templates out of the first frame. */
__kernel void heartwall_take(__global const float *frame, __global const uint2 *point, __global float *template,
                             uint cols, uint points)
{
    uint i = get_global_id(0), p = i / (SIDE * SIDE), pixel = i % (SIDE * SIDE);
    if (p < points)
        template[i] = frame[(point[p].y + pixel / SIDE - HALF) * cols + point[p].x + pixel % SIDE - HALF];
}

/* A work-item for each point and place. */
__kernel void heartwall_correlate(__global const float *frame, __global const uint2 *point,
                                  __global const float *template, __global float *correlation, uint cols, uint points)
{
    uint i = get_global_id(0), p = i / (SPAN * SPAN), place = i % (SPAN * SPAN);
    if (p >= points)
        return;
    uint first = (point[p].y + place / SPAN - REACH - HALF) * cols + point[p].x + place % SPAN - REACH - HALF;
    __global const float *wanted = template + p * SIDE * SIDE;
    float a = 0.0f, b = 0.0f, aa = 0.0f, bb = 0.0f, ab = 0.0f;
    for (uint y = 0; y < SIDE; y++)
        for (uint x = 0; x < SIDE; x++) {
            float seen = frame[first + y * cols + x], own = wanted[y * SIDE + x];
            a += seen;
            b += own;
            aa += seen * seen;
            bb += own * own;
            ab += seen * own;
        }
    float n = SIDE * SIDE;
    correlation[i] = (ab - a * b / n) / sqrt((aa - a * a / n) * (bb - b * b / n));
}

/* A group for each point, which looks for the first of the highest correlations. */
__kernel void heartwall_follow(__global const float *frame, __global uint2 *point, __global float *template,
                               __global const float *correlation, float learned, uint cols, uint rows)
{
    __local float highest[GROUP];
    __local uint best[GROUP];
    uint p = get_group_id(0), x = get_local_id(0);
    highest[x] = x < SPAN * SPAN ? correlation[p * SPAN * SPAN + x] : -2.0f;
    best[x] = x;
    for (uint next = GROUP / 2; next > 0; next /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (x < next && (highest[x + next] > highest[x] ||
                         (highest[x + next] == highest[x] && best[x + next] < best[x]))) {
            highest[x] = highest[x + next];
            best[x] = best[x + next];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint2 to = point[p] + (uint2)(best[0] % SPAN, best[0] / SPAN) - (uint2)(REACH, REACH);
    to = clamp(to, (uint2)(REACH + HALF, REACH + HALF), (uint2)(cols, rows) - (uint2)(REACH + HALF + 1, REACH + HALF + 1));
    barrier(CLK_GLOBAL_MEM_FENCE); /* all have read the point */
    if (x == 0)
        point[p] = to;
    if (x < SIDE * SIDE) {
        float seen = frame[(to.y + x / SIDE - HALF) * cols + to.x + x % SIDE - HALF];
        __global float *own = template + p * SIDE * SIDE + x;
        *own += learned * (seen - *own);
    }
}
