#include "capture/compiler/loads_first.h"

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct placed {
    LLVMValueRef instruction;
    unsigned level; /* loads on the longest way to it */
} placed;

/* A piece of a block without effects on memory. */
typedef struct piece {
    placed *of;
    size_t n, room;
} piece;

static unsigned kind_of(const char *attribute)
{
    return LLVMGetEnumAttributeKindForName(attribute, strlen(attribute));
}

static LLVMAttributeRef attribute_of(LLVMValueRef function, const char *name)
{
    const unsigned kind = kind_of(name);
    return kind ? LLVMGetEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind)
                : NULL;
}

/* `readnone` until LLVM 15, then memory(none), whose value is 0. */
static bool knows_no_memory(LLVMValueRef function)
{
    const LLVMAttributeRef memory = attribute_of(function, "memory");
    return attribute_of(function, "readnone") || (memory && LLVMGetEnumAttributeValue(memory) == 0);
}

static void free_call(LLVMValueRef call)
{
    static const char convergent[] = "convergent";
    const LLVMAttributeIndex of_function = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    LLVMValueRef called = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(called) || !knows_no_memory(called))
        return;
    LLVMRemoveCallSiteEnumAttribute(call, of_function, kind_of(convergent));
    LLVMRemoveEnumAttributeAtIndex(called, of_function, kind_of(convergent));
}

void capture_free_loops(LLVMValueRef function)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
    static const char loop[] = "llvm.loop";
    const unsigned kind = LLVMGetMDKindIDInContext(context, loop, sizeof loop - 1);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsATerminatorInst(i))
                LLVMSetMetadata(i, kind, NULL);
            else if (LLVMIsACallInst(i))
                free_call(i);
        }
    }
}

/* Whether memory stays as it is, and the instruction may change places with others of its kind. */
static bool is_pure(LLVMValueRef instruction)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMStore:
    case LLVMFence:
    case LLVMAtomicCmpXchg:
    case LLVMAtomicRMW:
    case LLVMAlloca: return false;
    case LLVMLoad:
        return !LLVMGetVolatile(instruction) && LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic;
    case LLVMCall: {
        LLVMValueRef called = LLVMGetCalledValue(instruction);
        return LLVMIsAFunction(called) && knows_no_memory(called);
    }
    default: return !LLVMIsATerminatorInst(instruction) && !LLVMIsAPHINode(instruction);
    }
}

static unsigned level_of(const piece *p, LLVMValueRef instruction)
{
    unsigned level = 0;
    const int n = LLVMGetNumOperands(instruction);
    for (int i = 0; i < n; i++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
        for (size_t k = p->n; k > 0; k--) {
            if (p->of[k - 1].instruction != operand)
                continue;
            const unsigned after = p->of[k - 1].level + (LLVMIsALoadInst(operand) != NULL);
            level = after > level ? after : level;
            break;
        }
    }
    return level;
}

static bool add(piece *p, LLVMValueRef instruction)
{
    if (p->n == p->room) {
        const size_t room = p->room ? 2 * p->room : 64;
        placed *of = realloc(p->of, room * sizeof *of);
        if (!of)
            return false;
        *p = (piece){of, p->n, room};
    }
    const unsigned level = level_of(p, instruction);
    p->of[p->n++] = (placed){instruction, level};
    return true;
}

/* In front of `end`, level by level. */
static void sort(piece *p, LLVMValueRef end, LLVMBuilderRef builder)
{
    unsigned last = 0;
    for (size_t i = 0; i < p->n; i++)
        last = p->of[i].level > last ? p->of[i].level : last;
    LLVMPositionBuilderBefore(builder, end);
    LLVMSetCurrentDebugLocation2(builder, NULL); /* each keeps its own */
    for (unsigned level = 0; level <= last && last; level++)
        for (size_t i = 0; i < p->n; i++)
            if (p->of[i].level == level) {
                LLVMInstructionRemoveFromParent(p->of[i].instruction);
                LLVMInsertIntoBuilder(builder, p->of[i].instruction);
            }
    p->n = 0;
}

void capture_loads_first(LLVMValueRef function)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(function)));
    piece p = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef next;
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!is_pure(i) || !add(&p, i))
                sort(&p, i, builder);
        }
    }
    free(p.of);
    LLVMDisposeBuilder(builder);
}
