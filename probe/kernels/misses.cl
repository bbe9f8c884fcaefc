/* Misses under way: `k` of them that need nothing of each other, then a load that hits, and a chain of
 * arithmetic that begins with it and outlasts them all. The hit waits only where the miss in front of it is
 * held back, so the launch is longer by a latency as soon as there is one miss too many (our choice; Mei and
 * Chu, TPDS 2017, find the throughput of misses, which other parts bound as well). All addresses are there
 * before the first load leaves. Items beyond the k-th ask for the line that hits; the first time round all
 * do, which brings the code. d is 0, which no compiler knows. */

#define AT(i) from + ((i)*width + lane < n ? ((i)*width + lane + 1) * apart : 0)

__kernel void misses_hold(__global uint *data, __global uint *last, uint k, uint apart, uint steps, uint d)
{
    const uint lane = get_local_id(0), width = get_local_size(0);
    uint zero = data[0] & d;
#pragma unroll 1
    for (uint round = 0; round < 2; round++) {
        const uint n = round * k, m = round * steps + 1;
        __global const uint *from = data + zero;
        __global const uint *p0 = AT(0), *p1 = AT(1), *p2 = AT(2), *p3 = AT(3), *p4 = AT(4), *p5 = AT(5),
                            *p6 = AT(6), *p7 = AT(7), *p8 = AT(8), *p9 = AT(9), *p10 = AT(10), *p11 = AT(11),
                            *p12 = AT(12), *p13 = AT(13), *p14 = AT(14), *p15 = AT(15);
        const uint r0 = *p0, r1 = *p1, r2 = *p2, r3 = *p3, r4 = *p4, r5 = *p5, r6 = *p6, r7 = *p7, r8 = *p8,
                   r9 = *p9, r10 = *p10, r11 = *p11, r12 = *p12, r13 = *p13, r14 = *p14, r15 = *p15;
        float y = (float)(from[1] & d) + 2.0f;
#pragma unroll 1
        for (uint i = 0; i < m; i++)
            y = native_rsqrt(y);
        const uint sum = r0 + r1 + r2 + r3 + r4 + r5 + r6 + r7 + r8 + r9 + r10 + r11 + r12 + r13 + r14 + r15;
        zero = (sum + (uint)y) & d;
    }
    if (zero == 77)
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
