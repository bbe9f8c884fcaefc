#include "capture/compiler/group_function.h"

#include "capture/compiler/flatten.h"
#include "capture/compiler/launch_function.h"
#include "capture/kernel_table.h"

#include <llvm-c/Core.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    N_WORDS = sizeof(kernel_position) / sizeof(uint64_t),
    /* The host's copy of a structure has it too (server/prepare.c). */
    STRUCTURE_ALIGNMENT = 128,
};

/* A kernel while its code moves. */
typedef struct moving {
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMTargetDataRef layout;
    LLVMTypeRef word;
    LLVMValueRef kernel, function;
    LLVMValueRef position[N_WORDS]; /* of kernel_position */
    LLVMValueRef item[3];           /* get_local_id() */
    LLVMBasicBlockRef entry, item_begin, item_end;
} moving;

/* ---- which kernels ---- */

static const char *called_name(LLVMValueRef call)
{
    size_t length;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
}

static bool starts_with(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

/* An atomic operation whose result nobody looks at is no way to wait. */
static bool may_wait(LLVMValueRef inst)
{
    if (LLVMIsALoadInst(inst))
        return LLVMGetVolatile(inst) || LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic;
    return LLVMIsAAtomicCmpXchgInst(inst) || (LLVMIsAAtomicRMWInst(inst) && LLVMGetFirstUse(inst));
}

static bool has_fixed_place(LLVMValueRef alloca)
{
    LLVMValueRef block = LLVMBasicBlockAsValue(LLVMGetInstructionParent(alloca));
    LLVMValueRef kernel = LLVMGetBasicBlockParent(LLVMGetInstructionParent(alloca));
    return LLVMIsAConstantInt(LLVMGetOperand(alloca, 0)) &&
           block == LLVMBasicBlockAsValue(LLVMGetEntryBasicBlock(kernel));
}

static bool has_attribute(LLVMValueRef kernel, const char *name)
{
    LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(
        kernel, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name, (unsigned)strlen(name));
    unsigned length = 0;
    const char *value = attribute ? LLVMGetStringAttributeValue(attribute, &length) : "";
    return length == strlen("true") && memcmp(value, "true", length) == 0;
}

bool capture_may_run_unrecorded(LLVMValueRef kernel, const capture_flow *flow)
{
    if (has_attribute(kernel, "unsafe-fp-math") || has_attribute(kernel, "no-nans-fp-math") ||
        has_attribute(kernel, "no-signed-zeros-fp-math"))
        return false;
    for (size_t i = 0; i < flow->n_inst; i++) {
        LLVMValueRef inst = flow->inst[i];
        if (may_wait(inst) || (LLVMIsAAllocaInst(inst) && !has_fixed_place(inst)) ||
            (LLVMIsACallInst(inst) && starts_with(called_name(inst), "poise_print")))
            return false;
    }
    return true;
}

static bool has_barrier(LLVMValueRef kernel)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsACallInst(i) && strcmp(called_name(i), "poise_barrier") == 0)
                return true;
        }
    }
    return false;
}

/* ---- the new function ---- */

static LLVMBasicBlockRef append(const moving *m)
{
    return LLVMAppendBasicBlockInContext(m->context, m->function, "");
}

static LLVMValueRef constant(const moving *m, uint64_t value)
{
    return LLVMConstInt(m->word, value, false);
}

static LLVMValueRef load_word(const moving *m, unsigned parameter, size_t i)
{
    LLVMValueRef index = constant(m, i);
    LLVMValueRef at = LLVMBuildGEP2(m->builder, m->word, LLVMGetParam(m->function, parameter), &index, 1, "");
    return LLVMBuildLoad2(m->builder, m->word, at, "");
}

static int add_function(moving *m, LLVMModuleRef module, poise_error *err)
{
    size_t length;
    char *name;
    if (asprintf(&name, "%s%s", KERNEL_GROUP_SYMBOL_PREFIX, LLVMGetValueName2(m->kernel, &length)) < 0)
        return poise_fail(err, POISE_FAILED, "out of memory for a kernel's name");
    LLVMTypeRef words = LLVMPointerType(m->word, 0);
    LLVMTypeRef pointers = LLVMPointerType(LLVMPointerType(LLVMInt8TypeInContext(m->context), 0), 0);
    LLVMTypeRef parameters[] = {pointers, words, words};
    m->function = LLVMAddFunction(module, name,
                                  LLVMFunctionType(LLVMVoidTypeInContext(m->context), parameters, 3, false));
    free(name);
    m->entry = append(m);
    LLVMPositionBuilderAtEnd(m->builder, m->entry);
    for (size_t i = 0; i < N_WORDS; i++)
        m->position[i] = load_word(m, 1, i);
    return 0;
}

