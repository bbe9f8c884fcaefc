/* Structure copies and fills of fixed size as the loads and stores that a GPU compiler would emit. */
#ifndef POISE_CAPTURE_EXPAND_COPIES_H
#define POISE_CAPTURE_EXPAND_COPIES_H

#include "common/error.h"

#include <llvm-c/Types.h>

/* Replaces llvm.memcpy, memmove and memset of constant size in a kernel. Those of variable size stay and are
 * refused by the classifier. */
int capture_expand_copies(LLVMValueRef kernel, poise_error *err);

#endif
