/* Included before every program. */
#define POISE_OVERLOAD __attribute__((overloadable))

/* Programs have bit fields, and static functions in OpenCL C 1.0 and 1.1: other compilers accept them. */
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable
#pragma OPENCL EXTENSION cl_clang_storage_class_specifiers : enable

/* clang 14 declares it with a pointer into the address space of OpenCL 2.0. */
void POISE_OVERLOAD wait_group_events(int n, event_t *events);

/* clang 14 declares the functions of half storage (OpenCL 1.2 section 6.12.7) only where half arithmetic
 * exists. */
#define POISE_HALF_LOADS(space)                                     \
    float POISE_OVERLOAD vload_half(size_t i, const space half *p); \
    POISE_HALF_LOAD(2, space)                                       \
    POISE_HALF_LOAD(3, space) POISE_HALF_LOAD(4, space) POISE_HALF_LOAD(8, space) POISE_HALF_LOAD(16, space)
#define POISE_HALF_LOAD(n, space)                                         \
    float##n POISE_OVERLOAD vload_half##n(size_t i, const space half *p); \
    float##n POISE_OVERLOAD vloada_half##n(size_t i, const space half *p);
POISE_HALF_LOADS(__global)
POISE_HALF_LOADS(__local)
POISE_HALF_LOADS(__constant)
POISE_HALF_LOADS(__private)
#define POISE_HALF_STORES(type, space, form)                                \
    void POISE_OVERLOAD vstore_half##form(type v, size_t i, space half *p); \
    POISE_HALF_STORE(type, 2, space, form)                                  \
    POISE_HALF_STORE(type, 3, space, form)                                  \
    POISE_HALF_STORE(type, 4, space, form)                                  \
    POISE_HALF_STORE(type, 8, space, form) POISE_HALF_STORE(type, 16, space, form)
#define POISE_HALF_STORE(type, n, space, form)                                    \
    void POISE_OVERLOAD vstore_half##n##form(type##n v, size_t i, space half *p); \
    void POISE_OVERLOAD vstorea_half##n##form(type##n v, size_t i, space half *p);
#define POISE_HALF_ROUNDINGS(type, space) \
    POISE_HALF_STORES(type, space, )      \
    POISE_HALF_STORES(type, space, _rte)  \
    POISE_HALF_STORES(type, space, _rtz)  \
    POISE_HALF_STORES(type, space, _rtp) POISE_HALF_STORES(type, space, _rtn)
POISE_HALF_ROUNDINGS(float, __global)
POISE_HALF_ROUNDINGS(float, __local)
POISE_HALF_ROUNDINGS(float, __private)
#if defined(cl_khr_fp64) && __OPENCL_C_VERSION__ >= 120
POISE_HALF_ROUNDINGS(double, __global)
POISE_HALF_ROUNDINGS(double, __local)
POISE_HALF_ROUNDINGS(double, __private)
#endif
#undef POISE_HALF_LOADS
#undef POISE_HALF_LOAD
#undef POISE_HALF_STORES
#undef POISE_HALF_STORE
#undef POISE_HALF_ROUNDINGS

/* Programs pass size_t and mixed signs to mul24 and mad24: that is ambiguous in OpenCL C
 * (1.2, section 6.12.3) and accepted by the compilers of GPU vendors, whose samples do it. The result is
 * unsigned then. */
#define POISE_CONST __attribute__((overloadable, const))
#define POISE_MUL24(type)               \
    type POISE_CONST mul24(type, type); \
    type POISE_CONST mad24(type, type, type);
#define POISE_WIDTHS(type) \
    POISE_MUL24(type)      \
    POISE_MUL24(type##2) POISE_MUL24(type##3) POISE_MUL24(type##4) POISE_MUL24(type##8) POISE_MUL24(type##16)
POISE_WIDTHS(int)
POISE_WIDTHS(uint)
#define POISE_MIXED(a, b)                                   \
    static inline uint POISE_CONST mul24(a x, b y)          \
    {                                                       \
        return mul24((uint)x, (uint)y);                     \
    }                                                       \
    static inline uint POISE_CONST mad24(a x, b y, int z)   \
    {                                                       \
        return mad24((uint)x, (uint)y, (uint)z);            \
    }                                                       \
    static inline uint POISE_CONST mad24(a x, b y, uint z)  \
    {                                                       \
        return mad24((uint)x, (uint)y, (uint)z);            \
    }                                                       \
    static inline uint POISE_CONST mad24(a x, b y, ulong z) \
    {                                                       \
        return mad24((uint)x, (uint)y, (uint)z);            \
    }
POISE_MIXED(int, uint)
POISE_MIXED(uint, int)
POISE_MIXED(int, ulong)
POISE_MIXED(ulong, int)
POISE_MIXED(uint, ulong)
POISE_MIXED(ulong, uint)
POISE_MIXED(ulong, ulong)
#define POISE_MIXED_SUM(a, b)                           \
    static inline uint POISE_CONST mad24(a x, a y, b z) \
    {                                                   \
        return mad24((uint)x, (uint)y, (uint)z);        \
    }
POISE_MIXED_SUM(int, uint)
POISE_MIXED_SUM(int, ulong)
POISE_MIXED_SUM(uint, int)
POISE_MIXED_SUM(uint, ulong)
#undef POISE_OVERLOAD
#undef POISE_CONST
#undef POISE_MUL24
#undef POISE_WIDTHS
#undef POISE_MIXED
#undef POISE_MIXED_SUM
