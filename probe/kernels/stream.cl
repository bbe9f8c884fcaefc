/* Bandwidth: each warp of 32 work-items reads pieces of 2 KB, 16 bytes an item and four loads at once (Mei
 * and Chu, TPDS 2017, section 5.2; Jia et al. 2018, section 3.7). The warps of a group read piece after piece
 * together, so that none comes to where another one of its SM has just been. `mask` + 1 is the number of
 * uint4 that all go round, `apart` how many of them lie between the begins of two groups. */

enum { PIECE = 128 }; /* uint4 of a round of a warp */

/* Where the item begins, and how far its group gets in a round. */
#define BEGIN (get_group_id(0) * apart + get_local_id(0) / 32 * PIECE + (get_local_id(0) & 31))
#define ROUND (get_local_size(0) / 32 * PIECE)

static uint read_pieces(__global const uint4 *from, uint mask, uint rounds, uint apart)
{
    const uint begin = BEGIN, round = ROUND;
    uint4 sum = (uint4)(0);
#pragma unroll 1
    for (uint i = 0; i < rounds; i++) {
        const uint at = (begin + i * round) & mask;
        sum += from[at] + from[at + 32] + from[at + 64] + from[at + 96];
    }
    return sum.x + sum.y + sum.z + sum.w;
}

__kernel void stream_read(__global uint *data, __global uint *last, uint mask, uint rounds, uint apart,
                          uint d)
{
    const uint sum = read_pieces((__global const uint4 *)data, mask, rounds, apart);
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

/* The first group goes `loads` steps round the ring that begins behind what the others read. */
__kernel void stream_beside(__global uint *data, __global uint *last, uint mask, uint rounds, uint apart,
                            uint loads)
{
    uint at = (mask + 1) * 4;
    if (get_group_id(0) == 0) {
#pragma unroll 1
        for (uint i = 0; i < loads; i++)
            at = data[at];
    } else {
        at = read_pieces((__global const uint4 *)data, mask, rounds, apart);
    }
    if (at == 0xfffffff1)
        *last = at;
}
