// Math functions that a GPU evaluates in its special function units, OpenCL 1.2 section 6.12.2: one call of the run-time
// library (runtime/math.c), one instruction of class sfu. The other math functions (fabs, fmin, floor, fma, ...) are
// plain arithmetic and come from libclc.
#include "builtins.h"

// The vector forms of a function of one and of two arguments, component by component.
#define VECTORS_1(name, type)                                                                                        \
    CONSTANT_FUNCTION OVERLOAD type##2 name(type##2 x) { return (type##2)(name(x.x), name(x.y)); }                   \
    CONSTANT_FUNCTION OVERLOAD type##3 name(type##3 x) { return (type##3)(name(x.x), name(x.y), name(x.z)); }        \
    CONSTANT_FUNCTION OVERLOAD type##4 name(type##4 x) { return (type##4)(name(x.lo), name(x.hi)); }                 \
    CONSTANT_FUNCTION OVERLOAD type##8 name(type##8 x) { return (type##8)(name(x.lo), name(x.hi)); }                 \
    CONSTANT_FUNCTION OVERLOAD type##16 name(type##16 x) { return (type##16)(name(x.lo), name(x.hi)); }

#define VECTORS_2(name, type)                                                                                        \
    CONSTANT_FUNCTION OVERLOAD type##2 name(type##2 x, type##2 y)                                                    \
    {                                                                                                                \
        return (type##2)(name(x.x, y.x), name(x.y, y.y));                                                            \
    }                                                                                                                \
    CONSTANT_FUNCTION OVERLOAD type##3 name(type##3 x, type##3 y)                                                    \
    {                                                                                                                \
        return (type##3)(name(x.x, y.x), name(x.y, y.y), name(x.z, y.z));                                            \
    }                                                                                                                \
    CONSTANT_FUNCTION OVERLOAD type##4 name(type##4 x, type##4 y)                                                    \
    {                                                                                                                \
        return (type##4)(name(x.lo, y.lo), name(x.hi, y.hi));                                                        \
    }                                                                                                                \
    CONSTANT_FUNCTION OVERLOAD type##8 name(type##8 x, type##8 y)                                                    \
    {                                                                                                                \
        return (type##8)(name(x.lo, y.lo), name(x.hi, y.hi));                                                        \
    }                                                                                                                \
    CONSTANT_FUNCTION OVERLOAD type##16 name(type##16 x, type##16 y)                                                 \
    {                                                                                                                \
        return (type##16)(name(x.lo, y.lo), name(x.hi, y.hi));                                                       \
    }

#define TYPED_1(name, type, suffix)                                                                                  \
    CONSTANT_FUNCTION type poise_math_##name##suffix(type x);                                                        \
    CONSTANT_FUNCTION OVERLOAD type name(type x) { return poise_math_##name##suffix(x); }                            \
    VECTORS_1(name, type)

#define TYPED_2(name, type, suffix)                                                                                  \
    CONSTANT_FUNCTION type poise_math_##name##suffix(type x, type y);                                                \
    CONSTANT_FUNCTION OVERLOAD type name(type x, type y) { return poise_math_##name##suffix(x, y); }                 \
    VECTORS_2(name, type)

#define MATH_1(name) TYPED_1(name, float, _f) TYPED_1(name, double, _d)
#define MATH_2(name) TYPED_2(name, float, _f) TYPED_2(name, double, _d)
#include "math.def"

// Reduced-precision forms exist for float only and are as good as the full ones here.
#define NATIVE_1(name)                                                                                               \
    CONSTANT_FUNCTION OVERLOAD float native_##name(float x) { return name(x); }                                      \
    VECTORS_1(native_##name, float)                                                                                  \
    CONSTANT_FUNCTION OVERLOAD float half_##name(float x) { return name(x); }                                        \
    VECTORS_1(half_##name, float)

NATIVE_1(sin)
NATIVE_1(cos)
NATIVE_1(tan)
NATIVE_1(exp)
NATIVE_1(exp2)
NATIVE_1(exp10)
NATIVE_1(log)
NATIVE_1(log2)
NATIVE_1(log10)
NATIVE_1(sqrt)
NATIVE_1(rsqrt)

CONSTANT_FUNCTION OVERLOAD float native_powr(float x, float y) { return pow(x, y); }
VECTORS_2(native_powr, float)
CONSTANT_FUNCTION OVERLOAD float half_powr(float x, float y) { return pow(x, y); }
VECTORS_2(half_powr, float)

CONSTANT_FUNCTION OVERLOAD float native_recip(float x) { return 1.0f / x; }
VECTORS_1(native_recip, float)
CONSTANT_FUNCTION OVERLOAD float half_recip(float x) { return 1.0f / x; }
VECTORS_1(half_recip, float)
CONSTANT_FUNCTION OVERLOAD float native_divide(float x, float y) { return x / y; }
VECTORS_2(native_divide, float)
CONSTANT_FUNCTION OVERLOAD float half_divide(float x, float y) { return x / y; }
VECTORS_2(half_divide, float)
