/* Builds the static table of a program (kernel_table.h) kernel by kernel. */
#ifndef POISE_CAPTURE_TABLE_BUILDER_H
#define POISE_CAPTURE_TABLE_BUILDER_H

#include "capture/compiler/registers.h"
#include "capture/kernel_table.h"

#include <llvm-c/Target.h>

/* Bytes that grow. */
typedef struct capture_section {
    char *data;
    size_t used, room;
} capture_section;

typedef struct capture_table_builder {
    capture_section kernels, arguments, blocks, inst, strings;
    size_t n_kernels;
} capture_table_builder;

/* Adds one kernel, not yet instrumented. `layout` gives the size of arguments. */
int capture_table_add(capture_table_builder *builder, LLVMTargetDataRef layout, LLVMValueRef kernel,
                      const capture_flow *flow, poise_error *err);

/* Puts the finished table into the module as KERNEL_TABLE_SYMBOL. */
int capture_table_embed(const capture_table_builder *builder, LLVMModuleRef module, poise_error *err);

void capture_table_free(capture_table_builder *builder);

#endif
