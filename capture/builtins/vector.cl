// Vector loads from constant memory, OpenCL 1.2 section 6.12.7. (libclc has those of the other address spaces; its
// constant space carries another number than ours.)
#include "builtins.h"

// name1 loads one element; `step` is the distance of vectors of 3 in elements.
#define LOADS(name, element, type, step)                                                                             \
    OVERLOAD type##2 name##2(size_t i, const __constant element *p)                                                  \
    {                                                                                                                \
        return (type##2)(name##_1(2 * i, p), name##_1(2 * i + 1, p));                                                \
    }                                                                                                                \
    OVERLOAD type##3 name##3(size_t i, const __constant element *p)                                                  \
    {                                                                                                                \
        return (type##3)(name##_1(step * i, p), name##_1(step * i + 1, p), name##_1(step * i + 2, p));               \
    }                                                                                                                \
    OVERLOAD type##4 name##4(size_t i, const __constant element *p)                                                  \
    {                                                                                                                \
        return (type##4)(name##2(2 * i, p), name##2(2 * i + 1, p));                                                  \
    }                                                                                                                \
    OVERLOAD type##8 name##8(size_t i, const __constant element *p)                                                  \
    {                                                                                                                \
        return (type##8)(name##4(2 * i, p), name##4(2 * i + 1, p));                                                  \
    }                                                                                                                \
    OVERLOAD type##16 name##16(size_t i, const __constant element *p)                                                \
    {                                                                                                                \
        return (type##16)(name##8(2 * i, p), name##8(2 * i + 1, p));                                                 \
    }

#define vload_1(i, p) ((p)[i])
#define VLOAD(type)   LOADS(vload, type, type, 3)
FOR_SCALARS(VLOAD)

OVERLOAD float vload_half(size_t i, const __constant half *p) { return __builtin_load_halff(p + i); }

#define vload_half_1(i, p)  vload_half(i, p)
#define vloada_half_1(i, p) vload_half(i, p)
LOADS(vload_half, half, float, 3)
LOADS(vloada_half, half, float, 4)
