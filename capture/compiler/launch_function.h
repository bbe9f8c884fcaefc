/* The function through which the platform runs one work-item of a kernel. */
#ifndef POISE_CAPTURE_LAUNCH_FUNCTION_H
#define POISE_CAPTURE_LAUNCH_FUNCTION_H

#include "common/error.h"

#include <llvm-c/Types.h>

/* Adds `void poise_launch_NAME(void **arguments)`, which calls the kernel with the values that arguments[]
 * points at. */
int capture_add_launch_function(LLVMModuleRef module, LLVMValueRef kernel, poise_error *err);

/* Builds the load of argument `i` of the kernel from such an array; a structure by value is handed on by its
 * address. */
LLVMValueRef capture_fetch_argument(LLVMBuilderRef builder, LLVMContextRef context, LLVMValueRef array,
                                    LLVMValueRef kernel, unsigned i);

#endif
