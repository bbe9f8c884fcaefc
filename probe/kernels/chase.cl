/* A pointer chase: one work-item, each load needs the value of the one before. The post among the sources
 * (Lowe-Power 2017) unrolls it 1024 times so that the loop costs nothing; here the loop is hidden behind the
 * latency of the load, and what is measured is a difference of two lengths. */

/* Ties the words cycle[0] .. cycle[n - 1] of `next` to a ring. */
__kernel void lay(__global uint *next, __global const uint *cycle, uint n)
{
    uint i = get_global_id(0);
    if (i < n)
        next[cycle[i]] = cycle[i + 1 < n ? i + 1 : 0];
}

/* `loads` steps from word `at` on; what it ends with is kept, so that no compiler drops the loads. */
__kernel void chase(__global const uint *next, uint at, uint loads, __global uint *last)
{
#pragma unroll 1
    for (uint i = 0; i < loads; i++)
        at = next[at];
    *last = at;
}
