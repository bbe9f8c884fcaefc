#include "capture/compiler/group_order.h"

#include "capture/compiler/classify.h"
#include "capture/compiler/flatten.h"

#include <llvm-c/Core.h>
#include <string.h>

/* Operations of one kind may be exchanged with each other. */
enum { NO_KIND = -1 };

static int commuting_kind(LLVMAtomicRMWBinOp operation)
{
    switch (operation) {
    case LLVMAtomicRMWBinOpAdd:
    case LLVMAtomicRMWBinOpSub: return LLVMAtomicRMWBinOpAdd;
    case LLVMAtomicRMWBinOpAnd:
    case LLVMAtomicRMWBinOpOr:
    case LLVMAtomicRMWBinOpXor:
    case LLVMAtomicRMWBinOpMax:
    case LLVMAtomicRMWBinOpMin:
    case LLVMAtomicRMWBinOpUMax:
    case LLVMAtomicRMWBinOpUMin: return (int)operation;
    default: return NO_KIND;
    }
}

static bool is_quiet_call(LLVMValueRef call)
{
    static const char *const quiet[] = {"llvm.", "poise_get_", "poise_math_", "poise_barrier", NULL};
    size_t length;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
    for (const char *const *prefix = quiet; *prefix; prefix++) {
        if (strncmp(name, *prefix, strlen(*prefix)) == 0)
            return true;
    }
    return false;
}

bool capture_needs_group_order(const capture_flow *flow)
{
    int kind = NO_KIND;
    for (size_t i = 0; i < flow->n_inst; i++) {
        LLVMValueRef instruction = flow->inst[i];
        if (LLVMIsACallInst(instruction) && !is_quiet_call(instruction))
            return true;
        if (flow->operation[i].op != TRACE_OP_ATOMIC_GLOBAL)
            continue;
        if (!LLVMIsAAtomicRMWInst(instruction) || LLVMGetFirstUse(instruction))
            return true;
        int this_kind = commuting_kind(LLVMGetAtomicRMWBinOp(instruction));
        if (this_kind == NO_KIND || (kind != NO_KIND && this_kind != kind))
            return true;
        kind = this_kind;
    }
    return false;
}

bool capture_is_read_only(LLVMValueRef kernel, unsigned i)
{
    return capture_has_parameter_attribute(kernel, i, "readonly") ||
           capture_has_parameter_attribute(kernel, i, "readnone");
}
