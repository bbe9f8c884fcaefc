/* The class of an instruction in a warp trace. Rules: our choice, stated in docs/CAPTURE.md section 4. */
#ifndef POISE_CAPTURE_CLASSIFY_H
#define POISE_CAPTURE_CLASSIFY_H

#include "common/error.h"
#include "trace/trace.h"

#include <llvm-c/Types.h>
#include <stdbool.h>

/* Address spaces of clang's spir64 target. */
enum {
    CAPTURE_SPACE_PRIVATE = 0,
    CAPTURE_SPACE_GLOBAL = 1,
    CAPTURE_SPACE_CONSTANT = 2,
    CAPTURE_SPACE_LOCAL = 3,
};

typedef struct capture_operation {
    bool is_free; /* emits no instruction; its value lives in the register of its operands */
    trace_op op;
    unsigned access_bytes; /* memory classes: per lane */
    LLVMValueRef pointer;  /* memory classes: what is accessed; otherwise NULL */
} capture_operation;

/* POISE_FAILED with line and reason for an instruction that cannot be traced. */
int capture_classify(LLVMValueRef instruction, capture_operation *operation, poise_error *err);

/* Whether `value` is read from the kernel's parameters: an argument, or a field of a structure passed by
 * value. */
bool capture_is_parameter(LLVMValueRef value);

/* Bytes of a value in memory; a vector of 3 takes the room of 4 (OpenCL C 1.2, 6.1.5). 0 = no fixed size. */
unsigned capture_type_bytes(LLVMTypeRef type);

/* Line of the kernel source, 0 = unknown. Of a function from an included file: the line that calls it. */
unsigned capture_source_line(LLVMValueRef instruction);

#endif
