/* One mechanism of a machine in each kernel: a chain of operations whose steps depend on each other, streams, atomics. Two launches that
 * differ in their rounds alone say what a round costs. */

/* Follows pointers: the latency of whatever memory holds `next`. One work-item. */
__kernel void chase(__global const uint *next, __global uint *results, uint rounds)
{
    if (get_global_id(0) != 0)
        return;
    uint at = 0;
    for (uint i = 0; i < rounds; i++)
        at = next[at];
    results[0] = at;
}

/* The same in shared memory, whose 1024 entries are those of `next`. One work-group. */
__kernel void chase_shared(__global const uint *next, __global uint *results, uint rounds)
{
    __local uint shared[1024];
    for (uint i = get_local_id(0); i < 1024; i += get_local_size(0))
        shared[i] = next[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_global_id(0) != 0)
        return;
    uint at = 0;
    for (uint i = 0; i < rounds; i++)
        at = shared[at];
    results[0] = at;
}

/* Eight steps of a chain. The values of the items come after two numbers that all of them read. */
#define EIGHT(step) step; step; step; step; step; step; step; step

__kernel void single_chain(__global float *values, uint items, uint rounds)
{
    uint i = get_global_id(0);
    if (i >= items)
        return;
    float x = values[i + 2], a = values[0], b = values[1];
    for (uint r = 0; r < rounds; r++) {
        EIGHT(x = fma(x, a, b));
        EIGHT(x = fma(x, a, b));
    }
    values[i + 2] = x;
}

__kernel void integer_chain(__global uint *values, uint items, uint rounds)
{
    uint i = get_global_id(0);
    if (i >= items)
        return;
    uint x = values[i + 2], a = values[0], b = values[1];
    for (uint r = 0; r < rounds; r++) {
        EIGHT(x = x * a + b);
        EIGHT(x = x * a + b);
    }
    values[i + 2] = x;
}

/* Additions and logic in turn, eight of each. */
__kernel void logic_chain(__global uint *values, uint items, uint rounds)
{
    uint i = get_global_id(0);
    if (i >= items)
        return;
    uint x = values[i + 2], a = values[0], b = values[1];
    for (uint r = 0; r < rounds; r++) {
        EIGHT(x += a; x ^= b);
    }
    values[i + 2] = x;
}

/* Two chains of eight that do not depend on each other. */
__kernel void single_chains(__global float *values, uint items, uint rounds)
{
    uint i = get_global_id(0);
    if (i >= items)
        return;
    float x = values[i + 2], y = x, a = values[0], b = values[1];
    for (uint r = 0; r < rounds; r++) {
        EIGHT(x = fma(x, a, b); y = fma(y, b, a));
        EIGHT(x = fma(x, a, b); y = fma(y, b, a));
    }
    values[i + 2] = 0.5f * (x + y);
}

__kernel void root_chain(__global float *values, uint items, uint rounds)
{
    uint i = get_global_id(0);
    if (i >= items)
        return;
    float x = values[i + 2];
    for (uint r = 0; r < rounds; r++) {
        EIGHT(x = native_rsqrt(x));
        EIGHT(x = native_rsqrt(x));
    }
    values[i + 2] = x;
}

/* Eight independent loads a round, neighbouring items side by side, over the words of `values`, whose number is a power of two. */
__kernel void stream(__global const uint *values, __global uint *results, uint items, uint words, uint rounds)
{
    uint i = get_global_id(0);
    if (i >= items)
        return;
    uint at = i, sum = 0;
    for (uint r = 0; r < rounds; r++) {
        uint a = values[at & (words - 1)], b = values[(at + items) & (words - 1)];
        uint c = values[(at + 2 * items) & (words - 1)], d = values[(at + 3 * items) & (words - 1)];
        uint e = values[(at + 4 * items) & (words - 1)], f = values[(at + 5 * items) & (words - 1)];
        uint g = values[(at + 6 * items) & (words - 1)], h = values[(at + 7 * items) & (words - 1)];
        sum += a + b + c + d + e + f + g + h;
        at += 8 * items;
    }
    results[i] = sum;
}

/* Eight stores a round over the same words. */
__kernel void fill(__global uint *values, uint items, uint words, uint rounds)
{
    uint i = get_global_id(0);
    if (i >= items)
        return;
    uint at = i;
    for (uint r = 0; r < rounds; r++) {
        for (uint k = 0; k < 8; k++)
            values[(at + k * items) & (words - 1)] = r;
        at += 8 * items;
    }
}

/* An addition a round to one of the words of `values`, by number of the item. */
__kernel void add(__global uint *values, uint items, uint words, uint rounds)
{
    uint i = get_global_id(0);
    if (i >= items)
        return;
    for (uint r = 0; r < rounds; r++)
        atomic_add(&values[(i + r) & (words - 1)], 1u);
}
