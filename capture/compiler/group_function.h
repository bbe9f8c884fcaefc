/* The function that runs a kernel when nothing is traced: all work-items of a group, in loops around the
 * kernel's code, so that LLVM can keep in registers, move and vectorise what they share. It records nothing.
 */
#ifndef POISE_CAPTURE_GROUP_FUNCTION_H
#define POISE_CAPTURE_GROUP_FUNCTION_H

#include "capture/compiler/control_flow.h"

#include <llvm-c/Target.h>

/* Whether the kernel does the same without records. Not when it may wait for another work-item of its group
 * by other means than a barrier, as by an atomic operation or a volatile access: a lane that records lets
 * others run when its buffer is full. Nor when it prints, or when its arithmetic may be changed by the
 * optimiser: results shall not depend on whether a launch is traced. */
bool capture_may_run_unrecorded(LLVMValueRef kernel, const capture_flow *flow);

/* Moves the code of the kernel into a new function KERNEL_GROUP_SYMBOL_PREFIX NAME (kernel_table.h), and
 * removes the kernel. Private variables are zero when a work-item begins. */
int capture_make_group_function(LLVMModuleRef module, LLVMTargetDataRef layout, LLVMValueRef kernel,
                                poise_error *err);

#endif
