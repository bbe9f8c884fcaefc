/* Program binaries as clGetProgramInfo gives them and clCreateProgramWithBinary takes them: one line of text
 * with type and hash, then a shared object or LLVM bitcode. The hash keeps damaged and foreign files from the
 * dynamic linker, which trusts what it loads. */
#ifndef POISE_CAPTURE_PLATFORM_PROGRAM_BINARY_H
#define POISE_CAPTURE_PLATFORM_PROGRAM_BINARY_H

#include "capture/platform/objects.h"

/* Makes program->binary and binary_type of `n` bytes. CL_OUT_OF_HOST_MEMORY when there is none. */
cl_int capture_binary_pack(cl_program program, cl_program_binary_type type, const void *content, size_t n);

/* Finds out what program->binary is: sets program->binary_type and where its content begins.
 * CL_INVALID_BINARY when it is damaged or not ours. */
cl_int capture_binary_open(cl_program program, const char **content, size_t *n);

#endif
