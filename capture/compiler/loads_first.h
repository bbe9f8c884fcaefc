/* The order in which a compiler for GPUs issues loads. */
#ifndef POISE_CAPTURE_LOADS_FIRST_H
#define POISE_CAPTURE_LOADS_FIRST_H

#include <llvm-c/Types.h>

/* Lets the loops of a function be unrolled: clang's word that none is goes, and that functions which know
 * nothing of memory, such as square roots, must be called by all work-items together. */
void capture_free_loops(LLVMValueRef function);

/* Sorts what stands between two instructions with effects on memory, block by block: what needs the result of
 * no load there comes first, then what needs one, and so on, each in its old order. So loads that do not
 * depend on each other are issued one after the other, before their results are used. No memory: the rest
 * stays as it is. */
void capture_loads_first(LLVMValueRef function);

#endif
