// Barriers and fences, OpenCL 1.2 sections 6.12.8 and 6.12.9.
#include "builtins.h"

// The compiler fills in which barrier it is (compiler/mark_barriers.h).
__attribute__((convergent)) void poise_barrier(uint number, uint line);

OVERLOAD void barrier(cl_mem_fence_flags flags) { poise_barrier(0, 0); }

// Lanes run one after the other on one processor, which sees its own accesses in order: the compiler alone must not
// reorder, and an atomic fence tells it so. (The fence is an instruction of the trace, like membar on a GPU.)
OVERLOAD void mem_fence(cl_mem_fence_flags flags) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
OVERLOAD void read_mem_fence(cl_mem_fence_flags flags) { __atomic_thread_fence(__ATOMIC_ACQUIRE); }
OVERLOAD void write_mem_fence(cl_mem_fence_flags flags) { __atomic_thread_fence(__ATOMIC_RELEASE); }
