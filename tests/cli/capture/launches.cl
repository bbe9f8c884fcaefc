/* Kernels that leave something behind, and kernels that would find it. All take (__global int *out, __local int
 * *given) of 64 and run in one group. */
__constant int table[4] = {1, 2, 3, 4};

enum { WORDS = 64 };

__kernel void leave(__global int *out, __local int *given)
{
    __local int own[WORDS];
    int mine[WORDS];
    uint i = get_local_id(0);
    for (int k = 0; k < WORDS; k++)
        mine[(k * 7 + out[i]) & 63] = 5;
    own[i] = mine[(out[i] + 3) & 63];
    given[i] = 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = own[63 - i] + given[63 - i];
}

/* What it adds is zero unless a launch before has left it. */
__kernel void look(__global int *out, __local int *given)
{
    volatile __local int own[WORDS];
    volatile int mine[WORDS];
    uint i = get_local_id(0);
    if (out[i] == -1)
        mine[i] = own[i] = given[i] = 1;
    int sum = given[i] + own[i] + mine[(i * 5) & 63];
    out[i] = sum * 100 + table[i & 3];
    own[i] = 1;
}

__kernel void say(__global int *out, __local int *given)
{
    if (get_local_id(0) == 0)
        printf("said once\n");
    given[get_local_id(0)] = 0;
    out[get_local_id(0)] = 3;
}

/* The first buffer of the program, which the launch has not been given. */
__kernel void peek(__global int *out, __local int *given)
{
    volatile __global int *first = (volatile __global int *)0x200000000000ul;
    given[get_local_id(0)] = 0;
    out[get_local_id(0)] = first[get_local_id(0)];
}

__kernel void crash(__global int *out, __local int *given)
{
    given[get_local_id(0)] = 0;
    out[0] = 9;
    *(volatile __global int *)(ulong)get_local_size(0) = 1;
}

__kernel void endless(__global int *out, __local int *given)
{
    given[get_local_id(0)] = 0;
    while (out[get_local_id(0)] >= 0)
        out[get_local_id(0)] = 1;
}
