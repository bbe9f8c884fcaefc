/* LLVM module to shared object for the processor that runs the capture. */
#ifndef POISE_CAPTURE_EMIT_H
#define POISE_CAPTURE_EMIT_H

#include "common/error.h"

#include <llvm-c/TargetMachine.h>

/* The machine whose code we emit. The caller disposes with LLVMDisposeTargetMachine. */
int capture_target_machine(LLVMTargetMachineRef *machine, poise_error *err);

/* Drops debug information, emits an object file of each module beside `path` and links the two to the shared
 * object `path`. */
int capture_emit(LLVMTargetMachineRef machine, LLVMModuleRef const modules[2], const char *path,
                 poise_error *err);

#endif
