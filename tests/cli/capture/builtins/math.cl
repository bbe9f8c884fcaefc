// One kernel per math function and type: the scalar form at every work-item, the vector forms over the same inputs behind it.
#define N 4096

#define PAIR(type, integer)                                                                                          \
    type __attribute__((overloadable)) divide(type x, type y) { return x / y; }                                      \
    type __attribute__((overloadable)) fract_value(type x) { type whole; return fract(x, &whole); }                  \
    type __attribute__((overloadable)) fract_floor(type x) { type whole; fract(x, &whole); return whole; }           \
    type __attribute__((overloadable)) frexp_value(type x) { integer e; return frexp(x, &e); }                       \
    integer __attribute__((overloadable)) frexp_exponent(type x) { integer e; frexp(x, &e); return e; }              \
    type __attribute__((overloadable)) lgamma_r_value(type x) { integer s; return lgamma_r(x, &s); }                 \
    type __attribute__((overloadable)) modf_value(type x) { type whole; return modf(x, &whole); }                    \
    type __attribute__((overloadable)) modf_whole(type x) { type whole; modf(x, &whole); return whole; }             \
    type __attribute__((overloadable)) remquo_value(type x, type y) { integer q; return remquo(x, y, &q); }          \
    type __attribute__((overloadable)) sincos_sine(type x) { type c; return sincos(x, &c); }                         \
    type __attribute__((overloadable)) sincos_cosine(type x) { type c; sincos(x, &c); return c; }

#define PAIRS(type)                                                                                                  \
    PAIR(type, int) PAIR(type##2, int2) PAIR(type##3, int3) PAIR(type##4, int4) PAIR(type##8, int8) PAIR(type##16, int16)
PAIRS(float)
PAIRS(double)

#define WIDTH(w, call) if (i < N / w) vstore##w(call, i, out + place); place += N;
#define X(w) vload##w(i, x)
#define Y(w) vload##w(i, y)
#define Z(w) vload##w(i, z)
#define KERNEL(name, suffix, type, other, result, scalar, CALL)                                                      \
    __kernel void test_##name##suffix(__global const type *x, __global const other *y, __global const type *z,       \
                                      __global result *out)                                                          \
    {                                                                                                                \
        int i = get_global_id(0);                                                                                    \
        int place = N;                                                                                               \
        out[i] = scalar;                                                                                             \
        WIDTH(2, CALL(name, 2)) WIDTH(3, CALL(name, 3)) WIDTH(4, CALL(name, 4)) WIDTH(8, CALL(name, 8))              \
        WIDTH(16, CALL(name, 16))                                                                                    \
    }
#define CALL_1(name, w) name(X(w))
#define CALL_2(name, w) name(X(w), Y(w))
#define CALL_3(name, w) name(X(w), Y(w), Z(w))

#define MATH_F_1(name, f, d, value) KERNEL(name, _f, float, float, float, name(x[i]), CALL_1)
#define MATH_F_2(name, f, d, value) KERNEL(name, _f, float, float, float, name(x[i], y[i]), CALL_2)
#define MATH_1(name, f, d, value) MATH_F_1(name, f, d, value) KERNEL(name, _d, double, double, double, name(x[i]), CALL_1)
#define MATH_2(name, f, d, value)                                                                                    \
    MATH_F_2(name, f, d, value) KERNEL(name, _d, double, double, double, name(x[i], y[i]), CALL_2)
#define MATH_3(name, f, d, value)                                                                                    \
    KERNEL(name, _f, float, float, float, name(x[i], y[i], z[i]), CALL_3)                                            \
    KERNEL(name, _d, double, double, double, name(x[i], y[i], z[i]), CALL_3)
#define MATH_I(name, f, d, value)                                                                                    \
    KERNEL(name, _f, float, int, float, name(x[i], y[i]), CALL_2)                                                    \
    KERNEL(name, _d, double, int, double, name(x[i], y[i]), CALL_2)
#define MATH_TO_I(name, f, d, value)                                                                                 \
    KERNEL(name, _f, float, float, int, name(x[i]), CALL_1)                                                          \
    KERNEL(name, _d, double, double, int, name(x[i]), CALL_1)
#include "math.def"
