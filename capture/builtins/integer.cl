// Integer functions of OpenCL 1.2 section 6.12.3 that libclc lacks (vector forms of mad_hi) or gets wrong (mad_sat of long;
// abs_diff, whose signed differences overflow: LLVM 17 makes use of it). Found by tests/cli/capture/builtins.
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

#define ABS_DIFF(from, to)                                                                                           \
    CONSTANT_FUNCTION OVERLOAD to abs_diff(from x, from y)                                                           \
    {                                                                                                                \
        return x > y ? as_##to(x) - as_##to(y) : as_##to(y) - as_##to(x);                                            \
    }
#define ABS_DIFF_ALL(from, to)                                                                                       \
    ABS_DIFF(from, to)                                                                                               \
    ABS_DIFF(from##2, to##2)                                                                                         \
    ABS_DIFF(from##3, to##3) ABS_DIFF(from##4, to##4) ABS_DIFF(from##8, to##8) ABS_DIFF(from##16, to##16)

ABS_DIFF_ALL(int, uint)
ABS_DIFF_ALL(long, ulong)
