/* What a launch must know about a kernel besides its code: arguments, local and private memory. */
#ifndef POISE_CAPTURE_KERNEL_PROPERTIES_H
#define POISE_CAPTURE_KERNEL_PROPERTIES_H

#include "capture/compiler/control_flow.h"
#include "capture/kernel_table.h"

#include <llvm-c/Target.h>

/* Kind and size of parameter `i`. POISE_FAILED for images and samplers. */
int capture_describe_argument(LLVMTargetDataRef layout, LLVMValueRef kernel, unsigned i,
                              kernel_argument *argument, poise_error *err);

/* Bytes of the __local variables that the kernel uses; 4 GiB - 1 stands for anything more, which no launch
 * gets. */
uint32_t capture_local_bytes(LLVMTargetDataRef layout, LLVMValueRef kernel);

/* Bytes of the private arrays and structures that stayed in memory, likewise. */
uint32_t capture_private_bytes(LLVMTargetDataRef layout, const capture_flow *flow);

#endif
