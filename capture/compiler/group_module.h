/* The code of a program for launches without a trace, a module of its own: only there may the optimiser do
 * what would change a trace. */
#ifndef POISE_CAPTURE_GROUP_MODULE_H
#define POISE_CAPTURE_GROUP_MODULE_H

#include "common/error.h"

#include <llvm-c/TargetMachine.h>

/* A copy of `module`, whose kernels are not yet instrumented and whose variables are placed, with the group
 * function (group_function.h) of every kernel that may have one, optimised. Both are to be linked into one
 * shared object: variables stay in `module`, which shows them to its copy. */
int capture_make_group_module(LLVMModuleRef module, LLVMTargetMachineRef machine, LLVMModuleRef *copy,
                              poise_error *err);

#endif
