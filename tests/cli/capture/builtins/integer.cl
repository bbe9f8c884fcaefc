// One kernel per integer function and type: the scalar form at every work-item, the vector forms behind it.
#define OVERLOAD __attribute__((overloadable))

// Functions under a name of ours where their arguments have to be made fit.
#define FITTED(type, index)                                                                                          \
    type OVERLOAD ordered_clamp(type x, type y, type z) { return clamp(x, min(y, z), max(y, z)); }                   \
    type OVERLOAD sign_select(type x, type y, type z) { return select(x, y, as_##index(z)); }
#define FITTED_ALL(type, index)                                                                                      \
    type OVERLOAD ordered_clamp(type x, type y, type z) { return clamp(x, min(y, z), max(y, z)); }                   \
    type OVERLOAD sign_select(type x, type y, type z) { return z >> (sizeof(type) * 8 - 1) ? y : x; }                \
    FITTED(type##2, index##2) FITTED(type##3, index##3) FITTED(type##4, index##4) FITTED(type##8, index##8)          \
    FITTED(type##16, index##16)
FITTED_ALL(char, char)
FITTED_ALL(uchar, char)
FITTED_ALL(short, short)
FITTED_ALL(ushort, ushort)
FITTED_ALL(int, int)
FITTED_ALL(uint, uint)
FITTED_ALL(long, ulong)
FITTED_ALL(ulong, long)

#define X(w) vload##w(i, x)
#define Y(w) vload##w(i, y)
#define Z(w) vload##w(i, z)
#define CALL_1(name, w) name(X(w))
#define CALL_2(name, w) name(X(w), Y(w))
#define CALL_3(name, w) name(X(w), Y(w), Z(w))
#define SCALAR_1(name) name(x[i])
#define SCALAR_2(name) name(x[i], y[i])
#define SCALAR_3(name) name(x[i], y[i], z[i])
#define WIDTH(w, call) if (i < N / w) vstore##w(call, i, out + place); place += N;

#define KERNEL(name, arguments, type, result)                                                                        \
    __kernel void test_##name##_##type(__global const type *x, __global const type *y, __global const type *z,       \
                                       __global result *out)                                                         \
    {                                                                                                                \
        int i = get_global_id(0), place = N;                                                                         \
        out[i] = SCALAR_##arguments(name);                                                                           \
        WIDTH(2, CALL_##arguments(name, 2)) WIDTH(3, CALL_##arguments(name, 3)) WIDTH(4, CALL_##arguments(name, 4))  \
        WIDTH(8, CALL_##arguments(name, 8)) WIDTH(16, CALL_##arguments(name, 16))                                    \
    }
#define RESULT_0(name, arguments, stem)                                                                              \
    KERNEL(name, arguments, stem, stem) KERNEL(name, arguments, u##stem, u##stem)
#define RESULT_1(name, arguments, stem)                                                                              \
    KERNEL(name, arguments, stem, u##stem) KERNEL(name, arguments, u##stem, u##stem)
#define INTEGER(name, arguments, is_unsigned, value)                                                                 \
    RESULT_##is_unsigned(name, arguments, char)                                                                      \
    RESULT_##is_unsigned(name, arguments, short)                                                                     \
    RESULT_##is_unsigned(name, arguments, int)                                                                       \
    RESULT_##is_unsigned(name, arguments, long)
#include "integer.def"
