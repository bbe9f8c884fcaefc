/* OpenCL C to LLVM bitcode, by clang for the spir64 target: a GPU's address spaces, and 32-bit integers stay
 * 32 bits wide. */
#ifndef POISE_CAPTURE_FRONT_END_H
#define POISE_CAPTURE_FRONT_END_H

#include "capture/compiler/build_options.h"

typedef enum capture_code_state {
    CAPTURE_OPTIMISED,
    CAPTURE_AS_WRITTEN, /* for capture_optimise, once all parts of a program are there */
} capture_code_state;

/* Compiles the file `source` to `bitcode`, the built-in library linked in. Files that it includes are looked
 * up in the folder `headers` first, unless that is NULL. clang's messages go to our standard error.
 * BITCODE.d is then a rule for make with all files that clang has read. POISE_FAILED when it refuses. */
int capture_front_end(const char *source, const capture_options *options, capture_code_state state,
                      const char *headers, const char *bitcode, poise_error *err);

/* Optimises the file in place, as capture_front_end does. */
int capture_optimise(const char *bitcode, poise_error *err);

#endif
