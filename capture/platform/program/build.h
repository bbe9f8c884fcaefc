/* What happens to program objects in the kernel compiler. All functions are called with the device lock held,
 * set the program's log and return an OpenCL error code. */
#ifndef POISE_CAPTURE_PLATFORM_PROGRAM_BUILD_H
#define POISE_CAPTURE_PLATFORM_PROGRAM_BUILD_H

#include "capture/platform/objects.h"

/* Compiles program->source with `options` to an executable and loads it. */
cl_int capture_build_source(cl_program program, const char *options);

/* Checks program->binary and loads it if it is an executable: CL_INVALID_BINARY when it is none of ours. */
cl_int capture_build_binary(cl_program program);

/* Compiles program->source to an object. The source may include the n sources `headers` by their `names`. */
cl_int capture_build_object(cl_program program, const char *options, cl_uint n, const cl_program *headers,
                            const char **names);

/* Links n >= 1 objects and libraries to an executable, which is loaded, or to a library. */
cl_int capture_build_linked(cl_program program, bool is_library, cl_uint n, const cl_program *inputs);

#endif
