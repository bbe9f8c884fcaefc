/* What clang takes in OpenCL C though it is none of it, and what would reach beyond a kernel: code that runs
 * when a program is loaded, assembly, names of others. */
#ifndef POISE_CAPTURE_ADMIT_H
#define POISE_CAPTURE_ADMIT_H

#include "common/error.h"

#include <llvm-c/Types.h>
#include <stdbool.h>

/* Before anything else is done to a module: refuses assembly at file scope, constructors, destructors and
 * other names of functions, and drops sections and whatever keeps unused code. */
int capture_admit_module(LLVMModuleRef module, poise_error *err);

/* Of a kernel or a variable: refuses names that the compiler gives to what it adds. */
int capture_admit_name(LLVMValueRef value, poise_error *err);

/* Once a module is flattened: refuses variables that are defined nowhere, and such names. */
int capture_admit_variables(LLVMModuleRef module, poise_error *err);

/* Whether a function of this name may stay undefined: built-in functions have it from the run time
 * (runtime/kernel_abi.h), or LLVM knows it. */
bool capture_admit_function(const char *name);

#endif
