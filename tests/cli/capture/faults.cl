// Kernels for recover: what goes wrong in a kernel, and groups that influence each other.

__kernel void fill(__global int *out)
{
    out[get_global_id(0)] = 1;
}

__kernel void off_by_one(__global int *out)
{
    size_t i = get_global_id(0);
    out[i + 1] = 2;
}

__kernel void before(__global int *out)
{
    int i = get_global_id(0);
    out[i] = out[i - 70];
}

__kernel void local_overflow(__global int *out)
{
    __local int tile[64], other[64];
    int i = get_local_id(0);
    other[i] = i;
    tile[i + i / 63] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[63 - i] + other[i];
}

__kernel void endless(__global int *out)
{
    int i = get_global_id(0);
    while (((volatile __global int *)out)[i] != 5)
        out[i] = 1;
}

__kernel void deep(__global int *out)
{
    int big[65536];
    for (int k = 0; k < 65536; k++)
        big[k] = out[k & 1023];
    barrier(CLK_GLOBAL_MEM_FENCE);
    int at = get_global_id(0) * 3;
    for (int k = 0; k < 100; k++)
        at = big[at & 65535] + at * 5;
    out[get_global_id(0)] = at;
}

__kernel void wild(__global int *out)
{
    *(__global int *)(size_t)(16 * get_global_id(0)) = 1;
}

// Each group needs what the one before has written: 16 groups give 1, 2, ... 16.
__kernel void chain(__global int *out)
{
    size_t i = get_global_id(0);
    out[i] = i < 64 ? 1 : out[i - 64] + 1;
}

// Nobody knows the last writer but the order of groups.
__kernel void last_writer(__global int *out)
{
    out[get_local_id(0)] = get_group_id(0);
}

// Returned values depend on the order, sums do not.
__kernel void tickets(__global int *out)
{
    int ticket = atomic_add(&out[0], 1);
    if (get_global_id(0) > 0)
        out[get_global_id(0)] = ticket;
}

__kernel void counts(__global int *out)
{
    atomic_inc(&out[get_global_id(0) & 7]);
}

// Far behind the buffer, for some work-items behind a barrier.
__kernel void far(__global int *out)
{
    __local int tile[64];
    int i = get_local_id(0);
    tile[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_global_id(0) >= 200)
        out[(size_t)tile[63 - i] << 24] = 1;
}

// The second work-item of the third group never ends.
__kernel void forever(__global int *out)
{
    int i = get_global_id(0);
    while (i == 129)
        out[i]++;
    out[i] = 1;
}
