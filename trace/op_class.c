#include "trace/op_class.h"

static const char *const names[TRACE_OP_COUNT] = {
#define OP(id, name, memory, help) [TRACE_OP_##id] = name,
#include "trace/op_class.def"
#undef OP
};

static const bool carries_accesses[TRACE_OP_COUNT] = {
#define OP(id, name, memory, help) [TRACE_OP_##id] = memory,
#include "trace/op_class.def"
#undef OP
};

const char *trace_op_name(trace_op op)
{
    return (unsigned)op < TRACE_OP_COUNT ? names[op] : "?";
}

bool trace_op_is_memory(trace_op op)
{
    return (unsigned)op < TRACE_OP_COUNT && carries_accesses[op];
}

bool trace_op_is_shared(trace_op op)
{
    return op == TRACE_OP_LOAD_SHARED || op == TRACE_OP_STORE_SHARED || op == TRACE_OP_ATOMIC_SHARED;
}
