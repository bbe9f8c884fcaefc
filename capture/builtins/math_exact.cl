// Math functions of OpenCL 1.2 section 6.12.2 that libclc gets wrong: ldexp of float flushes denormal results, nextafter
// and fract lose the sign of zero, nan of double leaves out the bit that makes a NaN quiet, so that nan(0) is infinite.
// Found by tests/cli/capture/builtins.
#include "vectors.h"

// Powers of two in steps, so that only the last multiplication rounds (as in the C library musl, scalbn.c).
#define LDEXP_STEP(type, high, low, bias, digits)                                                                    \
    is_high = n > bias, is_low = n < 1 - bias;                                                                       \
    x *= is_high ? high : is_low ? low : (type)1;                                                                    \
    n -= is_high ? bias : is_low ? 1 - bias + digits : 0;

#define LDEXP(type, integer, high, low, bias, digits)                                                                \
    CONSTANT_FUNCTION OVERLOAD type ldexp(type x, int n)                                                             \
    {                                                                                                                \
        bool is_high, is_low;                                                                                        \
        LDEXP_STEP(type, high, low, bias, digits)                                                                    \
        LDEXP_STEP(type, high, low, bias, digits)                                                                    \
        n = clamp(n, 1 - bias, bias);                                                                                \
        return x * as_##type((integer)(n + bias) << (digits - 1));                                                   \
    }                                                                                                                \
    VECTORS_2(ldexp, type, type, int)                                                                                \
    CONSTANT_FUNCTION OVERLOAD type##2 ldexp(type##2 x, int n) { return ldexp(x, (int2)n); }                         \
    CONSTANT_FUNCTION OVERLOAD type##3 ldexp(type##3 x, int n) { return ldexp(x, (int3)n); }                         \
    CONSTANT_FUNCTION OVERLOAD type##4 ldexp(type##4 x, int n) { return ldexp(x, (int4)n); }                         \
    CONSTANT_FUNCTION OVERLOAD type##8 ldexp(type##8 x, int n) { return ldexp(x, (int8)n); }                         \
    CONSTANT_FUNCTION OVERLOAD type##16 ldexp(type##16 x, int n) { return ldexp(x, (int16)n); }

LDEXP(float, int, 0x1p127f, 0x1p-126f * 0x1p24f, 127, 24)
LDEXP(double, long, 0x1p1023, 0x1p-1022 * 0x1p53, 1023, 53)

#define NEXTAFTER(type, integer)                                                                                     \
    CONSTANT_FUNCTION OVERLOAD type nextafter(type x, type y)                                                        \
    {                                                                                                                \
        integer away = as_##integer(x) + 1, back = as_##integer(x) - 1;                                              \
        type next = as_##type((x < y) == (x > 0) ? away : back);                                                     \
        next = x == 0 ? copysign(as_##type((integer)1), y) : next;                                                   \
        return isnan(x) || isnan(y) ? x + y : x == y ? y : next;                                                     \
    }                                                                                                                \
    VECTORS_2(nextafter, type, type, type)

NEXTAFTER(float, int)
NEXTAFTER(double, long)

#define FRACTION(type, largest)                                                                                      \
    static CONSTANT_FUNCTION OVERLOAD type fraction(type x)                                                          \
    {                                                                                                                \
        type f = fmin(x - floor(x), largest);                                                                        \
        f = isinf(x) ? copysign((type)0, x) : f;                                                                     \
        return isnan(x) || x == 0 ? x : f;                                                                           \
    }                                                                                                                \
    VECTORS_1(fraction, type, type)

FRACTION(float, 0x1.fffffep-1f)
FRACTION(double, 0x1.fffffffffffffp-1)

#define FRACT(type, space)                                                                                           \
    OVERLOAD type fract(type x, space type *whole)                                                                   \
    {                                                                                                                \
        *whole = floor(x);                                                                                           \
        return fraction(x);                                                                                          \
    }
#define FRACT_IN_SPACES(type) FRACT(type, __global) FRACT(type, __local) FRACT(type, __private)

FOR_WIDTHS(FRACT_IN_SPACES, float)
FOR_WIDTHS(FRACT_IN_SPACES, double)

CONSTANT_FUNCTION OVERLOAD double nan(ulong code) { return as_double(code | 0x7ff8000000000000UL); }
VECTORS_1(nan, double, ulong)
