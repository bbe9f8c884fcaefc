#include "capture/compiler/group_function.h"

#include "capture/compiler/group_builder.h"
#include "capture/compiler/launch_function.h"
#include "capture/compiler/region_function.h"

#include <string.h>

/* The host's copy of a structure has it too (server/prepare.c). */
enum { STRUCTURE_ALIGNMENT = 128 };

/* A kernel while its code moves. */
typedef struct moving {
    capture_group_builder b;
    LLVMBasicBlockRef item_begin, item_end;
} moving;

/* ---- which kernels ---- */

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
            (LLVMIsACallInst(inst) &&
             strncmp(capture_called_name(inst), "poise_print", strlen("poise_print")) == 0))
            return false;
    }
    return true;
}

static bool has_barrier(LLVMValueRef kernel)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (capture_is_barrier(i))
                return true;
        }
    }
    return false;
}

/* ---- variables and parameters ---- */

/* Variables of the kernel are of this function: in the loops each turn would make new ones. */
static void move_variables(const moving *m)
{
    LLVMPositionBuilderAtEnd(m->b.builder, m->b.entry);
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(m->b.kernel)), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (!LLVMIsAAllocaInst(i))
            continue;
        LLVMInstructionRemoveFromParent(i);
        LLVMInsertIntoBuilder(m->b.builder, i);
    }
}

/* Every work-item finds zeros in its private variables. */
static void clear_variables(const moving *m)
{
    LLVMValueRef zero = LLVMConstInt(LLVMInt8TypeInContext(m->b.context), 0, false);
    LLVMPositionBuilderAtEnd(m->b.builder, m->item_begin);
    for (LLVMValueRef i = LLVMGetFirstInstruction(m->b.entry); i; i = LLVMGetNextInstruction(i)) {
        if (!LLVMIsAAllocaInst(i))
            continue;
        const uint64_t bytes = LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) *
                               LLVMABISizeOfType(m->b.layout, LLVMGetAllocatedType(i));
        LLVMBuildMemSet(m->b.builder, i, zero, capture_word(&m->b, bytes), LLVMGetAlignment(i));
    }
}

/* A structure that is given by value is a variable of each work-item. */
static LLVMValueRef copy_structure(const moving *m, LLVMTypeRef type, LLVMValueRef given)
{
    LLVMPositionBuilderAtEnd(m->b.builder, m->b.entry);
    LLVMValueRef variable = LLVMBuildAlloca(m->b.builder, type, "");
    LLVMSetAlignment(variable, STRUCTURE_ALIGNMENT);
    LLVMPositionBuilderAtEnd(m->b.builder, m->item_begin);
    LLVMBuildMemCpy(m->b.builder, variable, STRUCTURE_ALIGNMENT, given, STRUCTURE_ALIGNMENT,
                    capture_word(&m->b, LLVMABISizeOfType(m->b.layout, type)));
    return variable;
}

static void replace_parameters(const moving *m)
{
    const unsigned byval = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
    for (unsigned i = 0; i < LLVMCountParams(m->b.kernel); i++) {
        LLVMPositionBuilderAtEnd(m->b.builder, m->b.entry);
        LLVMValueRef value = capture_fetch_argument(m->b.builder, m->b.context,
                                                    LLVMGetParam(m->b.function, 0), m->b.kernel, i);
        LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(m->b.kernel, i + 1, byval);
        if (attribute)
            value = copy_structure(m, LLVMGetTypeAttributeValue(attribute), value);
        LLVMReplaceAllUsesWith(LLVMGetParam(m->b.kernel, i), value);
    }
}

/* ---- the code of a work-item ---- */

static void change_instruction(const moving *m, LLVMValueRef inst)
{
    if (LLVMIsAReturnInst(inst)) {
        LLVMPositionBuilderBefore(m->b.builder, inst);
        LLVMBuildBr(m->b.builder, m->item_end);
        LLVMInstructionEraseFromParent(inst);
    } else if (capture_is_mark(inst)) {
        LLVMInstructionEraseFromParent(inst);
    } else if (LLVMIsACallInst(inst)) {
        capture_replace_query(&m->b, inst);
    }
}

