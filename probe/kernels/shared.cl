/* Local memory of a group, CUDA's shared memory: latency, and accesses of a warp that lie `stride` words
 * apart, which meet in banks (Wong et al., ISPASS 2010; Mei and Chu, TPDS 2017).
 * Words hold their own number, which no compiler knows, so that a load needs the one before. */

#define FOUR(X) X X X X

static void fill(__local uint *room, uint words)
{
    for (uint i = get_local_id(0); i < words; i += get_local_size(0))
        room[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* One chain. */
__kernel void shared_chase(__global uint *data, __global uint *last, uint rounds, uint words, uint c, uint d,
                           __local uint *room)
{
    uint at = get_local_id(0) * c & (words - 1);
    fill(room, words);
    for (uint i = 0; i < rounds; i++) {
        FOUR(FOUR(at = room[at];))
    }
    if (at == d)
        *last = at;
}

#define SHARED(NAME, BODY)                                                                              \
    __kernel void NAME(__global uint *data, __global uint *last, uint rounds, uint words, uint stride,  \
                       uint d, __local uint *room)                                                      \
    {                                                                                                   \
        const uint mask = words - 1;                                                                    \
        uint x0 = get_local_id(0) * stride, x1 = x0 + 1 & mask, x2 = x0 + 2 & mask, x3 = x0 + 3 & mask; \
        x0 &= mask;                                                                                     \
        fill(room, words);                                                                              \
        for (uint i = 0; i < rounds; i++) {                                                             \
            BODY                                                                                        \
        }                                                                                               \
        if (x0 + x1 + x2 + x3 == d)                                                                     \
            *last = x0;                                                                                 \
    }

#define LOADS FOUR(x0 = room[x0]; x1 = room[x1]; x2 = room[x2]; x3 = room[x3];)

/* Four chains, 16 loads in a round and 32. */
SHARED(shared_stride, LOADS)
SHARED(shared_stride_twice, LOADS LOADS)
