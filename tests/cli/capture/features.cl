// Kernels that use what the workloads of datasets/ do not: each writes one number per work-item that features.c
// recomputes on the host.

typedef struct pair {
    int factor;
    float offset;
    long tail[4];
} pair;

__constant float weights[8] = {0.5f, 1.0f, 1.5f, 2.0f, 2.5f, 3.0f, 3.5f, 4.0f};

// Barriers in a loop and an argument in local memory: sums of a group by halving.
__kernel void group_sums(__global const int *in, __global int *sums, __local int *partial)
{
    int l = get_local_id(0);
    partial[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
        if (l < step)
            partial[l] += partial[l + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        sums[get_group_id(0)] = partial[0];
}

// A local array of the kernel's own and two dimensions.
__kernel void transpose(__global const float *in, __global float *out, int width, int height)
{
    __local float tile[16][17];
    int x = get_global_id(0), y = get_global_id(1);
    int lx = get_local_id(0), ly = get_local_id(1);
    tile[ly][lx] = in[y * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    int tx = get_group_id(1) * 16 + lx, ty = get_group_id(0) * 16 + ly;
    out[ty * height + tx] = tile[lx][ly];
}

// Three dimensions with an offset.
__kernel void positions(__global int *out)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int i = ((z - 3) * get_global_size(1) + (y - 2)) * get_global_size(0) + (x - 1);
    out[i] = x + 100 * y + 10000 * z + 1000000 * get_work_dim();
}

// A structure by value.
__kernel void structure(__global float *out, pair p, uchar scale)
{
    int i = get_global_id(0);
    out[i] = (i * p.factor + p.offset + p.tail[i & 3]) * scale;
}

int collatz_steps(int v)
{
    int steps = 0;
    while (v > 1) {
        v = v & 1 ? 3 * v + 1 : v >> 1;
        steps++;
    }
    return steps;
}

// Lanes that leave early and lanes that loop for different times.
__kernel void divergent(__global int *out, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    out[i] = collatz_steps(i + 1);
}

// Atomics in global and in local memory.
__kernel void histogram(__global const int *in, __global int *bins, __global uint *largest)
{
    __local int mine[16];
    int l = get_local_id(0);
    if (l < 16)
        mine[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int v = in[get_global_id(0)];
    atomic_inc(&mine[v & 15]);
    atomic_max(largest, (uint)v);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16)
        atomic_add(&bins[l], mine[l]);
}

// A private array with an index that only the run knows, and a table in constant memory.
__kernel void private_array(__global const int *in, __global float *out)
{
    float h[8];
    int i = get_global_id(0);
    for (int k = 0; k < 8; k++)
        h[k] = weights[(in[i] + k) & 7];
    for (int k = 0; k < 8; k++)
        h[in[i] & 7] += h[k] * k;
    out[i] = h[i & 7];
}

// Vectors, conversions, built-in functions of several families, double precision.
__kernel void built_ins(__global const float *in, __constant float *extra, __global double *out)
{
    int i = get_global_id(0);
    float4 v = vload4(i, in);
    float4 w = vload4(0, extra);
    float r = dot(v, w) + length(v) + fmin(v.x, v.y) + fmax(v.z, v.w) + clamp(v.x, 0.25f, 0.75f) + mix(v.y, v.z, 0.5f);
    r += mad(v.x, v.y, v.z) + fma(v.x, v.y, v.w) + fabs(v.x - v.y) + floor(4 * v.z) + rsqrt(1 + v.x) + sqrt(v.y);
    r += sin(v.x) + exp(v.y) + log(1 + v.z) + pow(1 + v.w, 2.5f);
    int4 q = convert_int4_sat_rte(w * 1e3f);
    int s = q.x + mul24(q.y, 3) + max(q.z, 7) + abs(q.w - 5000) + popcount(q.x) + clz(q.y) + select(1, 2, isgreater(v.x, v.y));
    uchar4 b = convert_uchar4_sat((float4)(-3, 300, 7.9f, 255));
    s += b.x + b.y + b.z + b.w;
    int2 turned = shuffle(q, (uint2)(3, 0));
    out[i] = (double)r * 1.5 + s + turned.x - turned.y + exp((double)v.x);
}

__kernel void switched(__global const int *in, __global int *out)
{
    int i = get_global_id(0), r;
    switch (in[i] % 6) {
    case 0: r = 11; break;
    case 1: r = 22; break;
    case 2: r = 5; break;
    case 3: r = 77; break;
    case 4: r = i * 3; break;
    default: r = -i;
    }
    out[i] = r;
}
