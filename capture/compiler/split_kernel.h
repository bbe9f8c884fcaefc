/* Prepares a kernel for being cut at its barriers: every barrier begins a basic block, and no value is used
 * in another block than that which computes it, but for parameters, variables and what is as cheap to compute
 * again. */
#ifndef POISE_CAPTURE_SPLIT_KERNEL_H
#define POISE_CAPTURE_SPLIT_KERNEL_H

#include <llvm-c/Types.h>

void capture_split_kernel(LLVMValueRef kernel);

#endif