/* Variables of the kernel are of this function: in the loops each turn would make new ones. */
static void move_variables(const moving *m)
{
    LLVMPositionBuilderAtEnd(m->builder, m->entry);
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(m->kernel)), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (!LLVMIsAAllocaInst(i))
            continue;
        LLVMInstructionRemoveFromParent(i);
        LLVMInsertIntoBuilder(m->builder, i);
    }
}

/* Every work-item finds zeros in its private variables. */
static void clear_variables(const moving *m)
{
    LLVMValueRef zero = LLVMConstInt(LLVMInt8TypeInContext(m->context), 0, false);
    LLVMPositionBuilderAtEnd(m->builder, m->item_begin);
    for (LLVMValueRef i = LLVMGetFirstInstruction(m->entry); i; i = LLVMGetNextInstruction(i)) {
        if (!LLVMIsAAllocaInst(i))
            continue;
        const uint64_t bytes = LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) *
                               LLVMABISizeOfType(m->layout, LLVMGetAllocatedType(i));
        LLVMBuildMemSet(m->builder, i, zero, constant(m, bytes), LLVMGetAlignment(i));
    }
}

/* A structure that is given by value is a variable of each work-item. */
static LLVMValueRef copy_structure(const moving *m, LLVMTypeRef type, LLVMValueRef given)
{
    LLVMPositionBuilderAtEnd(m->builder, m->entry);
    LLVMValueRef variable = LLVMBuildAlloca(m->builder, type, "");
    LLVMSetAlignment(variable, STRUCTURE_ALIGNMENT);
    LLVMPositionBuilderAtEnd(m->builder, m->item_begin);
    LLVMBuildMemCpy(m->builder, variable, STRUCTURE_ALIGNMENT, given, STRUCTURE_ALIGNMENT,
                    constant(m, LLVMABISizeOfType(m->layout, type)));
    return variable;
}

static void replace_parameters(const moving *m)
{
    const unsigned byval = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
    for (unsigned i = 0; i < LLVMCountParams(m->kernel); i++) {
        LLVMPositionBuilderAtEnd(m->builder, m->entry);
        LLVMValueRef value =
            capture_fetch_argument(m->builder, m->context, LLVMGetParam(m->function, 0), m->kernel, i);
        LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(m->kernel, i + 1, byval);
        if (attribute)
            value = copy_structure(m, LLVMGetTypeAttributeValue(attribute), value);
        LLVMReplaceAllUsesWith(LLVMGetParam(m->kernel, i), value);
    }
}

/* ---- work-item functions ---- */

static bool is_named(const char *name, const char *query)
{
    return starts_with(name, "poise_get_") && strcmp(name + strlen("poise_get_"), query) == 0;
}

/* The value of a query in dimension d; false for other functions. */
static bool answer(const moving *m, const char *name, unsigned d, LLVMValueRef *value)
{
#define FIRST_WORD(member) (offsetof(kernel_position, member) / sizeof(uint64_t))
    static const struct {
        const char *query;
        size_t word;
    } members[] = {{"group_id", FIRST_WORD(group)},
                   {"local_size", FIRST_WORD(local_size)},
                   {"num_groups", FIRST_WORD(groups)},
                   {"global_size", FIRST_WORD(global_size)},
                   {"global_offset", FIRST_WORD(offset)}};
    if (is_named(name, "local_id"))
        return *value = m->item[d], true;
    if (is_named(name, "global_id")) {
        *value = LLVMBuildAdd(m->builder, m->position[FIRST_WORD(first) + d], m->item[d], "");
        return true;
    }
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (is_named(name, members[i].query))
            return *value = m->position[members[i].word + d], true;
    }
    return false;
}

/* OpenCL 1.2 section 6.12.1: sizes are 1 and indices 0 for a dimension that does not exist. */
static LLVMValueRef answer_any(const moving *m, const char *name, LLVMValueRef dimension)
{
    const bool is_count = strstr(name, "_size") || is_named(name, "num_groups");
    LLVMValueRef result = constant(m, is_count);
    for (unsigned d = 0; d < 3; d++) {
        LLVMValueRef value;
        if (!answer(m, name, d, &value))
            return NULL;
        LLVMValueRef is_this = LLVMBuildICmp(m->builder, LLVMIntEQ, dimension,
                                             LLVMConstInt(LLVMTypeOf(dimension), d, false), "");
        result = LLVMBuildSelect(m->builder, is_this, value, result, "");
    }
    return result;
}

static void replace_query(const moving *m, LLVMValueRef call)
{
    const char *name = called_name(call);
    LLVMValueRef value = NULL;
    LLVMPositionBuilderBefore(m->builder, call);
    if (is_named(name, "work_dim"))
        value = LLVMBuildTrunc(m->builder, m->position[FIRST_WORD(dimensions)], LLVMTypeOf(call), "");
    else if (starts_with(name, "poise_get_"))
        value = answer_any(m, name, LLVMGetOperand(call, 0));
    if (!value)
        return;
    LLVMReplaceAllUsesWith(call, value);
    LLVMInstructionEraseFromParent(call);
}
#undef FIRST_WORD

