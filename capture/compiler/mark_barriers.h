/* Barriers that can be told apart while the kernel runs. */
#ifndef POISE_CAPTURE_MARK_BARRIERS_H
#define POISE_CAPTURE_MARK_BARRIERS_H

#include <llvm-c/Types.h>

/* Gives each call of poise_barrier in a kernel its number, counted from 1, and its source line. */
void capture_mark_barriers(LLVMValueRef kernel);

#endif
