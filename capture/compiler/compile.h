/* OpenCL C source to a shared object of instrumented kernels with their static table. */
#ifndef POISE_CAPTURE_COMPILE_H
#define POISE_CAPTURE_COMPILE_H

#include "common/error.h"

#include <stddef.h>

/* Compiles the file `source` with the option string of clBuildProgram. Messages of the front end go to
 * standard error. POISE_USAGE for a bad option, POISE_FAILED when the program cannot be compiled or traced.
 */
int capture_compile(const char *source, const char *options, const char *output, poise_error *err);
/* The same to LLVM bitcode as it is before instrumentation, for spir64: the code that traces describe. */
int capture_compile_flat(const char *source, const char *options, const char *output, poise_error *err);

/* The two steps apart. An object is LLVM bitcode with the built-in functions that the source uses, not yet
 * optimised; `headers` is a folder to search first for included files. */
int capture_compile_object(const char *source, const char *options, const char *headers, const char *output,
                           poise_error *err);

/* Links n >= 1 objects or libraries to a shared object; capture_link_bitcode makes a library of them. The
 * result is that of compiling all sources as one. POISE_FAILED when a symbol is defined twice or missing. */
int capture_link(char *const *objects, size_t n, const char *output, poise_error *err);

#endif