/* The front end has put "do not unroll" on every loop, for traces. */
static void allow_unrolling(const moving *m, LLVMBasicBlockRef block)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    LLVMSetMetadata(end, LLVMGetMDKindIDInContext(m->b.context, "llvm.loop", strlen("llvm.loop")), NULL);
}

/* Between item_begin and item_end. */
static void move_code(const moving *m)
{
    LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(m->b.kernel);
    for (LLVMBasicBlockRef b; (b = LLVMGetFirstBasicBlock(m->b.kernel)) != NULL;) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            change_instruction(m, i);
        }
        allow_unrolling(m, b);
        LLVMRemoveBasicBlockFromParent(b);
        LLVMAppendExistingBasicBlock(m->b.function, b);
    }
    LLVMPositionBuilderAtEnd(m->b.builder, m->item_begin);
    LLVMBuildBr(m->b.builder, first);
}

/* ---- loops ---- */

/* One loop per dimension, x innermost: heads[d] counts item[d] up. */
static void open_loops(moving *m, LLVMBasicBlockRef heads[3])
{
    for (int d = 2; d >= 0; d--) {
        heads[d] = capture_append_block(&m->b);
        LLVMPositionBuilderAtEnd(m->b.builder, heads[d]);
        m->b.item[d] = LLVMBuildPhi(m->b.builder, m->b.word, "");
    }
    m->item_begin = heads[0];
}

/* Each head is entered from the next outer one, and from its own end for the next turn. */
static void close_loops(const moving *m, LLVMBasicBlockRef heads[3])
{
    LLVMBasicBlockRef end = m->item_end;
    for (int d = 0; d < 3; d++) {
        const size_t size = CAPTURE_POSITION_WORD(local_size) + (size_t)d;
        LLVMBasicBlockRef behind = capture_append_block(&m->b);
        LLVMPositionBuilderAtEnd(m->b.builder, end);
        LLVMValueRef next = LLVMBuildNUWAdd(m->b.builder, m->b.item[d], capture_word(&m->b, 1), "");
        LLVMValueRef goes_on = LLVMBuildICmp(m->b.builder, LLVMIntULT, next, m->b.position[size], "");
        LLVMBuildCondBr(m->b.builder, goes_on, heads[d], behind);
        LLVMValueRef values[] = {capture_word(&m->b, 0), next};
        LLVMBasicBlockRef from[] = {d < 2 ? heads[d + 1] : m->b.entry, end};
        LLVMAddIncoming(m->b.item[d], values, from, 2);
        LLVMPositionBuilderAtEnd(m->b.builder, d < 2 ? heads[d + 1] : m->b.entry);
        LLVMBuildBr(m->b.builder, heads[d]);
        end = behind;
    }
    LLVMPositionBuilderAtEnd(m->b.builder, end);
    LLVMBuildRet(m->b.builder, LLVMConstInt(LLVMInt32TypeInContext(m->b.context), 0, false));
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
    m->item_end = capture_append_block(&m->b);
    move_body(m);
    close_loops(m, heads);
}

static void build_item(moving *m)
{
    for (size_t d = 0; d < 3; d++)
        m->b.item[d] = capture_load_word(&m->b, 2, d);
    m->item_begin = capture_append_block(&m->b);
    m->item_end = capture_append_block(&m->b);
    move_body(m);
    LLVMPositionBuilderAtEnd(m->b.builder, m->b.entry);
    LLVMBuildBr(m->b.builder, m->item_begin);
    LLVMPositionBuilderAtEnd(m->b.builder, m->item_end);
    LLVMBuildRet(m->b.builder, LLVMConstInt(LLVMInt32TypeInContext(m->b.context), 0, false));
}

int capture_make_group_function(LLVMModuleRef module, LLVMTargetDataRef layout, LLVMValueRef kernel,
                                poise_error *err)
{
    moving m;
    int failed = capture_group_builder_open(&m.b, module, layout, kernel, err);
    if (failed)
        return failed;
    if (!has_barrier(kernel))
        build_group(&m);
    else if (capture_may_split(kernel))
        failed = capture_build_regions(&m.b, err);
    else
        build_item(&m);
    LLVMDeleteFunction(kernel);
    capture_group_builder_close(&m.b);
    return failed;
}
