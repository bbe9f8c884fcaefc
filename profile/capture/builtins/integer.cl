// Integer functions of OpenCL 1.2 section 6.12.3 whose vector forms libclc lacks.
#include "builtins.h"

#define MAD_HI(type)                                                                                                 \
    CONSTANT_FUNCTION OVERLOAD type mad_hi(type a, type b, type c) { return mul_hi(a, b) + c; }
#define MAD_HI_ALL(type)                                                                                             \
    MAD_HI(type) MAD_HI(type##2) MAD_HI(type##3) MAD_HI(type##4) MAD_HI(type##8) MAD_HI(type##16)

MAD_HI_ALL(char)
MAD_HI_ALL(uchar)
MAD_HI_ALL(short)
MAD_HI_ALL(ushort)
MAD_HI_ALL(int)
MAD_HI_ALL(uint)
MAD_HI_ALL(long)
MAD_HI_ALL(ulong)
