/* Keeps accesses to private memory within their variable: one that lies outside goes to a place of its own
 * instead, and its record says so (runtime/private_access.h). Otherwise it would overwrite what the lane
 * needs to go on. */
#ifndef POISE_CAPTURE_GUARD_PRIVATE_H
#define POISE_CAPTURE_GUARD_PRIVATE_H

#include <llvm-c/Target.h>

typedef struct capture_guard {
    LLVMValueRef within, somewhere; /* functions that check a pointer */
    LLVMValueRef outside;           /* function for one that has left its variable */
} capture_guard;

/* Adds the functions to the module; their calls are still to be inlined. */
void capture_guard_open(capture_guard *guard, LLVMModuleRef module, LLVMBuilderRef builder);

/* Guards `access`, a load, store or atomic operation in private memory, if it needs it. The builder stands
 * before it; `word` is the address of its word in the record, which is written. */
void capture_guard_access(const capture_guard *guard, LLVMBuilderRef builder, LLVMTargetDataRef layout,
                          LLVMValueRef access, LLVMValueRef word);

#endif
