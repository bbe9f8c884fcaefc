/* Integer divisions that would trap. OpenCL C (1.2, section 6.3.a): a division by zero, or one whose quotient
 * is out of range, gives an unspecified value and no exception. On x86 it raises one, so such a divisor is
 * replaced by 1: the quotient is then the dividend, the remainder 0 (our choice). What is traced stays. */
#ifndef POISE_CAPTURE_GUARD_DIVISION_H
#define POISE_CAPTURE_GUARD_DIVISION_H

#include <llvm-c/Core.h>

/* Guards `inst` if it is a division or remainder of integers, or of vectors of them, that can trap. */
void capture_guard_division(LLVMBuilderRef builder, LLVMValueRef inst);

#endif
