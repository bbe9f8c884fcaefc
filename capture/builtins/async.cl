// Async copies between global and local memory and prefetch, OpenCL 1.2 section 6.12.10. As on a GPU without copy
// engines, the work-items of the group share the elements, x fastest, and waiting is a barrier. (libclc's copies walk
// the group with z fastest: accesses of a warp would not coalesce in groups of two dimensions.)
#include "builtins.h"

static size_t linear_id(void)
{
    return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
}

static size_t group_size(void)
{
    return get_local_size(0) * get_local_size(1) * get_local_size(2);
}

#define COPY(type, to_space, from_space, to_step, from_step)                                                         \
    OVERLOAD event_t async_work_group_copy(to_space type *to, const from_space type *from, size_t n, event_t event)  \
    {                                                                                                                \
        for (size_t i = linear_id(); i < n; i += group_size())                                                       \
            to[i] = from[i];                                                                                         \
        return event;                                                                                                \
    }                                                                                                                \
    OVERLOAD event_t async_work_group_strided_copy(to_space type *to, const from_space type *from, size_t n,         \
                                                   size_t stride, event_t event)                                     \
    {                                                                                                                \
        for (size_t i = linear_id(); i < n; i += group_size())                                                       \
            to[i * (to_step)] = from[i * (from_step)];                                                               \
        return event;                                                                                                \
    }

// A prefetch does nothing: what a GPU's cache would do with the hint is not known.
#define ASYNC(type)                                                                                                  \
    COPY(type, __local, __global, 1, stride)                                                                         \
    COPY(type, __global, __local, stride, 1)                                                                         \
    OVERLOAD void prefetch(const __global type *p, size_t n) {}
#define ASYNC_ALL(type) FOR_WIDTHS(ASYNC, type)

FOR_SCALARS(ASYNC_ALL)

OVERLOAD void wait_group_events(int n, event_t *events) { barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }
