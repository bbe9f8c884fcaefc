/* OpenCL C source to a shared object of instrumented kernels with their static table. */
#ifndef POISE_CAPTURE_COMPILE_H
#define POISE_CAPTURE_COMPILE_H

#include "common/error.h"

/* Compiles the file `source` with the option string of clBuildProgram. Messages of the front end go to
 * standard error. POISE_USAGE for a bad option, POISE_FAILED when the program cannot be compiled or traced.
 */
int capture_compile(const char *source, const char *options, const char *output, poise_error *err);

#endif
