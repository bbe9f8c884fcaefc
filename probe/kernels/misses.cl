/* Misses under way: `k` of them that need nothing of each other, then a load that hits, and a chain of
 * arithmetic that begins with it and outlasts them all. The hit waits only where the miss in front of it is
 * held back, so the launch is longer by a latency as soon as there is one miss too many (our choice; Mei and
 * Chu, TPDS 2017, find the throughput of misses, which other parts bound as well). Items beyond the k-th ask
 * for the line that hits. The first time round all do, which brings the code. d is 0, which no compiler
 * knows. */

#define AT(i) data[((i)*width + lane < n ? ((i)*width + lane + 1) * apart : 0) + zero]

__kernel void misses_hold(__global uint *data, __global uint *last, uint k, uint apart, uint steps, uint d)
{
    const uint lane = get_local_id(0), width = get_local_size(0);
    uint zero = data[0] & d;
#pragma unroll 1
    for (uint round = 0; round < 2; round++) {
        const uint n = round * k;
        const uint r0 = AT(0), r1 = AT(1), r2 = AT(2), r3 = AT(3), r4 = AT(4), r5 = AT(5), r6 = AT(6),
                   r7 = AT(7);
        const uint r8 = AT(8), r9 = AT(9), r10 = AT(10), r11 = AT(11), r12 = AT(12), r13 = AT(13),
                   r14 = AT(14), r15 = AT(15);
        float y = (float)(data[1 + zero] & d) + 2.0f;
        const uint m = round * steps + 1;
#pragma unroll 1
        for (uint i = 0; i < m; i++)
            y = native_rsqrt(y);
        const uint sum = r0 + r1 + r2 + r3 + r4 + r5 + r6 + r7 + r8 + r9 + r10 + r11 + r12 + r13 + r14 + r15;
        zero = (sum + (uint)y) & d;
    }
    if (zero == 0xffffffff)
        *last = zero;
}

/* `loads` steps round the ring of `data` from word `start` on, by one work-item or by all of a warp. */
__kernel void misses_chase(__global uint *data, __global uint *last, uint loads, uint start, uint c, uint d)
{
    uint at = start;
#pragma unroll 1
    for (uint i = 0; i < loads; i++)
        at = data[at];
    if (at == d)
        *last = at;
}
