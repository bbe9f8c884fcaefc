// 32-bit atomic functions, OpenCL 1.2 section 6.12.11, and the older names of the cl_khr_*_int32_*_atomics extensions.
#include "builtins.h"

#define BINARY(name, builtin, type, space)                                                                           \
    OVERLOAD type atomic_##name(volatile space type *p, type value) { return builtin(p, value); }                    \
    OVERLOAD type atom_##name(volatile space type *p, type value) { return builtin(p, value); }

#define INTEGER_ATOMICS(type, space, min_builtin, max_builtin)                                                       \
    BINARY(add, __sync_fetch_and_add, type, space)                                                                   \
    BINARY(sub, __sync_fetch_and_sub, type, space)                                                                   \
    BINARY(xchg, __sync_swap, type, space)                                                                           \
    BINARY(min, min_builtin, type, space)                                                                            \
    BINARY(max, max_builtin, type, space)                                                                            \
    BINARY(and, __sync_fetch_and_and, type, space)                                                                   \
    BINARY(or, __sync_fetch_and_or, type, space)                                                                     \
    BINARY(xor, __sync_fetch_and_xor, type, space)                                                                   \
    OVERLOAD type atomic_inc(volatile space type *p) { return __sync_fetch_and_add(p, (type)1); }                    \
    OVERLOAD type atom_inc(volatile space type *p) { return __sync_fetch_and_add(p, (type)1); }                      \
    OVERLOAD type atomic_dec(volatile space type *p) { return __sync_fetch_and_sub(p, (type)1); }                    \
    OVERLOAD type atom_dec(volatile space type *p) { return __sync_fetch_and_sub(p, (type)1); }                      \
    OVERLOAD type atomic_cmpxchg(volatile space type *p, type expected, type value)                                  \
    {                                                                                                                \
        return __sync_val_compare_and_swap(p, expected, value);                                                      \
    }                                                                                                                \
    OVERLOAD type atom_cmpxchg(volatile space type *p, type expected, type value)                                    \
    {                                                                                                                \
        return __sync_val_compare_and_swap(p, expected, value);                                                      \
    }

INTEGER_ATOMICS(int, __global, __sync_fetch_and_min, __sync_fetch_and_max)
INTEGER_ATOMICS(uint, __global, __sync_fetch_and_umin, __sync_fetch_and_umax)
INTEGER_ATOMICS(int, __local, __sync_fetch_and_min, __sync_fetch_and_max)
INTEGER_ATOMICS(uint, __local, __sync_fetch_and_umin, __sync_fetch_and_umax)

#define FLOAT_EXCHANGE(space)                                                                                        \
    OVERLOAD float atomic_xchg(volatile space float *p, float value)                                                 \
    {                                                                                                                \
        return as_float(__sync_swap((volatile space uint *)p, as_uint(value)));                                      \
    }

FLOAT_EXCHANGE(__global)
FLOAT_EXCHANGE(__local)
