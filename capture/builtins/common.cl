// Common functions of OpenCL 1.2 section 6.12.4 that libclc lacks: smoothstep between scalar edges of double vectors.
#include "builtins.h"

#define SMOOTHSTEP(type)                                                                                             \
    CONSTANT_FUNCTION OVERLOAD type smoothstep(double edge0, double edge1, type x)                                   \
    {                                                                                                                \
        type t = clamp((x - edge0) / (edge1 - edge0), 0.0, 1.0);                                                     \
        return t * t * (3.0 - 2.0 * t);                                                                              \
    }

FOR_VECTORS(SMOOTHSTEP, double)
