// Stores as half, OpenCL 1.2 section 6.12.7 and extensions section 9.3: those of double, for which the processor has no
// conversion, and those of float with a directed rounding, which libclc gets wrong for subnormal results (found by
// tests/cli/capture/builtins). The conversion is one call of the run-time library, one instruction of class fp or dp.
#include "builtins.h"

// The roundings are numbered as in runtime/math_half.c.
CONSTANT_FUNCTION ushort poise_convert_half_f(float v, uint rounding);
CONSTANT_FUNCTION ushort poise_convert_half_d(double v, uint rounding);
static CONSTANT_FUNCTION OVERLOAD ushort half_of(float v, uint rounding) { return poise_convert_half_f(v, rounding); }
static CONSTANT_FUNCTION OVERLOAD ushort half_of(double v, uint rounding) { return poise_convert_half_d(v, rounding); }

// `step` is the distance of vectors of 3 in elements.
#define STORES(name, type, elements, space, form, rounding, step)                                                    \
    OVERLOAD void name##form(type v, size_t i, space half *p)                                                        \
    {                                                                                                                \
        space ushort *to = (space ushort *)p + i * (step);                                                           \
        elements(to, v, rounding)                                                                                    \
    }
#define PUT(to, v, rounding)    *(to) = half_of(v, rounding);
#define PUT_2(to, v, rounding)  PUT(to, v.x, rounding) PUT((to) + 1, v.y, rounding)
#define PUT_3(to, v, rounding)  PUT_2(to, v.xy, rounding) PUT((to) + 2, v.z, rounding)
#define PUT_4(to, v, rounding)  PUT_2(to, v.lo, rounding) PUT_2((to) + 2, v.hi, rounding)
#define PUT_8(to, v, rounding)  PUT_4(to, v.lo, rounding) PUT_4((to) + 4, v.hi, rounding)
#define PUT_16(to, v, rounding) PUT_8(to, v.lo, rounding) PUT_8((to) + 8, v.hi, rounding)

#define WIDTHS(type, space, form, rounding)                                                                          \
    STORES(vstore_half, type, PUT, space, form, rounding, 1)                                                         \
    STORES(vstore_half2, type##2, PUT_2, space, form, rounding, 2)                                                   \
    STORES(vstorea_half2, type##2, PUT_2, space, form, rounding, 2)                                                  \
    STORES(vstore_half3, type##3, PUT_3, space, form, rounding, 3)                                                   \
    STORES(vstorea_half3, type##3, PUT_3, space, form, rounding, 4)                                                  \
    STORES(vstore_half4, type##4, PUT_4, space, form, rounding, 4)                                                   \
    STORES(vstorea_half4, type##4, PUT_4, space, form, rounding, 4)                                                  \
    STORES(vstore_half8, type##8, PUT_8, space, form, rounding, 8)                                                   \
    STORES(vstorea_half8, type##8, PUT_8, space, form, rounding, 8)                                                  \
    STORES(vstore_half16, type##16, PUT_16, space, form, rounding, 16)                                               \
    STORES(vstorea_half16, type##16, PUT_16, space, form, rounding, 16)
#define DIRECTED(type, space)                                                                                        \
    WIDTHS(type, space, _rtz, 1) WIDTHS(type, space, _rtp, 2) WIDTHS(type, space, _rtn, 3)
#define NEAREST(type, space) WIDTHS(type, space, , 0) WIDTHS(type, space, _rte, 0)
#define IN_SPACE(space)      DIRECTED(float, space) DIRECTED(double, space) NEAREST(double, space)

IN_SPACE(__global)
IN_SPACE(__local)
IN_SPACE(__private)
