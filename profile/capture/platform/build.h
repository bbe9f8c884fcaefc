/* From the source of a program object to its shared object, through the kernel compiler. */
#ifndef POISE_CAPTURE_BUILD_H
#define POISE_CAPTURE_BUILD_H

#include "profile/capture/platform/objects.h"

/* Compiles program->source with `options`: sets log, binary and image. Returns an OpenCL error code. */
cl_int capture_build_source(cl_program program, const char *options);

/* Loads program->binary. */
cl_int capture_build_binary(cl_program program);

#endif