/* ---- the code of a work-item ---- */

static void change_instruction(const moving *m, LLVMValueRef inst)
{
    if (LLVMIsAReturnInst(inst)) {
        LLVMPositionBuilderBefore(m->builder, inst);
        LLVMBuildBr(m->builder, m->item_end);
        LLVMInstructionEraseFromParent(inst);
    } else if (LLVMIsACallInst(inst) && starts_with(called_name(inst), "llvm.lifetime.")) {
        LLVMInstructionEraseFromParent(inst); /* what is cleared once would be undefined behind it */
    } else if (LLVMIsACallInst(inst)) {
        replace_query(m, inst);
    }
}

/* The front end has put "do not unroll" on every loop, for traces. */
static void allow_unrolling(const moving *m, LLVMBasicBlockRef block)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    LLVMSetMetadata(end, LLVMGetMDKindIDInContext(m->context, "llvm.loop", strlen("llvm.loop")), NULL);
}

/* Between item_begin and item_end. */
static void move_code(const moving *m)
{
    LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(m->kernel);
    for (LLVMBasicBlockRef b; (b = LLVMGetFirstBasicBlock(m->kernel)) != NULL;) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            change_instruction(m, i);
        }
        allow_unrolling(m, b);
        LLVMRemoveBasicBlockFromParent(b);
        LLVMAppendExistingBasicBlock(m->function, b);
    }
    LLVMPositionBuilderAtEnd(m->builder, m->item_begin);
    LLVMBuildBr(m->builder, first);
}

/* ---- loops ---- */

/* One loop per dimension, x innermost: heads[d] counts item[d] up. */
static void open_loops(moving *m, LLVMBasicBlockRef heads[3])
{
    for (int d = 2; d >= 0; d--) {
        heads[d] = append(m);
        LLVMPositionBuilderAtEnd(m->builder, heads[d]);
        m->item[d] = LLVMBuildPhi(m->builder, m->word, "");
    }
    m->item_begin = heads[0];
}

/* Each head is entered from the next outer one, and from its own end for the next turn. */
static void close_loops(const moving *m, LLVMBasicBlockRef heads[3])
{
    LLVMBasicBlockRef end = m->item_end;
    for (int d = 0; d < 3; d++) {
        const size_t size = offsetof(kernel_position, local_size) / sizeof(uint64_t) + (size_t)d;
        LLVMBasicBlockRef behind = append(m);
        LLVMPositionBuilderAtEnd(m->builder, end);
        LLVMValueRef next = LLVMBuildNUWAdd(m->builder, m->item[d], constant(m, 1), "");
        LLVMValueRef goes_on = LLVMBuildICmp(m->builder, LLVMIntULT, next, m->position[size], "");
        LLVMBuildCondBr(m->builder, goes_on, heads[d], behind);
        LLVMValueRef values[] = {constant(m, 0), next};
        LLVMBasicBlockRef from[] = {d < 2 ? heads[d + 1] : m->entry, end};
        LLVMAddIncoming(m->item[d], values, from, 2);
        LLVMPositionBuilderAtEnd(m->builder, d < 2 ? heads[d + 1] : m->entry);
        LLVMBuildBr(m->builder, heads[d]);
        end = behind;
    }
    LLVMPositionBuilderAtEnd(m->builder, end);
    LLVMBuildRetVoid(m->builder);
}

static void move_body(const moving *m)
{
    move_variables(m);
    clear_variables(m);
    replace_parameters(m);
    move_code(m);
}

static void build_group(moving *m)
{
    LLVMBasicBlockRef heads[3];
    open_loops(m, heads);
    m->item_end = append(m);
    move_body(m);
    close_loops(m, heads);
}

static void build_item(moving *m)
{
    for (size_t d = 0; d < 3; d++)
        m->item[d] = load_word(m, 2, d);
    m->item_begin = append(m);
    m->item_end = append(m);
    move_body(m);
    LLVMPositionBuilderAtEnd(m->builder, m->entry);
    LLVMBuildBr(m->builder, m->item_begin);
    LLVMPositionBuilderAtEnd(m->builder, m->item_end);
    LLVMBuildRetVoid(m->builder);
}

int capture_make_group_function(LLVMModuleRef module, LLVMTargetDataRef layout, LLVMValueRef kernel,
                                poise_error *err)
{
    moving m = {.context = LLVMGetModuleContext(module), .layout = layout, .kernel = kernel};
    m.builder = LLVMCreateBuilderInContext(m.context);
    m.word = LLVMInt64TypeInContext(m.context);
    int failed = add_function(&m, module, err);
    if (!failed) {
        if (has_barrier(kernel))
            build_item(&m);
        else
            build_group(&m);
        LLVMDeleteFunction(kernel);
    }
    LLVMDisposeBuilder(m.builder);
    return failed;
}
