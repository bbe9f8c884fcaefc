// Integer functions of OpenCL 1.2 section 6.12.3 whose vector forms libclc lacks.
#include "builtins.h"

#define MAD_HI(type)                                                                                                 \
    CONSTANT_FUNCTION OVERLOAD type mad_hi(type a, type b, type c) { return mul_hi(a, b) + c; }
#define MAD_HI_ALL(type) FOR_WIDTHS(MAD_HI, type)

FOR_INTEGERS(MAD_HI_ALL)
