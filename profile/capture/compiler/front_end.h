/* OpenCL C to LLVM bitcode, by clang for the spir64 target: a GPU's address spaces, and 32-bit integers stay
 * 32 bits wide (capture.md section 3). */
#ifndef POISE_CAPTURE_FRONT_END_H
#define POISE_CAPTURE_FRONT_END_H

#include "profile/capture/compiler/build_options.h"

/* Compiles the file `source` to `bitcode`, the built-in library linked in. clang's messages go to our
 * standard error. POISE_FAILED when it refuses. */
int capture_front_end(const char *source, const capture_options *options, const char *bitcode,
                      poise_error *err);

#endif
