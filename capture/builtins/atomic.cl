// 32-bit atomic functions, OpenCL 1.2 section 6.12.11, with the older names of the cl_khr_*_int32_*_atomics extensions,
// and the 64-bit ones of cl_khr_int64_*_atomics (OpenCL 1.2 extensions, section 9.4), which have the older names only.
#include "builtins.h"

#define UNARY(name, builtin, type, space)                                                                            \
    OVERLOAD type name(volatile space type *p) { return builtin(p, (type)1); }
#define BINARY(name, builtin, type, space)                                                                           \
    OVERLOAD type name(volatile space type *p, type value) { return builtin(p, value); }
#define TERNARY(name, builtin, type, space)                                                                          \
    OVERLOAD type name(volatile space type *p, type expected, type value) { return builtin(p, expected, value); }

#define ATOMICS(prefix, type, space, min_builtin, max_builtin)                                                       \
    BINARY(prefix##add, __sync_fetch_and_add, type, space)                                                           \
    BINARY(prefix##sub, __sync_fetch_and_sub, type, space)                                                           \
    BINARY(prefix##xchg, __sync_swap, type, space)                                                                   \
    BINARY(prefix##min, min_builtin, type, space)                                                                    \
    BINARY(prefix##max, max_builtin, type, space)                                                                    \
    BINARY(prefix##and, __sync_fetch_and_and, type, space)                                                           \
    BINARY(prefix##or, __sync_fetch_and_or, type, space)                                                             \
    BINARY(prefix##xor, __sync_fetch_and_xor, type, space)                                                           \
    UNARY(prefix##inc, __sync_fetch_and_add, type, space)                                                            \
    UNARY(prefix##dec, __sync_fetch_and_sub, type, space)                                                            \
    TERNARY(prefix##cmpxchg, __sync_val_compare_and_swap, type, space)

#define IN_BOTH_SPACES(prefix, type, min_builtin, max_builtin)                                                       \
    ATOMICS(prefix, type, __global, min_builtin, max_builtin)                                                        \
    ATOMICS(prefix, type, __local, min_builtin, max_builtin)

IN_BOTH_SPACES(atomic_, int, __sync_fetch_and_min, __sync_fetch_and_max)
IN_BOTH_SPACES(atomic_, uint, __sync_fetch_and_umin, __sync_fetch_and_umax)
IN_BOTH_SPACES(atom_, int, __sync_fetch_and_min, __sync_fetch_and_max)
IN_BOTH_SPACES(atom_, uint, __sync_fetch_and_umin, __sync_fetch_and_umax)

// atomic64.ll
#define IN_SPACE_64(type, space)                                                                                     \
    type poise_atomic_min_##type##_##space(volatile __##space type *p, type value);                                  \
    type poise_atomic_max_##type##_##space(volatile __##space type *p, type value);                                  \
    ATOMICS(atom_, type, __##space, poise_atomic_min_##type##_##space, poise_atomic_max_##type##_##space)

IN_SPACE_64(long, global)
IN_SPACE_64(long, local)
IN_SPACE_64(ulong, global)
IN_SPACE_64(ulong, local)

#define FLOAT_EXCHANGE(space)                                                                                        \
    OVERLOAD float atomic_xchg(volatile space float *p, float value)                                                 \
    {                                                                                                                \
        return as_float(__sync_swap((volatile space uint *)p, as_uint(value)));                                      \
    }

FLOAT_EXCHANGE(__global)
FLOAT_EXCHANGE(__local)
