#include "capture/compiler/guard_division.h"

#include <stdbool.h>

static LLVMTypeRef element_type(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

/* The same integer in every element of a vector. */
static LLVMValueRef constant_of(LLVMTypeRef type, unsigned long long value)
{
    enum { MOST_ELEMENTS = 16 }; /* of an OpenCL vector */
    LLVMValueRef element[MOST_ELEMENTS];
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
        return LLVMConstInt(type, value, false);
    unsigned n = LLVMGetVectorSize(type);
    for (unsigned i = 0; i < n && i < MOST_ELEMENTS; i++)
        element[i] = LLVMConstInt(element_type(type), value, false);
    return LLVMConstVector(element, n < MOST_ELEMENTS ? n : MOST_ELEMENTS);
}

static bool is_harmless(LLVMValueRef divisor, bool is_signed)
{
    return LLVMIsAConstantInt(divisor) && !LLVMIsNull(divisor) &&
           !(is_signed && LLVMConstIntGetSExtValue(divisor) == -1);
}

void capture_guard_division(LLVMBuilderRef builder, LLVMValueRef inst)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);
    bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem;
    if (!is_signed && opcode != LLVMUDiv && opcode != LLVMURem)
        return;
    LLVMValueRef dividend = LLVMGetOperand(inst, 0), divisor = LLVMGetOperand(inst, 1);
    if (is_harmless(divisor, is_signed))
        return;
    LLVMTypeRef type = LLVMTypeOf(inst);
    LLVMPositionBuilderBefore(builder, inst);
    LLVMValueRef traps = LLVMBuildICmp(builder, LLVMIntEQ, divisor, LLVMConstNull(type), "");
    if (is_signed) {
        unsigned long long least = 1ull << (LLVMGetIntTypeWidth(element_type(type)) - 1);
        LLVMValueRef is_least = LLVMBuildICmp(builder, LLVMIntEQ, dividend, constant_of(type, least), "");
        LLVMValueRef negates = LLVMBuildICmp(builder, LLVMIntEQ, divisor, LLVMConstAllOnes(type), "");
        traps = LLVMBuildOr(builder, traps, LLVMBuildAnd(builder, is_least, negates, ""), "");
    }
    LLVMSetOperand(inst, 1, LLVMBuildSelect(builder, traps, constant_of(type, 1), divisor, ""));
}
