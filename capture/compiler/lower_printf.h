/* Calls of printf, which no code can make from a work-item, as calls of the run-time library. */
#ifndef POISE_CAPTURE_LOWER_PRINTF_H
#define POISE_CAPTURE_LOWER_PRINTF_H

#include "common/error.h"

#include <llvm-c/Types.h>

#define CAPTURE_PRINTF_NAME "printf"

/* Replaces each printf(format, ...) of a kernel: every component of an argument is handed over by one call
 * and the format by the last, which prints (runtime/print.h). POISE_FAILED with the line for an argument that
 * is no scalar, vector or pointer. */
int capture_lower_printf(LLVMValueRef kernel, poise_error *err);

#endif
