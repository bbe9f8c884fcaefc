// One property of a warp's instruction stream each, for streams.sh. All are KERNEL(__global int *).

// The sum is a phi: each addition reads the register that it writes.
__kernel void sum(__global int *out)
{
    int s = 0;
    for (int k = 0; k < 10; k++)
        s += out[k * 64 + get_local_id(0)];
    out[get_global_id(0)] = s;
}

// STRIDE words from lane to lane.
__kernel void banks(__global int *out)
{
    __local int words[64 * 33];
    int l = get_local_id(0);
    words[l * STRIDE] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = words[(63 - l) * STRIDE];
}

// LANES lanes after one another on one address, in global and in local memory.
__kernel void counters(__global int *out)
{
    __local int mine[64];
    int l = get_local_id(0);
    mine[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&mine[l / LANES]);
    atomic_inc(&out[l / LANES]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] += mine[l];
}

__constant int table[256] = {1, 2, 3};

// Four bytes of each lane: 128 bytes of constant memory, then one word for all.
__kernel void constants(__global int *out)
{
    int i = get_global_id(0);
    out[i] = table[i & 255] + table[get_group_id(0)];
}

// An array with an index that only the run knows stays in memory: word w of all lanes is one line.
__kernel void private_memory(__global int *out)
{
    int h[16], i = get_global_id(0);
    for (int k = 0; k < 16; k++)
        h[k] = out[k] + i;
    out[i] = h[out[0] & 15];
}

__kernel void few_registers(__global int *out)
{
    out[get_global_id(0)] = 1;
}

// Thirty values that all live until the last one is there.
__kernel void many_registers(__global int *out)
{
    int i = get_global_id(0);
#define LOAD(n) int v##n = out[(i & 1) * 32 + n];
#define ALL(what)                                                                                                    \
    what(0) what(1) what(2) what(3) what(4) what(5) what(6) what(7) what(8) what(9) what(10) what(11) what(12)       \
    what(13) what(14) what(15) what(16) what(17) what(18) what(19) what(20) what(21) what(22) what(23) what(24)      \
    what(25) what(26) what(27) what(28) what(29)
    ALL(LOAD)
#define STORE(n) out[(i & 1) * 32 + (v29 & n)] = v##n * v29;
    ALL(STORE)
}
