/* Reading and joining LLVM bitcode files. */
#ifndef POISE_CAPTURE_LINK_BITCODE_H
#define POISE_CAPTURE_LINK_BITCODE_H

#include "common/error.h"

#include <llvm-c/Types.h>
#include <stddef.h>

/* Reads a file into a module that the caller disposes of. */
int capture_read_bitcode(LLVMContextRef context, const char *path, LLVMModuleRef *module, poise_error *err);

/* Joins n >= 1 files into the file `output`. POISE_FAILED, with the linker's sentence, when a symbol is
 * defined twice. */
int capture_link_bitcode(char *const *inputs, size_t n, const char *output, poise_error *err);

#endif
