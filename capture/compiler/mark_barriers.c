#include "capture/compiler/mark_barriers.h"

#include "capture/compiler/classify.h"

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <string.h>

static bool is_barrier(LLVMValueRef instruction)
{
    size_t length;
    LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
    return callee && LLVMIsAFunction(callee) &&
           strcmp(LLVMGetValueName2(callee, &length), "poise_barrier") == 0;
}

void capture_mark_barriers(LLVMValueRef kernel)
{
    unsigned n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!is_barrier(i))
                continue;
            LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0));
            LLVMSetOperand(i, 0, LLVMConstInt(type, ++n, false));
            LLVMSetOperand(i, 1, LLVMConstInt(type, capture_source_line(i), false));
        }
    }
}
