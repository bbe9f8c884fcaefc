#include "capture/compiler/group_builder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_WORDS = sizeof(kernel_position) / sizeof(uint64_t) };

const char *capture_called_name(LLVMValueRef call)
{
    size_t length;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
}

static bool starts_with(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

bool capture_is_barrier(LLVMValueRef inst)
{
    return LLVMIsACallInst(inst) && strcmp(capture_called_name(inst), "poise_barrier") == 0;
}

bool capture_is_mark(LLVMValueRef inst)
{
    const char *name = LLVMIsACallInst(inst) ? capture_called_name(inst) : "";
    return starts_with(name, "llvm.lifetime.") || starts_with(name, "llvm.experimental.noalias.scope.decl");
}

void capture_forget_scopes(LLVMValueRef inst)
{
    static const char *const kinds[] = {"alias.scope", "noalias"};
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(inst));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        LLVMSetMetadata(inst, LLVMGetMDKindIDInContext(context, kinds[i], (unsigned)strlen(kinds[i])), NULL);
}

LLVMBasicBlockRef capture_append_block(const capture_group_builder *b)
{
    return LLVMAppendBasicBlockInContext(b->context, b->function, "");
}

LLVMValueRef capture_word(const capture_group_builder *b, uint64_t value)
{
    return LLVMConstInt(b->word, value, false);
}

LLVMValueRef capture_load_word(const capture_group_builder *b, unsigned parameter, size_t i)
{
    LLVMValueRef index = capture_word(b, i);
    LLVMValueRef at = LLVMBuildGEP2(b->builder, b->word, LLVMGetParam(b->function, parameter), &index, 1, "");
    return LLVMBuildLoad2(b->builder, b->word, at, "");
}

int capture_group_builder_open(capture_group_builder *b, LLVMModuleRef module, LLVMTargetDataRef layout,
                               LLVMValueRef kernel, poise_error *err)
{
    size_t length;
    char *name;
    if (asprintf(&name, "%s%s", KERNEL_GROUP_SYMBOL_PREFIX, LLVMGetValueName2(kernel, &length)) < 0)
        return poise_fail(err, POISE_FAILED, "out of memory for a kernel's name");
    *b = (capture_group_builder){
        .context = LLVMGetModuleContext(module), .module = module, .layout = layout, .kernel = kernel};
    b->builder = LLVMCreateBuilderInContext(b->context);
    b->word = LLVMInt64TypeInContext(b->context);
    LLVMTypeRef words = LLVMPointerType(b->word, 0);
    LLVMTypeRef pointers = LLVMPointerType(LLVMPointerType(LLVMInt8TypeInContext(b->context), 0), 0);
    LLVMTypeRef parameters[] = {pointers, words, words};
    b->function = LLVMAddFunction(module, name,
                                  LLVMFunctionType(LLVMInt32TypeInContext(b->context), parameters, 3, false));
    free(name);
    b->entry = capture_append_block(b);
    LLVMPositionBuilderAtEnd(b->builder, b->entry);
    for (size_t i = 0; i < N_WORDS; i++)
        b->position[i] = capture_load_word(b, 1, i);
    return POISE_OK;
}

void capture_group_builder_close(capture_group_builder *b)
{
    LLVMDisposeBuilder(b->builder);
}

static bool is_named(const char *name, const char *query)
{
    return starts_with(name, "poise_get_") && strcmp(name + strlen("poise_get_"), query) == 0;
}

/* The value of a query in dimension d; false for other functions. */
static bool answer(const capture_group_builder *b, const char *name, unsigned d, LLVMValueRef *value)
{
    static const struct {
        const char *query;
        size_t word;
    } members[] = {{"group_id", CAPTURE_POSITION_WORD(group)},
                   {"local_size", CAPTURE_POSITION_WORD(local_size)},
                   {"num_groups", CAPTURE_POSITION_WORD(groups)},
                   {"global_size", CAPTURE_POSITION_WORD(global_size)},
                   {"global_offset", CAPTURE_POSITION_WORD(offset)}};
    if (is_named(name, "local_id"))
        return *value = b->item[d], true;
    if (is_named(name, "global_id")) {
        *value = LLVMBuildAdd(b->builder, b->position[CAPTURE_POSITION_WORD(first) + d], b->item[d], "");
        return true;
    }
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (is_named(name, members[i].query))
            return *value = b->position[members[i].word + d], true;
    }
    return false;
}

/* OpenCL 1.2 section 6.12.1: sizes are 1 and indices 0 for a dimension that does not exist. */
static LLVMValueRef answer_any(const capture_group_builder *b, const char *name, LLVMValueRef dimension)
{
    const bool is_count = strstr(name, "_size") || is_named(name, "num_groups");
    LLVMValueRef result = capture_word(b, is_count);
    for (unsigned d = 0; d < 3; d++) {
        LLVMValueRef value;
        if (!answer(b, name, d, &value))
            return NULL;
        LLVMValueRef is_this = LLVMBuildICmp(b->builder, LLVMIntEQ, dimension,
                                             LLVMConstInt(LLVMTypeOf(dimension), d, false), "");
        result = LLVMBuildSelect(b->builder, is_this, value, result, "");
    }
    return result;
}

bool capture_replace_query(const capture_group_builder *b, LLVMValueRef call)
{
    const char *name = capture_called_name(call);
    LLVMValueRef value = NULL;
    LLVMPositionBuilderBefore(b->builder, call);
    if (is_named(name, "work_dim"))
        value =
            LLVMBuildTrunc(b->builder, b->position[CAPTURE_POSITION_WORD(dimensions)], LLVMTypeOf(call), "");
    else if (starts_with(name, "poise_get_"))
        value = answer_any(b, name, LLVMGetOperand(call, 0));
    if (!value)
        return false;
    LLVMReplaceAllUsesWith(call, value);
    LLVMInstructionEraseFromParent(call);
    return true;
}
