// Math functions with a second result behind a pointer, OpenCL 1.2 section 6.12.2: each result is one call of the run-time
// library, one instruction of class sfu.
#include "vectors.h"

#define SECOND_RESULTS(type, suffix)                                                                                 \
    CONSTANT_FUNCTION int poise_math_lgamma_sign##suffix(type x);                                                    \
    CONSTANT_FUNCTION int poise_math_quotient##suffix(type x, type y);                                               \
    static CONSTANT_FUNCTION OVERLOAD int sign_of_gamma(type x) { return poise_math_lgamma_sign##suffix(x); }        \
    VECTORS_1(sign_of_gamma, int, type)                                                                       \
    static CONSTANT_FUNCTION OVERLOAD int quotient(type x, type y) { return poise_math_quotient##suffix(x, y); }     \
    VECTORS_2(quotient, int, type, type)

SECOND_RESULTS(float, _f)
SECOND_RESULTS(double, _d)

#define IN_SPACE(type, integer, space)                                                                               \
    OVERLOAD type sincos(type x, space type *cosine)                                                                 \
    {                                                                                                                \
        *cosine = cos(x);                                                                                            \
        return sin(x);                                                                                               \
    }                                                                                                                \
    OVERLOAD type lgamma_r(type x, space integer *sign)                                                              \
    {                                                                                                                \
        *sign = sign_of_gamma(x);                                                                                    \
        return lgamma(x);                                                                                            \
    }                                                                                                                \
    OVERLOAD type remquo(type x, type y, space integer *bits)                                                        \
    {                                                                                                                \
        *bits = quotient(x, y);                                                                                      \
        return remainder(x, y);                                                                                      \
    }

#define IN_SPACES(type, integer)                                                                                     \
    IN_SPACE(type, integer, __global) IN_SPACE(type, integer, __local) IN_SPACE(type, integer, __private)
#define WIDTHS(type)                                                                                                 \
    IN_SPACES(type, int)                                                                                             \
    IN_SPACES(type##2, int2)                                                                                         \
    IN_SPACES(type##3, int3)                                                                                         \
    IN_SPACES(type##4, int4)                                                                                         \
    IN_SPACES(type##8, int8)                                                                                         \
    IN_SPACES(type##16, int16)

WIDTHS(float)
WIDTHS(double)
