// Kernels for one_launch that check themselves: what is wrong is printed. `zero` is 0 that the compiler does not know.
#define CHECK(condition)                                                                                             \
    {                                                                                                                \
        if (!(condition))                                                                                            \
            printf("line %d: %s\n", __LINE__, #condition);                                                           \
    }
#define ALL(a, b) all((a) == (b))

__kernel void relational(__global int *out)
{
    int zero = out[0];
    float one = 1 + zero, nan_ = nan((uint)zero), infinite = one / zero;
    double wide = one;
    CHECK(isequal(one, 1.0f) == 1 && isnotequal(one, nan_) == 1 && isgreater(one, nan_) == 0)
    CHECK(isgreaterequal(one, one) == 1 && isless(-one, one) == 1 && islessequal(infinite, one) == 0)
    CHECK(islessgreater(one, 2 * one) == 1 && islessgreater(one, nan_) == 0)
    CHECK(isfinite(one) == 1 && isfinite(infinite) == 0 && isinf(-infinite) == 1 && isnan(nan_) == 1 && isnan(one) == 0)
    CHECK(isnormal(one) == 1 && isnormal(one * 1e-40f) == 0 && isnormal(0.0f * zero) == 0)
    CHECK(isordered(one, nan_) == 0 && isunordered(one, nan_) == 1 && signbit(-0.0f * one) == 1 && signbit(one) == 0)
    CHECK(ALL(isequal((float3)(one, nan_, 2), (float3)(1, nan_, 3)), (int3)(-1, 0, 0)))
    CHECK(ALL(isnan((double2)(wide, nan_)), (long2)(0, -1)))
    CHECK(ALL(signbit((double4)(-wide, wide, -0.0, nan((ulong)zero))), (long4)(-1, 0, -1, 0)))
    CHECK(ALL(isless((float16)(one), (float16)(0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, nan_)),
              (int16)(0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, 0)))
    CHECK(isnan(nan((ulong)zero)) == 1 && ALL(isnan(nan((ulong3)(zero, 1, 2))), (long3)(-1)) && isnan(nan(5u + zero)))
    CHECK(isnan(wide) == 0 && isgreater(wide * 2, wide) == 1 && isinf(wide / zero) == 1)
    CHECK(any((int)0x80000000 + zero) == 1 && any(1 + zero) == 0 && any((char4)(zero, 1, -1, 0)) == 1)
    CHECK(all((short3)(-1, -2, -3 + zero)) == 1 && all((long2)(-1, zero)) == 0 && any((int8)(zero)) == 0)
    CHECK(select(one, 2.0f, 1 + zero) == 2 && ALL(select((int2)(1, 2), (int2)(3, 4), (int2)(zero, -1)), (int2)(1, 4)))
    CHECK(ALL(select((double2)(1, 2), (double2)(3, 4), (long2)(zero, LONG_MIN)), (double2)(1, 4)))
    CHECK(bitselect(0x1234 + zero, 0xabcd, 0xff00) == 0xab34 && as_uint(bitselect(one, -one, 0x1p-149f)) == as_uint(one))
    CHECK(as_int(one) == 0x3f800000 && as_long(wide) == 0x3ff0000000000000L && as_short2(zero + 0x20001).y == 2)
}

bool near(double a, double b, double relative) { return fabs(a - b) <= relative * fabs(b); }

__kernel void common_geometric(__global int *out)
{
    int zero = out[0];
    float4 v = (float4)(1, -2, 3, 4) + zero, w = (float4)(2, 5, -7, 1) + zero;
    double3 p = (double3)(1, 2, 3) + zero, q = (double3)(-2, 4, 5) + zero;
    CHECK(near(degrees(1.0f + zero), 57.29577951308232, 1e-6) && near(radians(180.0 + zero), M_PI, 1e-15))
    CHECK(mix(1.0f + zero, 3.0f, 0.25f) == 1.5f && ALL(mix(v, w, 0.5f), (v + w) / 2))
    CHECK(step(1.0f, 0.5f + zero) == 0 && step(1.0f, 1.0f + zero) == 1 && ALL(step(0.0f, v), (float4)(1, 0, 1, 1)))
    CHECK(smoothstep(0.0f, 2.0f, 1.0f + zero) == 0.5f && ALL(smoothstep(0.0, 2.0, p), (double3)(0.5, 1, 1)))
    CHECK(sign(-0.0f) == 0 && sign(v.y) == -1 && sign(nan((uint)zero)) == 0 && ALL(sign(v), (float4)(1, -1, 1, 1)))
    CHECK(clamp(v.w, 0.0f, 2.5f) == 2.5f && ALL(clamp(v, -1.0f, 2.0f), (float4)(1, -1, 2, 2)))
    CHECK(max(v.x, 2.0f) == 2 && ALL(min(v, 0.0f), (float4)(0, -2, 0, 0)) && ALL(max(v, w), (float4)(2, 5, 3, 4)))
    CHECK(dot(v, w) == 2 - 10 - 21 + 4 && dot(p, q) == 21 && dot(v.x, w.y) == 5)
    CHECK(ALL(cross(p, q), (double3)(-2, -11, 8)) && ALL(cross(v, w), (float4)(-1, 13, 9, 0)))
    CHECK(near(length(v), sqrt(30.0), 3e-7) && near(length(p * 1e200), sqrt(14.0) * 1e200, 1e-15))
    CHECK(near(distance(p, q), sqrt(17.0), 1e-15) && near(fast_distance(v, w), sqrt(1.0 + 49 + 100 + 9), 1e-5))
    CHECK(near(normalize(v).w, 4 / sqrt(30.0), 4e-7) && near(fast_normalize(v).y, -2 / sqrt(30.0), 1e-3))
    CHECK(near(fast_length(v), sqrt(30.0), 1e-3) && near(length(v * 1e30f), 1e30 * sqrt(30.0), 1e-6))
}

__kernel void vectors(__global int *out)
{
    __local short tile[64];
    __private double own[16];
    __constant char *text = "abcdefghijklmnopqrstuvwxyz";
    int i = get_local_id(0), zero = out[0];
    tile[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    CHECK(ALL(vload3(zero + 2, tile), (short3)(6, 7, 8)) && ALL(vload16(zero + 3, tile).s0f, (short2)(48, 63)))
    CHECK(ALL(vload4(zero + 1, text), (char4)('e', 'f', 'g', 'h')) && vload8(zero + 2, text).s7 == 'x')
    for (int k = 0; k < 16; k++)
        own[k] = zero;
    vstore3((double3)(1, 2, 3), zero + 1, own);
    vstore2((double2)(4, 5), zero + 6, own);
    CHECK(own[3] == 1 && own[5] == 3 && own[6] == 0 && own[12] == 4 && own[13] == 5 && own[14] == 0)
    CHECK(ALL(vload4(1, own), (double4)(2, 3, 0, 0)))
    int4 v = (int4)(10, 11, 12, 13) + zero;
    CHECK(ALL(shuffle(v, (uint4)(3, 2, 1, 0)), v.wzyx) && ALL(shuffle(v, (uint8)(5)), (int8)(11)))
    CHECK(ALL(shuffle2(v, v + 10, (uint4)(0, 4, 3, 7)), (int4)(10, 20, 13, 23)))
    CHECK(ALL(shuffle2((char2)(1, zero), (char2)(3, 4), (uchar16)(3)), (char16)(4)))
    CHECK(vec_step(v) == 4 && vec_step(short3) == 4 && vec_step(double16) == 16 && sizeof(float3) == 16)
    v.even = v.odd;
    v.s3 = -1;
    CHECK(ALL(v, (int4)(11, 11, 13, -1)) && ALL(v.hi.yx, (int2)(-1, 13)))
    CHECK(ALL((char16)(v.lo.x, (char3)(2, 3, 4), (char4)(5), (char8)(6)).s0178, (char4)(11, 2, 5, 6)))
    CHECK(ALL(v << 33, v << 1) && ALL(-v > 0, (int4)(0, 0, 0, -1)) && ALL(v && 1, (int4)(-1)) && ALL(!v, (int4)(0)))
    CHECK(ALL(v ? (int4)(7) : v, (int4)(11, 11, 13, 7)))
}

__kernel void halves(__global int *out)
{
    ushort stored[16];
    half *h = (half *)stored;
    int zero = out[0], i = get_global_id(0);
    float one = 1 + zero;
#define STORED(function, value) (function(value, 0, h), stored[0])
    CHECK(STORED(vstore_half, one * (1 + 0x1p-11f)) == 0x3c00 && STORED(vstore_half_rte, one * (1 + 0x3p-11f)) == 0x3c02)
    CHECK(STORED(vstore_half_rtp, one * (1 + 0x1p-11f)) == 0x3c01 && STORED(vstore_half_rtz, one * (1 + 0x3p-11f)) == 0x3c01)
    CHECK(STORED(vstore_half_rtn, -one * (1 + 0x1p-20f)) == 0xbc01 && STORED(vstore_half_rtp, -one * (1 + 0x1p-20f)) == 0xbc00)
    CHECK(STORED(vstore_half, 65520 * one) == 0x7c00 && STORED(vstore_half_rtz, 65520 * one) == 0x7bff)
    CHECK(STORED(vstore_half_rtn, 1e9f * one) == 0x7bff && STORED(vstore_half_rtp, 1e9f * one) == 0x7c00)
    CHECK(STORED(vstore_half, 65519 * one) == 0x7bff && STORED(vstore_half, 0x1p-25f * one) == 0)
    CHECK(STORED(vstore_half_rtp, 0x1p-30f * one) == 1 && STORED(vstore_half, 0x1.8p-24f * one) == 2)
    CHECK(STORED(vstore_half_rtz, 0x1.8p-24f * one) == 1 && STORED(vstore_half, -0.0f * one) == 0x8000)
    CHECK((STORED(vstore_half, nan((uint)zero)) & 0x7fff) > 0x7c00 && STORED(vstore_half, -one / zero) == 0xfc00)
    CHECK(STORED(vstore_half, (double)one * (1 + 0x1p-11)) == 0x3c00 && STORED(vstore_half_rtp, one * 1e-300) == 1)
    CHECK(STORED(vstore_half, one * (1.0 + 0x1p-11 + 0x1p-40)) == 0x3c01)
    for (int k = 0; k < 1024; k++) {
        ushort bits = i * 1024 + k;
        stored[0] = bits;
        float value = vload_half(0, h);
        if (isnan(value) == 0)
            CHECK(STORED(vstore_half, value) == bits)
        else
            CHECK((bits & 0x7fff) > 0x7c00)
    }
    vstore_half3((float3)(1, 2, 3) * one, 1, h);
    CHECK(stored[3] == 0x3c00 && stored[4] == 0x4000 && stored[5] == 0x4200)
    vstorea_half3_rtz((float3)(1, 2, 3) * one, 1, h);
    CHECK(stored[4] == 0x3c00 && stored[6] == 0x4200 && ALL(vloada_half3(1, h), (float3)(1, 2, 3)))
    vstore_half16((float16)(5) * one, 0, h);
    CHECK(ALL(vload_half8(1, h), (float8)(5)) && ALL(vloada_half16(0, h), (float16)(5)))
}

// 64 work-items in one group; buffers of ints.
#define ATOMIC_CHECKS(prefix, type, space, p)                                                                        \
    if (i == 0)                                                                                                      \
        *p = 100;                                                                                                    \
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                                                             \
    prefix##add(p, (type)i);                                                                                         \
    prefix##inc(p);                                                                                                  \
    prefix##sub(p, (type)1);                                                                                         \
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                                                             \
    CHECK(*p == 100 + 63 * 32)                                                                                       \
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                                                             \
    if (i == 0) {                                                                                                    \
        CHECK(prefix##xchg(p, (type)-5) == 100 + 63 * 32 && prefix##max(p, (type)3) == (type)-5)                     \
        CHECK(prefix##min(p, (type)7) == ((type)-5 < 0 ? 3 : (type)-5))                                              \
        CHECK(prefix##xchg(p, (type)12) == ((type)-5 < 0 ? 3 : 7))                                                   \
        CHECK(prefix##dec(p) == 12 && prefix##and(p, (type)6) == 11 && prefix##or(p, (type)9) == 2)                  \
        CHECK(prefix##xor(p, (type)3) == 11 && prefix##cmpxchg(p, (type)1, (type)2) == 8)                            \
        CHECK(prefix##cmpxchg(p, (type)8, (type)2) == 8 && *p == 2)                                                  \
    }                                                                                                                \
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

__kernel void atomics(__global int *out)
{
    int i = get_local_id(0);
    __local int a;
    __local uint b;
    __local long c;
    __local ulong d;
    ATOMIC_CHECKS(atomic_, int, __local, &a)
    ATOMIC_CHECKS(atom_, int, __local, &a)
    ATOMIC_CHECKS(atomic_, uint, __local, &b)
    ATOMIC_CHECKS(atom_, long, __local, &c)
    ATOMIC_CHECKS(atom_, ulong, __local, &d)
    ATOMIC_CHECKS(atomic_, int, __global, out)
    ATOMIC_CHECKS(atomic_, uint, __global, (__global uint *)out)
    ATOMIC_CHECKS(atom_, uint, __global, (__global uint *)out)
    ATOMIC_CHECKS(atom_, long, __global, (__global long *)out)
    ATOMIC_CHECKS(atom_, ulong, __global, (__global ulong *)out)
    if (i == 0) {
        __global float *f = (__global float *)out;
        *f = 1.5f;
        CHECK(atomic_xchg(f, 2.5f) == 1.5f && *f == 2.5f)
    }
}

__kernel void async(__global int *out)
{
    __local int copy[200];
    __local uchar3 triples[16];
    int i = get_local_id(0);
    out[i] = i * i;
    barrier(CLK_GLOBAL_MEM_FENCE);
    prefetch(out, 64);
    event_t e = async_work_group_copy(copy, out, 50, 0);
    e = async_work_group_strided_copy(copy + 100, out, 16, 4, e);
    wait_group_events(1, &e);
    CHECK(copy[49] == 49 * 49 && copy[101] == 16 && copy[115] == 60 * 60)
    CHECK(i >= 50 || copy[i] == i * i)
    e = async_work_group_copy(triples, (__global uchar3 *)out, 16, 0);
    wait_group_events(1, &e);
    CHECK(triples[5].x == 25 && triples[15].x == 225 && triples[5].y == 0)
    e = async_work_group_strided_copy(out, (__local int *)copy, 8, 8, 0);
    wait_group_events(1, &e);
    CHECK(out[56] == 49 && out[8] == 1)
}

__kernel void work_item(__global int *out)
{
    CHECK(get_work_dim() == 1 && get_global_size(0) == 64 && get_global_size(1) == 1 && get_global_size(7) == 1)
    CHECK(get_local_id(1) == 0 && get_local_size(2) == 1 && get_num_groups(0) * get_local_size(0) == 64)
    CHECK(get_global_offset(0) == 0 && get_group_id(3) == 0 && get_global_id(9) == 0)
    mem_fence(CLK_LOCAL_MEM_FENCE);
    read_mem_fence(CLK_GLOBAL_MEM_FENCE);
    write_mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    CHECK(mul24(get_global_size(0), 3) == 192 && mad24(get_local_size(1), 3u, -1) == 2)
}

// OpenCL 1.2 section 6.10. What the preprocessor decides is printed by the kernel.
#if !defined(__OPENCL_VERSION__) || __OPENCL_VERSION__ != 120
#define WRONG_DEVICE_VERSION 1
#else
#define WRONG_DEVICE_VERSION 0
#endif
__kernel void macros(__global int *out)
{
    CHECK(!WRONG_DEVICE_VERSION && __OPENCL_C_VERSION__ == 120)
    CHECK(CL_VERSION_1_0 == 100 && CL_VERSION_1_1 == 110 && CL_VERSION_1_2 == 120 && __ENDIAN_LITTLE__ == 1)
#ifdef __IMAGE_SUPPORT__
    CHECK(!"__IMAGE_SUPPORT__ is undefined")
#endif
}
