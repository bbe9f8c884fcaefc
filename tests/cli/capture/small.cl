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

// Work-item 7 divides by zero, work-item 6 the least number by -1; what the others get is checked. The buffer is zero.
#define DIVIDE(type, least)                                                                   \
    {                                                                                         \
        type divisor = (type)(i - 7 + out[i]), dividend = (type)(i == 6 ? least : 100 + i);   \
        type quotient = dividend / divisor, rest = dividend % divisor;                        \
        kept += quotient + rest;                                                              \
        if (i != 6 && i != 7 && (type)(quotient * divisor + rest) != dividend)                \
            printf(#type " of work-item %d\n", i);                                            \
    }

__kernel void divides(__global int *out)
{
    int i = get_global_id(0);
    long kept = 0;
    DIVIDE(char, CHAR_MIN)
    DIVIDE(uchar, 0)
    DIVIDE(short, SHRT_MIN)
    DIVIDE(ushort, 0)
    DIVIDE(int, INT_MIN)
    DIVIDE(uint, 0)
    DIVIDE(long, LONG_MIN)
    DIVIDE(ulong, 0)
    int3 divisors = (int3)(i - 7, i - 6, 3) + out[i], thirds = (int3)(INT_MIN, 100, 300) / divisors;
    if (thirds.z != 100)
        printf("int3 of work-item %d\n", i);
    out[i] = (int)kept + thirds.x + thirds.y;
}

// 100,000 turns of a loop with two accesses each: far more than a lane's buffer holds at once.
__kernel void long_loop(__global int *out)
{
    int i = get_global_id(0);
    for (int k = 0; k < 100000; k++)
        out[i] += k & i;
}
