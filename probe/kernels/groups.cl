/* What runs at once: work-items of a warp, groups and warps of an SM (Wong et al., ISPASS 2010:
 * divergent warps and residence). */

/* Item 0 and item k are each busy with a loop of their own: one after the other when they are of one warp. */
__kernel void groups_diverge(__global uint *data, __global uint *last, uint k, uint steps, uint c, uint d)
{
    const uint lane = get_local_id(0);
    float y = (float)d + 2.0f;
    if (lane == 0) {
#pragma unroll 1
        for (uint i = 0; i < steps; i++)
            y = native_rsqrt(y) + 2.0f;
    } else if (lane == k) {
#pragma unroll 1
        for (uint i = 0; i < steps; i++)
            y = native_rsqrt(y) + 1.0f;
    }
    if (y == (float)c)
        *last = lane;
}

#define FOUR(X) X X X X

/* The first `lanes` items wait for a chain through local memory, the others for them: a group takes the
 * places of its warps and little else. */
__kernel void groups_stay(__global uint *data, __global uint *last, uint steps, uint lanes, uint c, uint d,
                          __local uint *room)
{
    uint at = d;
    if (get_local_id(0) == 0)
        room[0] = d;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) < lanes) {
#pragma unroll 1
        for (uint i = 0; i < steps; i++) {
            FOUR(FOUR(at = room[at];))
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (at == c)
        *last = at;
}

/* The same with eight values more that live from the begin to the end: more registers. */
__kernel void groups_wide(__global uint *data, __global uint *last, uint steps, uint lanes, uint c, uint d,
                          __local uint *room)
{
    uint at = d;
    const uint r0 = data[d], r1 = data[d + 1], r2 = data[d + 2], r3 = data[d + 3], r4 = data[d + 4],
               r5 = data[d + 5], r6 = data[d + 6], r7 = data[d + 7];
    if (get_local_id(0) == 0)
        room[0] = d;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) < lanes) {
#pragma unroll 1
        for (uint i = 0; i < steps; i++) {
            FOUR(FOUR(at = room[at];))
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (((r0 * at + r1) * at + r2) * at + ((r3 * at + r4) * at + r5) * at + (r6 * at + r7) * at == c &&
        r0 == c && r7 == c)
        *last = at;
}
