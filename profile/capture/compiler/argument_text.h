/* What clang notes of a kernel's arguments for clGetKernelArgInfo: their names and types as written. */
#ifndef POISE_CAPTURE_ARGUMENT_TEXT_H
#define POISE_CAPTURE_ARGUMENT_TEXT_H

#include <llvm-c/Types.h>

/* Text `i` of the kernel's metadata list `list`: "kernel_arg_name", "kernel_arg_type" or
 * "kernel_arg_type_qual"; "" when it is not there. It lives as long as the module. */
const char *capture_argument_text(LLVMValueRef kernel, const char *list, unsigned i);

#endif
