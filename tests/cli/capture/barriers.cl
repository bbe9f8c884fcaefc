// Barriers for one_launch: kernels of one group of 64.
__kernel void divergent(__global int *out)
{
    int i = get_global_id(0);
    if (i & 1) {
        out[i] = 1;
        barrier(CLK_GLOBAL_MEM_FENCE);
        out[i] += out[i - 1];
    } else {
        out[i] = 4;
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}

// One lane records more than its buffer holds before the others may go on.
__kernel void uneven(__global int *out)
{
    __local int last[64];
    int l = get_local_id(0);
    last[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) {
        for (int k = 0; k < 5000; k++)
            last[k & 63] = k + out[k & 7];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (last[l] != 4928 + l + (l < 8 ? 64 : 0))
        out[4000000000u] = 1; // a fault is what one_launch sees
}

// Lanes that reach the next turn's barrier while others still loop in this one.
__kernel void ahead(__global int *out)
{
    __local int work[64];
    int l = get_local_id(0), sum = 0;
    work[l] = 0;
    for (int turn = 0; turn < 3; turn++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += work[63 - l];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l & 1)
            continue;
        for (int k = 0; k < 3000; k++) {
            work[l] += 1 + out[k & 7];
            if (work[l] > 1000000)
                break;
        }
    }
    if (sum != (l & 1 ? 9000 : 0))
        out[4000000000u] = 1;
}

// Work-items that have ended are not waited for.
__kernel void ended(__global int *out)
{
    __local int values[64];
    int l = get_local_id(0);
    if (l > 40)
        return;
    values[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (values[(l + 1) % 41] != (l + 1) % 41)
        out[4000000000u] = 1;
}
