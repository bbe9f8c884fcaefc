/* Where variables of program scope and of local memory lie, so that traces do not depend on where the program
 * is loaded. */
#ifndef POISE_CAPTURE_PLACE_VARIABLES_H
#define POISE_CAPTURE_PLACE_VARIABLES_H

#include "common/error.h"

#include <llvm-c/Target.h>

/* Gathers all constants of the module between two symbols, which KERNEL_CONSTANTS_SYMBOL names, aligns them
 * as buffers are, keeps local variables apart and lists them in KERNEL_LOCALS_SYMBOL. */
int capture_place_variables(LLVMModuleRef module, LLVMTargetDataRef layout, poise_error *err);

#endif
