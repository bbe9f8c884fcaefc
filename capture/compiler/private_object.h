/* Which private variable a pointer points into. */
#ifndef POISE_CAPTURE_PRIVATE_OBJECT_H
#define POISE_CAPTURE_PRIVATE_OBJECT_H

#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum capture_private_kind {
    PRIVATE_INSIDE,   /* of its variable, whatever the values: nothing to check */
    PRIVATE_VARIABLE, /* into `base`, at an offset that only running shows */
    PRIVATE_ANYWHERE, /* loaded, computed, or into one of several variables */
} capture_private_kind;

typedef struct capture_private_object {
    capture_private_kind kind;
    LLVMValueRef base; /* the alloca, or the argument that is a structure by value */
    uint64_t bytes;    /* of the variable */
} capture_private_object;

/* Of an access of `bytes` bytes at `pointer`, in the private address space. */
capture_private_object capture_private_object_of(LLVMTargetDataRef layout, LLVMValueRef pointer,
                                                 uint64_t bytes);

#endif
