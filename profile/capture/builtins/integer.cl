// Integer functions of OpenCL 1.2 section 6.12.3 that libclc lacks (vector forms of mad_hi) or gets wrong (mad_sat of long,
// found by tests/cli/capture/builtins).
#include "vectors.h"

#define MAD_HI(type)                                                                                                 \
    CONSTANT_FUNCTION OVERLOAD type mad_hi(type a, type b, type c) { return mul_hi(a, b) + c; }
#define MAD_HI_ALL(type) FOR_WIDTHS(MAD_HI, type)

FOR_INTEGERS(MAD_HI_ALL)

// The sum in 128 bits fits when its high half is the sign of its low half.
CONSTANT_FUNCTION OVERLOAD long mad_sat(long a, long b, long c)
{
    ulong product = (ulong)a * (ulong)b, low = product + (ulong)c;
    long high = mul_hi(a, b) + (c >> 63) + (low < product);
    return high == (long)low >> 63 ? (long)low : high < 0 ? LONG_MIN : LONG_MAX;
}
VECTORS_3(mad_sat, long)
