// Math functions that a GPU evaluates in its special function units, OpenCL 1.2 section 6.12.2: one call of the run-time
// library (runtime/math.c), one instruction of class sfu. The other math functions (fabs, fmin, floor, fma, ...) are
// plain arithmetic and come from libclc.
#include "vectors.h"

#define TYPED_1(name, type, suffix)                                                                                  \
    CONSTANT_FUNCTION type poise_math_##name##suffix(type x);                                                        \
    CONSTANT_FUNCTION OVERLOAD type name(type x) { return poise_math_##name##suffix(x); }                            \
    VECTORS_1(name, type, type)

#define TYPED_2(name, type, other, suffix)                                                                           \
    CONSTANT_FUNCTION type poise_math_##name##suffix(type x, other y);                                               \
    CONSTANT_FUNCTION OVERLOAD type name(type x, other y) { return poise_math_##name##suffix(x, y); }                \
    VECTORS_2(name, type, type, other)

#define MATH_1(name) TYPED_1(name, float, _f) TYPED_1(name, double, _d)
#define MATH_2(name) TYPED_2(name, float, float, _f) TYPED_2(name, double, double, _d)
#define MATH_I(name) TYPED_2(name, float, int, _f) TYPED_2(name, double, int, _d)
#include "math.def"

// Reduced-precision forms exist for float only and are as good as the full ones here.
#define REDUCED_1(prefix, name)                                                                                      \
    CONSTANT_FUNCTION OVERLOAD float prefix##_##name(float x) { return name(x); }                                    \
    VECTORS_1(prefix##_##name, float, float)

#define REDUCED(prefix)                                                                                              \
    REDUCED_1(prefix, sin)                                                                                           \
    REDUCED_1(prefix, cos)                                                                                           \
    REDUCED_1(prefix, tan)                                                                                           \
    REDUCED_1(prefix, exp)                                                                                           \
    REDUCED_1(prefix, exp2)                                                                                          \
    REDUCED_1(prefix, exp10)                                                                                         \
    REDUCED_1(prefix, log)                                                                                           \
    REDUCED_1(prefix, log2)                                                                                          \
    REDUCED_1(prefix, log10)                                                                                         \
    REDUCED_1(prefix, sqrt)                                                                                          \
    REDUCED_1(prefix, rsqrt)                                                                                         \
    CONSTANT_FUNCTION OVERLOAD float prefix##_powr(float x, float y) { return powr(x, y); }                          \
    VECTORS_2(prefix##_powr, float, float, float)                                                                    \
    CONSTANT_FUNCTION OVERLOAD float prefix##_recip(float x) { return 1.0f / x; }                                    \
    VECTORS_1(prefix##_recip, float, float)                                                                          \
    CONSTANT_FUNCTION OVERLOAD float prefix##_divide(float x, float y) { return x / y; }                             \
    VECTORS_2(prefix##_divide, float, float, float)

REDUCED(native)
REDUCED(half)
