/* Classes of instructions. */
#ifndef POISE_TRACE_OP_CLASS_H
#define POISE_TRACE_OP_CLASS_H

#include <stdbool.h>

typedef enum trace_op {
#define OP(id, name, memory, help) TRACE_OP_##id,
#include "trace/op_class.def"
#undef OP
    TRACE_OP_COUNT
} trace_op;

/* "ld.global" and so on; "?" for a number out of range. */
const char *trace_op_name(trace_op op);
/* Whether instructions of this class carry accesses in the stream. */
bool trace_op_is_memory(trace_op op);
/* Of these, the ones in shared memory, whose accesses are counted in passes instead of lines. */
bool trace_op_is_shared(trace_op op);

#endif
