/* Where variables of program scope and of local memory lie, so that traces do not depend on where the program
 * is loaded. */
#ifndef POISE_CAPTURE_PLACE_VARIABLES_H
#define POISE_CAPTURE_PLACE_VARIABLES_H

#include <llvm-c/Types.h>

/* Gathers all constants of the module between two symbols, which KERNEL_CONSTANTS_SYMBOL names, and aligns
 * constants and local variables as buffers are. */
void capture_place_variables(LLVMModuleRef module);

#endif
