/* Values of math functions in quadruple precision (libquadmath), where the library has none of that name. */
#ifndef POISE_TEST_BUILTINS_QUAD_H
#define POISE_TEST_BUILTINS_QUAD_H

#include <limits.h>
#include <math.h>
#include <quadmath.h>
#include <stdbool.h>

typedef __float128 quad;

static bool isfinite_q(quad x)
{
    return finiteq(x) != 0;
}

static int ilogb_q(quad x)
{
    int e;
    (void)frexpq(x, &e);
    return e - 1;
}

/* sin(pi x) and cos(pi x); sin is a zero with the sign of x, cos a positive zero (OpenCL 1.2 section 7.5.1).
 */
static quad sine_of_turns(quad x)
{
    quad r = fmodq(x, 2);
    return r == truncq(r) && isfinite_q(x) ? copysignq(0, x) : sinq(M_PIq * r);
}

static quad cosine_of_turns(quad x)
{
    quad r = fabsq(fmodq(x, 2));
    return r == 0.5Q || r == 1.5Q ? 0 : r == 1 ? -1 : cosq(M_PIq * r);
}

/* The largest value below one in the type itself is the largest fraction. */
static quad fraction(quad x, bool wide)
{
    if (isinfq(x))
        return copysignq(0, x);
    quad f = x - floorq(x), largest = wide ? 0x1.fffffffffffffp-1 : 0x1.fffffep-1f;
    return isnanq(x) ? x : x == 0 ? x : fminq(f, largest);
}

static quad mantissa(quad x)
{
    int e;
    return isfinite_q(x) ? frexpq(x, &e) : x;
}

static quad exponent(quad x)
{
    return isnanq(x) ? x : isinfq(x) ? HUGE_VALQ : x == 0 ? -HUGE_VALQ : ilogb_q(x);
}

/* FP_ILOGB0 and FP_ILOGBNAN of OpenCL C. */
static quad integer_exponent(quad x)
{
    return isnanq(x) || isinfq(x) ? INT_MAX : x == 0 ? INT_MIN : ilogb_q(x);
}

/* tgammaq loses half its digits for large negative arguments: reflection instead. */
static quad gamma_function(quad x)
{
    if (x > -20 || x == truncq(x) || !isfinite_q(x))
        return tgammaq(x);
    return M_PIq / (sine_of_turns(x) * tgammaq(1 - x));
}

static quad positive_difference(quad x, quad y, bool wide)
{
    return wide ? fdim((double)x, (double)y) : fdimf((float)x, (float)y);
}

static quad neighbour(quad x, quad y, bool wide)
{
    return wide ? nextafter((double)x, (double)y) : nextafterf((float)x, (float)y);
}

static quad fused(quad x, quad y, quad z, bool wide)
{
    return wide ? fma((double)x, (double)y, (double)z) : fmaf((float)x, (float)y, (float)z);
}

static quad power_of_positive(quad x, quad y)
{
    bool undefined = x < 0 || isnanq(x) || isnanq(y) || (x == 0 && y == 0) || (isinfq(x) && y == 0) ||
                     (x == 1 && isinfq(y));
    return undefined ? nanq("") : powq(fabsq(x), y);
}

static quad root(quad x, quad n)
{
    bool odd = fmodq(fabsq(n), 2) == 1;
    if (n == 0 || (x < 0 && !odd))
        return nanq("");
    quad r = powq(fabsq(x), 1 / n);
    return odd ? copysignq(r, x) : r;
}

#endif
