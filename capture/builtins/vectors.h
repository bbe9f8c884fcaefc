// The vector forms of a function, component by component. `result`, `type` and `other` are the scalar types
// of the result and of the arguments.
#include "builtins.h"

#define VECTORS_1(name, result, type)                        \
    CONSTANT_FUNCTION OVERLOAD result##2 name(type##2 x)     \
    {                                                        \
        return (result##2)(name(x.x), name(x.y));            \
    }                                                        \
    CONSTANT_FUNCTION OVERLOAD result##3 name(type##3 x)     \
    {                                                        \
        return (result##3)(name(x.x), name(x.y), name(x.z)); \
    }                                                        \
    CONSTANT_FUNCTION OVERLOAD result##4 name(type##4 x)     \
    {                                                        \
        return (result##4)(name(x.lo), name(x.hi));          \
    }                                                        \
    CONSTANT_FUNCTION OVERLOAD result##8 name(type##8 x)     \
    {                                                        \
        return (result##8)(name(x.lo), name(x.hi));          \
    }                                                        \
    CONSTANT_FUNCTION OVERLOAD result##16 name(type##16 x)   \
    {                                                        \
        return (result##16)(name(x.lo), name(x.hi));         \
    }

#define VECTORS_2(name, result, type, other)                                \
    CONSTANT_FUNCTION OVERLOAD result##2 name(type##2 x, other##2 y)        \
    {                                                                       \
        return (result##2)(name(x.x, y.x), name(x.y, y.y));                 \
    }                                                                       \
    CONSTANT_FUNCTION OVERLOAD result##3 name(type##3 x, other##3 y)        \
    {                                                                       \
        return (result##3)(name(x.x, y.x), name(x.y, y.y), name(x.z, y.z)); \
    }                                                                       \
    CONSTANT_FUNCTION OVERLOAD result##4 name(type##4 x, other##4 y)        \
    {                                                                       \
        return (result##4)(name(x.lo, y.lo), name(x.hi, y.hi));             \
    }                                                                       \
    CONSTANT_FUNCTION OVERLOAD result##8 name(type##8 x, other##8 y)        \
    {                                                                       \
        return (result##8)(name(x.lo, y.lo), name(x.hi, y.hi));             \
    }                                                                       \
    CONSTANT_FUNCTION OVERLOAD result##16 name(type##16 x, other##16 y)     \
    {                                                                       \
        return (result##16)(name(x.lo, y.lo), name(x.hi, y.hi));            \
    }

#define VECTORS_3(name, type)                                                            \
    CONSTANT_FUNCTION OVERLOAD type##2 name(type##2 x, type##2 y, type##2 z)             \
    {                                                                                    \
        return (type##2)(name(x.x, y.x, z.x), name(x.y, y.y, z.y));                      \
    }                                                                                    \
    CONSTANT_FUNCTION OVERLOAD type##3 name(type##3 x, type##3 y, type##3 z)             \
    {                                                                                    \
        return (type##3)(name(x.x, y.x, z.x), name(x.y, y.y, z.y), name(x.z, y.z, z.z)); \
    }                                                                                    \
    CONSTANT_FUNCTION OVERLOAD type##4 name(type##4 x, type##4 y, type##4 z)             \
    {                                                                                    \
        return (type##4)(name(x.lo, y.lo, z.lo), name(x.hi, y.hi, z.hi));                \
    }                                                                                    \
    CONSTANT_FUNCTION OVERLOAD type##8 name(type##8 x, type##8 y, type##8 z)             \
    {                                                                                    \
        return (type##8)(name(x.lo, y.lo, z.lo), name(x.hi, y.hi, z.hi));                \
    }                                                                                    \
    CONSTANT_FUNCTION OVERLOAD type##16 name(type##16 x, type##16 y, type##16 z)         \
    {                                                                                    \
        return (type##16)(name(x.lo, y.lo, z.lo), name(x.hi, y.hi, z.hi));               \
    }
