// Conversions of OpenCL 1.2 section 6.2.3 that libclc gets wrong (found by tests/cli/capture/builtins): saturation of NaN and
// at the end of the range of 32-bit and 64-bit integers, directed rounding of integers at the end of their range.
#include "builtins.h"

#define VECTORS(to, from, form)                                                                                      \
    CONSTANT_FUNCTION OVERLOAD to##2 convert_##to##2##form(from##2 x)                                                \
    {                                                                                                                \
        return (to##2)(convert_##to##form(x.x), convert_##to##form(x.y));                                            \
    }                                                                                                                \
    CONSTANT_FUNCTION OVERLOAD to##3 convert_##to##3##form(from##3 x)                                                \
    {                                                                                                                \
        return (to##3)(convert_##to##2##form(x.lo), convert_##to##form(x.z));                                        \
    }                                                                                                                \
    CONSTANT_FUNCTION OVERLOAD to##4 convert_##to##4##form(from##4 x)                                                \
    {                                                                                                                \
        return (to##4)(convert_##to##2##form(x.lo), convert_##to##2##form(x.hi));                                    \
    }                                                                                                                \
    CONSTANT_FUNCTION OVERLOAD to##8 convert_##to##8##form(from##8 x)                                                \
    {                                                                                                                \
        return (to##8)(convert_##to##4##form(x.lo), convert_##to##4##form(x.hi));                                    \
    }                                                                                                                \
    CONSTANT_FUNCTION OVERLOAD to##16 convert_##to##16##form(from##16 x)                                             \
    {                                                                                                                \
        return (to##16)(convert_##to##8##form(x.lo), convert_##to##8##form(x.hi));                                   \
    }

// Values from `low` to below `high` fit; both are powers of two, exact in float.
#define SATURATED(to, from, form, round, low, high, smallest, largest)                                               \
    CONSTANT_FUNCTION OVERLOAD to convert_##to##form(from x)                                                         \
    {                                                                                                                \
        x = round(x);                                                                                                \
        return isnan(x) ? 0 : x >= high ? largest : x < low ? smallest : (to)x;                                      \
    }                                                                                                                \
    VECTORS(to, from, form)

#define ROUNDINGS(to, from, low, high, smallest, largest)                                                            \
    SATURATED(to, from, _sat, trunc, low, high, smallest, largest)                                                   \
    SATURATED(to, from, _sat_rtz, trunc, low, high, smallest, largest)                                               \
    SATURATED(to, from, _sat_rte, rint, low, high, smallest, largest)                                                \
    SATURATED(to, from, _sat_rtp, ceil, low, high, smallest, largest)                                                \
    SATURATED(to, from, _sat_rtn, floor, low, high, smallest, largest)

#define FROM(from)                                                                                                   \
    ROUNDINGS(int, from, -0x1p31f, 0x1p31f, INT_MIN, INT_MAX)                                                        \
    ROUNDINGS(uint, from, 0, 0x1p32f, 0, UINT_MAX)                                                                   \
    ROUNDINGS(long, from, -0x1p63f, 0x1p63f, LONG_MIN, LONG_MAX)                                                     \
    ROUNDINGS(ulong, from, 0, 0x1p64f, 0, ULONG_MAX)
FROM(float)
FROM(double)

// A magnitude without the bits that do not fit `digits` is converted exactly; the next number away from zero has the
// next bit pattern.
#define DIRECTED(to, integer, digits)                                                                                \
    static CONSTANT_FUNCTION OVERLOAD to towards_zero(ulong m, to kind)                                              \
    {                                                                                                                \
        int dropped = max(64 - (int)clz(m) - digits, 0);                                                             \
        return (to)(m >> dropped << dropped);                                                                        \
    }                                                                                                                \
    static CONSTANT_FUNCTION OVERLOAD to away(ulong m, to kind)                                                      \
    {                                                                                                                \
        int dropped = max(64 - (int)clz(m) - digits, 0);                                                             \
        to exact = (to)(m >> dropped << dropped);                                                                    \
        return as_##to(as_##integer(exact) + (m != m >> dropped << dropped));                                        \
    }                                                                                                                \
    CONSTANT_FUNCTION OVERLOAD to convert_##to##_rtz(ulong x) { return towards_zero(x, (to)0); }                     \
    CONSTANT_FUNCTION OVERLOAD to convert_##to##_rtn(ulong x) { return towards_zero(x, (to)0); }                     \
    CONSTANT_FUNCTION OVERLOAD to convert_##to##_rtp(ulong x) { return away(x, (to)0); }                             \
    CONSTANT_FUNCTION OVERLOAD to convert_##to##_rtz(long x)                                                         \
    {                                                                                                                \
        to size = towards_zero(abs(x), (to)0);                                                                       \
        return x < 0 ? -size : size;                                                                                 \
    }                                                                                                                \
    CONSTANT_FUNCTION OVERLOAD to convert_##to##_rtn(long x)                                                         \
    {                                                                                                                \
        return x < 0 ? -away(abs(x), (to)0) : towards_zero(abs(x), (to)0);                                           \
    }                                                                                                                \
    CONSTANT_FUNCTION OVERLOAD to convert_##to##_rtp(long x)                                                         \
    {                                                                                                                \
        return x < 0 ? -towards_zero(abs(x), (to)0) : away(abs(x), (to)0);                                           \
    }                                                                                                                \
    VECTORS(to, ulong, _rtz) VECTORS(to, ulong, _rtn) VECTORS(to, ulong, _rtp)                                       \
    VECTORS(to, long, _rtz) VECTORS(to, long, _rtn) VECTORS(to, long, _rtp)

DIRECTED(float, int, 24)
DIRECTED(double, long, 53)

#define WIDENED(from, wide, form)                                                                                    \
    CONSTANT_FUNCTION OVERLOAD float convert_float##form(from x) { return convert_float##form((wide)x); }            \
    VECTORS(float, from, form)

WIDENED(int, long, _rtz)
WIDENED(int, long, _rtn)
WIDENED(int, long, _rtp)
WIDENED(uint, ulong, _rtz)
WIDENED(uint, ulong, _rtn)
WIDENED(uint, ulong, _rtp)
