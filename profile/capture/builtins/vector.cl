// Vector loads from constant memory, OpenCL 1.2 section 6.12.7. (libclc has those of the other address spaces; its
// constant space carries another number than ours.)
#include "builtins.h"

#define LOADS(type)                                                                                                  \
    OVERLOAD type##2 vload2(size_t i, const __constant type *p) { return (type##2)(p[2 * i], p[2 * i + 1]); }        \
    OVERLOAD type##3 vload3(size_t i, const __constant type *p)                                                      \
    {                                                                                                                \
        return (type##3)(p[3 * i], p[3 * i + 1], p[3 * i + 2]);                                                      \
    }                                                                                                                \
    OVERLOAD type##4 vload4(size_t i, const __constant type *p)                                                      \
    {                                                                                                                \
        return (type##4)(vload2(2 * i, p), vload2(2 * i + 1, p));                                                    \
    }                                                                                                                \
    OVERLOAD type##8 vload8(size_t i, const __constant type *p)                                                      \
    {                                                                                                                \
        return (type##8)(vload4(2 * i, p), vload4(2 * i + 1, p));                                                    \
    }                                                                                                                \
    OVERLOAD type##16 vload16(size_t i, const __constant type *p)                                                    \
    {                                                                                                                \
        return (type##16)(vload8(2 * i, p), vload8(2 * i + 1, p));                                                   \
    }

LOADS(char)
LOADS(uchar)
LOADS(short)
LOADS(ushort)
LOADS(int)
LOADS(uint)
LOADS(long)
LOADS(ulong)
LOADS(float)
LOADS(double)
