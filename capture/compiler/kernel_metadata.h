/* What clang notes of a kernel besides its code, in metadata. */
#ifndef POISE_CAPTURE_KERNEL_METADATA_H
#define POISE_CAPTURE_KERNEL_METADATA_H

#include <llvm-c/Types.h>
#include <stddef.h>
#include <stdint.h>

/* Text `i` of the kernel's metadata list `list`: "kernel_arg_name", "kernel_arg_type" or
 * "kernel_arg_type_qual"; "" when it is not there. It lives as long as the module. */
const char *capture_argument_text(LLVMValueRef kernel, const char *list, unsigned i);

/* __attribute__((reqd_work_group_size(x, y, z))), zeros when absent. */
void capture_required_group(LLVMValueRef kernel, uint32_t group[3]);

enum { CAPTURE_ATTRIBUTES_ROOM = 192 };

/* The kernel's attributes for the host (OpenCL 1.2 section 6.7.2) as they are written inside
 * __attribute__((...)), without blanks, one space between two; "" when there are none. */
void capture_attributes_text(LLVMValueRef kernel, char text[CAPTURE_ATTRIBUTES_ROOM]);

#endif
