#include "capture/runtime/math_extra.h"

#include <math.h>
#include <stdlib.h>

/* Long double has 11 bits more than double: one rounding of its result stays well within the limits of
 * OpenCL 1.2 section 7.4. Float functions come from the same formula. */

/* sin(pi * r) for |r| <= 1. Beyond one half the other side of the arc is used: the difference is exact. */
static long double sine_of_turn(long double r)
{
    if (fabsl(r) > 0.5L)
        r = copysignl(1.0L - fabsl(r), r);
    return sinl(M_PIl * r);
}

static long double sinpi_wide(long double x)
{
    long double y = sine_of_turn(remainderl(x, 2.0L));
    return y == 0.0L ? copysignl(0.0L, x) : y;
}

static long double cospi_wide(long double x)
{
    return sine_of_turn(0.5L - fabsl(remainderl(x, 2.0L)));
}

static long double tanpi_wide(long double x)
{
    return sinpi_wide(x) / cospi_wide(x);
}

static long double asinpi_wide(long double x)
{
    return asinl(x) / M_PIl;
}

static long double acospi_wide(long double x)
{
    return acosl(x) / M_PIl;
}

static long double atanpi_wide(long double x)
{
    return atanl(x) / M_PIl;
}

static long double rsqrt_wide(long double x)
{
    return 1.0L / sqrtl(x);
}

static long double atan2pi_wide(long double y, long double x)
{
    return atan2l(y, x) / M_PIl;
}

/* pow for x >= 0; unlike pow it has no value where a limit does not exist. */
static long double powr_wide(long double x, long double y)
{
    if (isnan(x) || isnan(y) || x < 0.0L || (x == 0.0L && y == 0.0L) || (isinf(x) && y == 0.0L) ||
        (x == 1.0L && isinf(y)))
        return NAN;
    return powl(fabsl(x), y);
}

static long double pown_wide(long double x, int n)
{
    return powl(x, n);
}

static long double rootn_wide(long double x, int n)
{
    if (n == 0 || (n % 2 == 0 && x < 0.0L))
        return NAN;
    long double root = powl(fabsl(x), 1.0L / n);
    return n % 2 ? copysignl(root, x) : root;
}

#define FUNCTION_1(name)               \
    float name##f(float x)             \
    {                                  \
        return (float)name##_wide(x);  \
    }                                  \
    double name(double x)              \
    {                                  \
        return (double)name##_wide(x); \
    }
#define FUNCTION_2(name, other, other_f)  \
    float name##f(float x, other_f y)     \
    {                                     \
        return (float)name##_wide(x, y);  \
    }                                     \
    double name(double x, other y)        \
    {                                     \
        return (double)name##_wide(x, y); \
    }
FUNCTION_1(sinpi)
FUNCTION_1(cospi)
FUNCTION_1(tanpi)
FUNCTION_1(asinpi)
FUNCTION_1(acospi)
FUNCTION_1(atanpi)
FUNCTION_1(rsqrt)
FUNCTION_2(atan2pi, double, float)
FUNCTION_2(powr, double, float)
FUNCTION_2(pown, int, int)
FUNCTION_2(rootn, int, int)

int lgamma_signf(float x)
{
    return lgamma_sign(x);
}

int lgamma_sign(double x)
{
    int sign;
    (void)lgamma_r(x, &sign);
    return sign;
}

int quotientf(float x, float y)
{
    return quotient(x, y);
}

int quotient(double x, double y)
{
    if (isnan(remainder(x, y)))
        return 0;
    double size = fabs(y);
    double rest = isinf(y) ? 0.0 : isinf(128.0 * size) ? fabs(x) : fmod(fabs(x), 128.0 * size);
    int bits = isinf(y) ? 0 : (int)lrint((rest - remainder(rest, size)) / size) & 127;
    return signbit(x) == signbit(y) ? bits : -bits;
}
