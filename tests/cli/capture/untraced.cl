// Kernels that launches without a trace run by other code than traced ones: results are the same. All take (__global int *) of
// 1024 elements; groups have 64 work-items.

__kernel void fill(__global int *out)
{
    out[get_global_id(0)] = 1;
}

// All work-item functions, also of dimensions that only the run knows or that do not exist.
__kernel void queries(__global int *out)
{
    const uint i = get_global_id(0), d = out[i] - 1 + (i & 3);
    ulong sum = get_work_dim();
    sum = sum * 31 + get_global_id(d) + 5 * get_local_id(d) + 7 * get_group_id(d);
    sum = sum * 31 + get_global_size(d) + 5 * get_local_size(d) + 7 * get_num_groups(d);
    sum = sum * 31 + get_local_id(0) + 5 * get_group_id(0) + 7 * get_global_offset(d) + get_global_size(9);
    out[i] = (int)sum * (int)(i + 1);
}

// Elements that nothing was written to are zero, in every work-item.
__kernel void private_zeros(__global int *out)
{
    int a[16];
    const int i = get_global_id(0);
    for (int k = 0; k < 8; k++)
        a[(out[i] * 2 * k + i) & 15] = i + 1;
    int sum = 0;
    for (int k = 0; k < 16; k++)
        sum += a[k] * (k + 1);
    out[i] = sum * (i + 1);
}

// Local memory is zero when a group begins; barriers in loops, that the last work-items leave early.
__kernel void barriers(__global int *out)
{
    __local int part[64];
    const int i = get_global_id(0), item = get_local_id(0);
    int sum = part[item] + i;
    for (int distance = 1; distance < 64; distance *= 2) {
        part[item] += sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        const int other = item >= distance ? part[item - distance] : item;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item > 64 - distance / 2)
            return;
        sum = sum * 3 + other;
    }
    out[i] = sum * (i + 1);
}

// Arrays that outlive barriers, some of them read before they are written; barriers in both arms of a branch, in nested loops
// and in a switch; a loop of as many turns as the group's number.
__kernel void structured(__global int *out)
{
    __local int part[64];
    const int i = get_global_id(0), item = get_local_id(0), group = get_group_id(0);
    int a[8];
    short few[3] = {1, 2, 3};
    for (int turn = 0; turn <= group % 5; turn++) {
        a[(item + turn) & 7] = item * turn + out[i];
        if (group & 1) {
            part[item] = a[turn & 7];
            barrier(CLK_LOCAL_MEM_FENCE);
            a[turn] += part[63 - item];
            barrier(CLK_LOCAL_MEM_FENCE);
        } else {
            for (int k = 0; k < 3; k++) {
                part[(item + k) & 63] = k + a[k] + few[k];
                barrier(CLK_LOCAL_MEM_FENCE);
                few[(k + item) % 3] += (short)part[(item * 7 + k) & 63];
                barrier(CLK_LOCAL_MEM_FENCE);
            }
        }
        switch (turn) {
        case 0: barrier(CLK_LOCAL_MEM_FENCE); break;
        case 2: part[item] ^= few[turn]; barrier(CLK_LOCAL_MEM_FENCE); break;
        default: barrier(CLK_LOCAL_MEM_FENCE); part[item] = turn; barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    int sum = part[item ^ 1];
    for (int k = 0; k < 8; k++)
        sum = sum * 3 + a[k] + few[k % 3];
    out[i] = sum * (i + 1);
}

// Pointers to one of two private variables: with barriers such a kernel cannot run in loops.
__kernel void two_variables(__global int *out)
{
    int a[4], b[4];
    __local int part[64];
    const int i = get_global_id(0), item = get_local_id(0);
    for (int k = 0; k < 4; k++) {
        a[k] = k + out[i];
        b[(k + i) & 3] = k * i;
    }
    int *p = (out[i] + i) & 1 ? a : b;
    p[i & 3] += 5;
    part[item] = p[(i + 1) & 3];
    barrier(CLK_LOCAL_MEM_FENCE);
    p[i & 1] += part[63 - item];
    out[i] = (a[0] + 3 * a[1] + 5 * b[0] + 7 * b[3]) * (i + 1);
}

__constant float factors[4] = {0.1f, 1.7f, -3.3f, 1e-3f};

// Bits of floating-point results.
__kernel void arithmetic(__global int *out)
{
    const int i = get_global_id(0);
    float sum = 0.0f, x = i * 0.37f + out[i];
    for (int k = 0; k < 20; k++)
        sum += x * factors[(i + k) & 3] + sqrt(x + k) / (k + 3.0f) - fma(x, sum, 0.3f) * 1e-4f;
    const float4 v = (float4)(sum, x, sum * x, sum - x);
    out[i] = as_int(sum) ^ as_int(dot(v, v.wzyx)) ^ (int)(x * 100.0f) / (i - 5);
}

// Each group reads what the one before has written, each work-item what its neighbour has.
__kernel void chain(__global int *out)
{
    const int i = get_global_id(0);
    out[i] = i < 1 ? 1 : out[i - 1] * 3 + i;
}

// Not these: one prints, the others could wait for each other.
__kernel void prints(__global int *out)
{
    if (get_global_id(0) == 5)
        printf("%d\n", out[5]);
}

__kernel void looks(__global volatile int *out)
{
    out[get_global_id(0)] = out[get_global_id(0) ^ 1] + 1;
}

__kernel void tickets(__global int *out)
{
    const int ticket = atomic_inc(out);
    if (get_global_id(0) > 0)
        out[get_global_id(0)] = ticket;
}

__kernel void adds(__global int *out)
{
    atomic_add(&out[get_global_id(0) & 7], (int)get_global_id(0));
}
