// Kernels of one argument for one_launch.

__kernel void fill(__global int *out)
{
    out[get_global_id(0)] = VALUE;
}

__kernel void far_away(__global int *out)
{
    size_t i = get_global_id(0);
    if (i == 5)
        out[i + (1ul << 30)] = 1;
}

__kernel void divides(__global int *out)
{
    int i = get_global_id(0);
    out[i] = 100 / (out[i] + i - 7);
}

// 100,000 turns of a loop with two accesses each: far more than a lane's buffer holds at once.
__kernel void long_loop(__global int *out)
{
    int i = get_global_id(0);
    for (int k = 0; k < 100000; k++)
        out[i] += k & i;
}
