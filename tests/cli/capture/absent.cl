// Barriers that work-items never reach, as they have ended. All take (__global int *) of 1024 elements; groups have 64.
__kernel void fill(__global int *out)
{
    out[get_global_id(0)] = 1;
}

// 23 of every group.
__kernel void ended(__global int *out)
{
    __local int values[64];
    int l = get_local_id(0);
    if (l > 40)
        return;
    values[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = values[(l + 1) % 41];
}

// The last warp of the last group.
__kernel void edge(__global int *out)
{
    __local int values[64];
    int i = get_global_id(0), l = get_local_id(0);
    if (i >= 992)
        return;
    values[l] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = values[31 - l % 32];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] += values[l / 2];
}

// Whole groups that end, and work-items that end behind the last barrier, are as they should be.
__kernel void groups(__global int *out)
{
    __local int values[64];
    int l = get_local_id(0);
    if (get_group_id(0) % 2)
        return;
    values[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l & 1)
        return;
    out[get_global_id(0)] = values[63 - l];
}

// A turn of a loop that half of the work-items leave the kernel in.
__kernel void loop(__global int *out)
{
    __local int values[64];
    int l = get_local_id(0);
    for (int turn = 0; turn < 4; turn++) {
        values[l] = turn;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] += values[l / 2];
        if (turn == 2 && l >= 32)
            return;
    }
}
