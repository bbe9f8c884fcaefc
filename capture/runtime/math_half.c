/* Float and double to half precision with the roundings of OpenCL 1.2 section 6.2.3.2. */
#include "capture/runtime/kernel_abi.h"

#include <math.h>
#include <stdbool.h>

enum { NEAREST_EVEN, TO_ZERO, UP, DOWN }; /* as builtins/half.cl says them */

enum {
    HALF_NAN = 0x7e00,
    HALF_INFINITE = 0x7c00,
    HALF_SIGN = 0x8000,
    FRACTION_BITS = 10,
    EXPONENT_BIAS = 15,
};

static bool is_away_from_zero(unsigned rounding, bool is_negative)
{
    return (rounding == UP && !is_negative) || (rounding == DOWN && is_negative);
}

static uint16_t magnitude(double size, unsigned rounding, bool is_negative)
{
    if (isnan(size))
        return HALF_NAN;
    bool is_away = is_away_from_zero(rounding, is_negative);
    if (size >= 0x1p16)
        return isinf(size) || is_away || rounding == NEAREST_EVEN ? HALF_INFINITE : HALF_INFINITE - 1;
    /* Subnormal numbers are steps of 2^-24. In normal ones the leading bit of the fraction adds one to the
     * exponent, and so does a carry of the rounding. */
    int exponent = -EXPONENT_BIAS + 2;
    double steps = size * 0x1p24;
    if (size >= 0x1p-14)
        steps = frexp(size, &exponent) * (2 << FRACTION_BITS);
    steps = rounding == NEAREST_EVEN ? rint(steps) : is_away ? ceil(steps) : floor(steps);
    return (uint16_t)(((exponent + EXPONENT_BIAS - 2) << FRACTION_BITS) + (int)steps);
}

uint16_t poise_convert_half_d(double v, unsigned rounding)
{
    bool is_negative = signbit(v);
    return (uint16_t)(magnitude(fabs(v), rounding, is_negative) | (is_negative ? HALF_SIGN : 0));
}

uint16_t poise_convert_half_f(float v, unsigned rounding)
{
    return poise_convert_half_d(v, rounding);
}
