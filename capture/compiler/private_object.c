#include "capture/compiler/private_object.h"

#include <llvm-c/Core.h>
#include <string.h>

enum { MOST_VALUES = 64 }; /* that a pointer is followed through; beyond, it may point anywhere */

/* What a pointer was found to come from. */
typedef struct search {
    LLVMTargetDataRef layout;
    LLVMValueRef seen[MOST_VALUES]; /* first those that are looked at, then those still to be */
    unsigned n;
    LLVMValueRef base;
    uint64_t bytes;
    bool is_anywhere; /* also from elsewhere, or from several variables */
    bool is_foreign;  /* also from what is no private variable, as a table of the optimiser */
} search;

static void follow(search *s, LLVMValueRef value)
{
    for (unsigned i = 0; i < s->n; i++) {
        if (s->seen[i] == value)
            return;
    }
    if (s->n < MOST_VALUES)
        s->seen[s->n++] = value;
    else
        s->is_anywhere = true;
}

static void found(search *s, LLVMValueRef base, uint64_t bytes)
{
    s->is_anywhere |= s->base != NULL && s->base != base;
    s->base = base;
    s->bytes = bytes;
}

static void look_at_alloca(search *s, LLVMValueRef alloca)
{
    LLVMValueRef count = LLVMGetOperand(alloca, 0);
    if (LLVMIsAConstantInt(count))
        found(s, alloca,
              LLVMConstIntGetZExtValue(count) * LLVMABISizeOfType(s->layout, LLVMGetAllocatedType(alloca)));
    else
        s->is_anywhere = true;
}

static LLVMAttributeRef byval_of(LLVMValueRef argument)
{
    LLVMValueRef kernel = LLVMGetParamParent(argument);
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
    for (unsigned i = 0; i < LLVMCountParams(kernel); i++) {
        if (LLVMGetParam(kernel, i) == argument)
            return LLVMGetEnumAttributeAtIndex(kernel, i + 1, kind);
    }
    return NULL;
}

static void look_at_argument(search *s, LLVMValueRef argument)
{
    LLVMAttributeRef byval = byval_of(argument);
    if (byval)
        found(s, argument, LLVMABISizeOfType(s->layout, LLVMGetTypeAttributeValue(byval)));
    else
        s->is_foreign = true;
}

static void look_at_instruction(search *s, LLVMValueRef instruction)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMAlloca: look_at_alloca(s, instruction); return;
    case LLVMGetElementPtr:
    case LLVMBitCast:
    case LLVMFreeze: follow(s, LLVMGetOperand(instruction, 0)); return;
    case LLVMAddrSpaceCast: s->is_foreign = true; return;
    case LLVMSelect:
        follow(s, LLVMGetOperand(instruction, 1));
        follow(s, LLVMGetOperand(instruction, 2));
        return;
    case LLVMPHI:
        for (unsigned i = 0; i < LLVMCountIncoming(instruction); i++)
            follow(s, LLVMGetIncomingValue(instruction, i));
        return;
    default: s->is_anywhere = true; return;
    }
}

static void look_at(search *s, LLVMValueRef value)
{
    if (LLVMIsAInstruction(value))
        look_at_instruction(s, value);
    else if (LLVMIsAArgument(value))
        look_at_argument(s, value);
    else if (LLVMIsAConstantPointerNull(value))
        s->is_anywhere = true;
    else if (!LLVMIsUndef(value)) /* that may be any of the others */
        s->is_foreign = true;
}

/* ---- offsets ---- */

/* Adds the offset of index `i` into *type and steps to the type of what is there. */
static bool add_index(LLVMTargetDataRef layout, LLVMTypeRef *type, LLVMValueRef index, int64_t *offset)
{
    if (!LLVMIsAConstantInt(index))
        return false;
    const int64_t i = LLVMConstIntGetSExtValue(index);
    if (LLVMGetTypeKind(*type) == LLVMStructTypeKind) {
        *offset += (int64_t)LLVMOffsetOfElement(layout, *type, (unsigned)i);
        *type = LLVMStructGetTypeAtIndex(*type, (unsigned)i);
        return true;
    }
    *type = LLVMGetElementType(*type); /* of an array or a vector */
    *offset += i * (int64_t)LLVMABISizeOfType(layout, *type);
    return true;
}

static bool add_indices(LLVMTargetDataRef layout, LLVMValueRef address, int64_t *offset)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    LLVMValueRef first = LLVMGetOperand(address, 1);
    if (!LLVMIsAConstantInt(first))
        return false;
    *offset += LLVMConstIntGetSExtValue(first) * (int64_t)LLVMABISizeOfType(layout, type);
    for (int i = 2; i < LLVMGetNumOperands(address); i++) {
        if (!add_index(layout, &type, LLVMGetOperand(address, (unsigned)i), offset))
            return false;
    }
    return true;
}

/* Whether the pointer is `base` plus a constant, which lies `bytes` or more before the end. */
static bool is_always_inside(const search *s, LLVMValueRef pointer, uint64_t bytes)
{
    int64_t offset = 0;
    while (pointer != s->base) {
        if (LLVMIsAGetElementPtrInst(pointer)) {
            if (!add_indices(s->layout, pointer, &offset))
                return false;
        } else if (!LLVMIsABitCastInst(pointer)) {
            return false;
        }
        pointer = LLVMGetOperand(pointer, 0);
    }
    return offset >= 0 && bytes <= s->bytes && (uint64_t)offset <= s->bytes - bytes;
}

capture_private_object capture_private_object_of(LLVMTargetDataRef layout, LLVMValueRef pointer,
                                                 uint64_t bytes)
{
    search s = {.layout = layout};
    follow(&s, pointer);
    for (unsigned i = 0; i < s.n; i++)
        look_at(&s, s.seen[i]);
    if (s.is_foreign)
        return (capture_private_object){.kind = PRIVATE_INSIDE};
    if (s.is_anywhere || !s.base)
        return (capture_private_object){.kind = PRIVATE_ANYWHERE};
    if (is_always_inside(&s, pointer, bytes))
        return (capture_private_object){.kind = PRIVATE_INSIDE};
    return (capture_private_object){.kind = PRIVATE_VARIABLE, .base = s.base, .bytes = s.bytes};
}
