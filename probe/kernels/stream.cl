/* Bandwidth: each warp of 32 work-items reads pieces of 2 KB, 16 bytes an item and four loads at once (Mei
 * and Chu, TPDS 2017; Jia et al. 2018). The warps of a group read piece after piece
 * together. `mask` + 1 is the number of uint4 that all go round, `apart` how many of them lie between the
 * begins of two groups. */

enum { PIECE = 128 }; /* uint4 of a round of a warp */

/* Where the item begins, and how far its group gets in a round. */
#define BEGIN (get_group_id(0) * apart + get_local_id(0) / 32 * PIECE + (get_local_id(0) & 31))
#define ROUND (get_local_size(0) / 32 * PIECE)

/* No warp gets more than a round ahead of the others of its group: where a scheduler prefers some, those
 * would soon be where they have been before, and find that in a cache that is too small for all. The loads of
 * the next round are under way while those of the last are waited for. */
static uint read_together(__global const uint4 *from, uint mask, uint rounds, uint apart)
{
    const uint begin = BEGIN, round = ROUND, first = begin & mask;
    uint4 x0 = from[first], x1 = from[first + 32], x2 = from[first + 64], x3 = from[first + 96], sum = 0;
#pragma unroll 1
    for (uint i = 1; i < rounds; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint at = (begin + i * round) & mask;
        const uint4 y0 = from[at], y1 = from[at + 32], y2 = from[at + 64], y3 = from[at + 96];
        sum += x0 + x1 + x2 + x3;
        x0 = y0, x1 = y1, x2 = y2, x3 = y3;
    }
    sum += x0 + x1 + x2 + x3;
    return sum.x + sum.y + sum.z + sum.w;
}

__kernel void stream_read(__global uint *data, __global uint *last, uint mask, uint rounds, uint apart,
                          uint d)
{
    const uint sum = read_together((__global const uint4 *)data, mask, rounds, apart);
    if (sum == 0xfffffff1)
        *last = sum;
}

/* Each warp for itself: what all of them read fits into the nearest cache. */
__kernel void stream_near(__global uint *data, __global uint *last, uint mask, uint rounds, uint apart,
                          uint d)
{
    __global const uint4 *from = (__global const uint4 *)data;
    const uint begin = BEGIN, round = ROUND;
    uint4 all = 0;
#pragma unroll 1
    for (uint i = 0; i < rounds; i++) {
        const uint at = (begin + i * round) & mask;
        all += from[at] + from[at + 32] + from[at + 64] + from[at + 96];
    }
    const uint sum = all.x + all.y + all.z + all.w;
    if (sum == 0xfffffff1)
        *last = sum;
}

/* Writes what it reads to where the ring of `mask` + 1 ends. */
__kernel void stream_copy(__global uint *data, __global uint *last, uint mask, uint rounds, uint apart,
                          uint d)
{
    __global const uint4 *from = (__global const uint4 *)data;
    __global uint4 *to = (__global uint4 *)data + mask + 1;
    const uint begin = BEGIN, round = ROUND;
#pragma unroll 1
    for (uint i = 0; i < rounds; i++) {
        const uint at = (begin + i * round) & mask;
        const uint4 x0 = from[at], x1 = from[at + 32], x2 = from[at + 64], x3 = from[at + 96];
        to[at] = x0;
        to[at + 32] = x1;
        to[at + 64] = x2;
        to[at + 96] = x3;
    }
}

/* The first group goes `loads` steps round the ring that begins behind what the others read; with the highest
 * bit as many steps of arithmetic, so that it only has its place. */
__kernel void stream_beside(__global uint *data, __global uint *last, uint mask, uint rounds, uint apart,
                            uint loads)
{
    uint at = (mask + 1) * 4;
    if (get_group_id(0) != 0) {
        at = read_together((__global const uint4 *)data, mask, rounds, apart);
    } else if (loads >> 31) {
        float y = (float)at;
#pragma unroll 1
        for (uint i = 1u << 31; i < loads; i++)
            y = native_rsqrt(y);
        at = (uint)y;
    } else {
#pragma unroll 1
        for (uint i = 0; i < loads; i++)
            at = data[at];
    }
    if (at == 0xfffffff1)
        *last = at;
}
