#include "capture/compiler/split_kernel.h"

#include "capture/compiler/group_builder.h"

#include <string.h>

enum { MOST_DEPTH = 5 }; /* of computations that are made again; our choice */

typedef struct splitter {
    LLVMValueRef kernel;
    LLVMBuilderRef builder;
} splitter;

/* ---- barriers begin blocks ---- */

static void redirect(LLVMValueRef kernel, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++) {
            if (LLVMGetSuccessor(end, i) == from)
                LLVMSetSuccessor(end, i, to);
        }
    }
}

/* What stands before the barrier goes into a block of its own. (What follows stays, so that the phis of its
 * successors need no change.) */
static void cut_before(const splitter *s, LLVMValueRef barrier)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(barrier);
    LLVMBasicBlockRef before =
        LLVMInsertBasicBlockInContext(LLVMGetModuleContext(LLVMGetGlobalParent(s->kernel)), block, "");
    redirect(s->kernel, block, before);
    LLVMPositionBuilderAtEnd(s->builder, before);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i != barrier; i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMInstructionRemoveFromParent(i);
        LLVMInsertIntoBuilder(s->builder, i);
    }
    LLVMBuildBr(s->builder, block);
}

static void cut(const splitter *s)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->kernel); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (capture_is_barrier(i) &&
                (LLVMGetPreviousInstruction(i) || b == LLVMGetEntryBasicBlock(s->kernel)))
                cut_before(s, i);
        }
    }
}

/* ---- values stay in their blocks ---- */

static LLVMValueRef add_slot(const splitter *s, LLVMTypeRef type)
{
    LLVMPositionBuilderBefore(s->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(s->kernel)));
    return LLVMBuildAlloca(s->builder, type, "slot");
}

static LLVMValueRef first_after_phis(LLVMBasicBlockRef block)
{
    LLVMValueRef i = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(i))
        i = LLVMGetNextInstruction(i);
    return i;
}

static void demote_phi(const splitter *s, LLVMValueRef phi)
{
    LLVMTypeRef type = LLVMTypeOf(phi);
    LLVMValueRef slot = add_slot(s, type);
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMPositionBuilderBefore(s->builder, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, i)));
        LLVMBuildStore(s->builder, LLVMGetIncomingValue(phi, i), slot);
    }
    LLVMPositionBuilderBefore(s->builder, first_after_phis(LLVMGetInstructionParent(phi)));
    LLVMReplaceAllUsesWith(phi, LLVMBuildLoad2(s->builder, type, slot, ""));
    LLVMInstructionEraseFromParent(phi);
}

static void demote_phis(const splitter *s)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->kernel); b; b = LLVMGetNextBasicBlock(b)) {
        while (LLVMIsAPHINode(LLVMGetFirstInstruction(b)))
            demote_phi(s, LLVMGetFirstInstruction(b));
    }
}

/* Whether the value can be had again anywhere from parameters, constants and work-item functions. */
static bool is_cheap(LLVMValueRef value, int depth)
{
    if (!LLVMIsAInstruction(value) || LLVMIsAAllocaInst(value))
        return true;
    if (depth == 0)
        return false;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMCall:
        return strncmp(capture_called_name(value), "poise_get_", strlen("poise_get_")) == 0 &&
               (LLVMGetNumOperands(value) < 2 || LLVMIsAConstantInt(LLVMGetOperand(value, 0)));
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMBitCast:
    case LLVMICmp:
    case LLVMGetElementPtr: break;
    default: return false;
    }
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++) {
        if (!is_cheap(LLVMGetOperand(value, i), depth - 1))
            return false;
    }
    return true;
}

static LLVMValueRef compute_again(const splitter *s, LLVMValueRef value, LLVMValueRef before)
{
    if (!LLVMIsAInstruction(value) || LLVMIsAAllocaInst(value))
        return value;
    LLVMValueRef again = LLVMInstructionClone(value);
    const unsigned n = LLVMIsACallInst(value) ? 0 : (unsigned)LLVMGetNumOperands(value);
    for (unsigned i = 0; i < n; i++)
        LLVMSetOperand(again, i, compute_again(s, LLVMGetOperand(value, i), before));
    LLVMPositionBuilderBefore(s->builder, before);
    LLVMInsertIntoBuilder(s->builder, again);
    return again;
}

static LLVMValueRef next_foreign_user(LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        if (LLVMGetInstructionParent(LLVMGetUser(use)) != LLVMGetInstructionParent(value))
            return LLVMGetUser(use);
    }
    return NULL;
}

static void replace_operands(LLVMValueRef user, LLVMValueRef from, LLVMValueRef to)
{
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++) {
        if (LLVMGetOperand(user, i) == from)
            LLVMSetOperand(user, i, to);
    }
}

static void demote(const splitter *s, LLVMValueRef value)
{
    LLVMValueRef slot = NULL, user;
    while ((user = next_foreign_user(value)) != NULL) {
        LLVMValueRef there;
        if (is_cheap(value, MOST_DEPTH)) {
            there = compute_again(s, value, user);
        } else {
            if (!slot) {
                slot = add_slot(s, LLVMTypeOf(value));
                LLVMPositionBuilderBefore(s->builder, LLVMGetNextInstruction(value));
                LLVMBuildStore(s->builder, value, slot);
            }
            LLVMPositionBuilderBefore(s->builder, user);
            there = LLVMBuildLoad2(s->builder, LLVMTypeOf(value), slot, "");
        }
        replace_operands(user, value, there);
    }
}

static void demote_values(const splitter *s)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->kernel); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsAAllocaInst(i))
                demote(s, i);
        }
    }
}

void capture_split_kernel(LLVMValueRef kernel)
{
    splitter s = {.kernel = kernel,
                  .builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(kernel)))};
    cut(&s);
    demote_phis(&s);
    demote_values(&s);
    LLVMDisposeBuilder(s.builder);
}
