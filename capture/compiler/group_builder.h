/* A function under construction that runs work-items of a kernel without records (kernel_table.h,
 * KERNEL_GROUP_SYMBOL_PREFIX). */
#ifndef POISE_CAPTURE_GROUP_BUILDER_H
#define POISE_CAPTURE_GROUP_BUILDER_H

#include "capture/kernel_table.h"
#include "common/error.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stddef.h>

/* Number of the first word of a member of kernel_position. */
#define CAPTURE_POSITION_WORD(member) (offsetof(kernel_position, member) / sizeof(uint64_t))

typedef struct capture_group_builder {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTargetDataRef layout;
    LLVMTypeRef word;
    LLVMValueRef kernel, function;
    LLVMBasicBlockRef entry; /* of the function, without an end as yet */
    LLVMValueRef position[sizeof(kernel_position) / sizeof(uint64_t)];
    LLVMValueRef item[3]; /* get_local_id() of the work-item whose code is being built */
} capture_group_builder;

/* Adds the function with an entry block that loads the position. */
int capture_group_builder_open(capture_group_builder *b, LLVMModuleRef module, LLVMTargetDataRef layout,
                               LLVMValueRef kernel, poise_error *err);
void capture_group_builder_close(capture_group_builder *b);

LLVMBasicBlockRef capture_append_block(const capture_group_builder *b);
LLVMValueRef capture_word(const capture_group_builder *b, uint64_t value);
/* Builds the load of word `i` that a parameter of the function points at. */
LLVMValueRef capture_load_word(const capture_group_builder *b, unsigned parameter, size_t i);

/* Replaces the call of a work-item function by its value; leaves other calls. Returns whether it did. */
bool capture_replace_query(const capture_group_builder *b, LLVMValueRef call);

/* The name of the function that is called, "" for none. */
const char *capture_called_name(LLVMValueRef call);
bool capture_is_barrier(LLVMValueRef inst);
/* A call that only tells the optimiser something which holds for one work-item: the lifetime of a variable,
 * which is cleared when a work-item begins, or where pointers do not meet. */
bool capture_is_mark(LLVMValueRef inst);
/* Forgets which pointers do not meet, as other work-items' may. */
void capture_forget_scopes(LLVMValueRef inst);

#endif
