/* Kernels with barriers without records: the code between two barriers is a region, and each region is a loop
 * over all work-items of the group. What a work-item keeps over a barrier lies in its context. */
#ifndef POISE_CAPTURE_REGION_FUNCTION_H
#define POISE_CAPTURE_REGION_FUNCTION_H

#include "capture/compiler/group_builder.h"

/* Whether the kernel can be cut so: not when it accesses private memory through pointers that may point
 * to several variables, which is checked against the stack, or has structures by value. */
bool capture_may_split(LLVMValueRef kernel);

/* Builds the function from the kernel's code, which it changes, and KERNEL_CONTEXT_SYMBOL_PREFIX NAME. */
int capture_build_regions(capture_group_builder *b, poise_error *err);

#endif
