/* Makes every kernel one function without calls of its own code, as the warp merge needs it. */
#ifndef POISE_CAPTURE_FLATTEN_H
#define POISE_CAPTURE_FLATTEN_H

#include "common/error.h"

#include <llvm-c/TargetMachine.h>
#include <stdbool.h>
#include <stddef.h>

/* Inlines all helper functions into the kernels and removes what is then unused. POISE_FAILED with line and
 * name for recursion and for functions that neither the program nor the built-in library defines. */
int capture_flatten(LLVMModuleRef module, poise_error *err);

/* Whether `function` is a kernel with a body (valid after capture_flatten too). */
bool capture_is_kernel(LLVMValueRef function);

/* Whether an attribute such as "byval" stands on parameter `i` (0-based). */
bool capture_has_parameter_attribute(LLVMValueRef function, unsigned i, const char *attribute);

/* Runs a pass pipeline in LLVM's textual form over the module. */
int capture_run_passes(LLVMModuleRef module, const char *passes, poise_error *err);

/* The same of clang's -O2, with what is good for `machine`. */
int capture_optimise_module(LLVMModuleRef module, LLVMTargetMachineRef machine, poise_error *err);

#endif
