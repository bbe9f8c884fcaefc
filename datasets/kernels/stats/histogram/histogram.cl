/* Histogram: every work-item counts `length` values that lie one after the other, so each lane of a warp walks
 * memory of its own. A group counts in shared memory and adds its counts to the global ones at the end. */
#define BINS 256 /* histogram_bins in main.c */

__kernel void histogram(__global const uint *value, __global uint *count, uint items, uint length)
{
    __local uint mine[BINS];
    for (uint bin = get_local_id(0); bin < BINS; bin += get_local_size(0))
        mine[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint item = get_global_id(0);
    if (item < items)
        for (uint i = 0; i < length; i++)
            atomic_inc(&mine[value[item * length + i] % BINS]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bin = get_local_id(0); bin < BINS; bin += get_local_size(0))
        atomic_add(&count[bin], mine[bin]);
}
