#include "capture/compiler/lower_printf.h"

#include "capture/compiler/classify.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <string.h>

/* One call per component keeps its type: no conversion is added that the trace would show. */
static const struct {
    LLVMTypeKind kind;
    unsigned bits; /* of integers */
    const char *function;
} printers[] = {
    {LLVMIntegerTypeKind, 8, "poise_print_i8"},      {LLVMIntegerTypeKind, 16, "poise_print_i16"},
    {LLVMIntegerTypeKind, 32, "poise_print_i32"},    {LLVMIntegerTypeKind, 64, "poise_print_i64"},
    {LLVMFloatTypeKind, 0, "poise_print_f32"},       {LLVMDoubleTypeKind, 0, "poise_print_f64"},
    {LLVMPointerTypeKind, 0, "poise_print_pointer"},
};

static const char *printer_of(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    for (size_t i = 0; i < sizeof printers / sizeof *printers; i++) {
        if (printers[i].kind == kind &&
            (kind != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) == printers[i].bits))
            return printers[i].function;
    }
    return NULL;
}

static LLVMValueRef build_call(LLVMBuilderRef builder, LLVMValueRef printf_call, const char *name,
                               LLVMTypeRef result, LLVMValueRef argument)
{
    LLVMValueRef kernel = LLVMGetBasicBlockParent(LLVMGetInstructionParent(printf_call));
    LLVMModuleRef module = LLVMGetGlobalParent(kernel);
    LLVMTypeRef taken = LLVMTypeOf(argument);
    LLVMTypeRef type = LLVMFunctionType(result, &taken, 1, false);
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    if (!function)
        function = LLVMAddFunction(module, name, type);
    return LLVMBuildCall2(builder, type, function, &argument, 1, "");
}

/* A pointer of any kind as one without a type in the private space, which casts of no cost lead to. */
static LLVMValueRef plain_pointer(LLVMBuilderRef builder, LLVMContextRef context, LLVMValueRef pointer)
{
    LLVMTypeRef plain = LLVMPointerType(LLVMInt8TypeInContext(context), CAPTURE_SPACE_PRIVATE);
    return LLVMBuildPointerCast(builder, pointer, plain, "");
}

static int hand_over(LLVMBuilderRef builder, LLVMContextRef context, LLVMValueRef call, LLVMValueRef argument,
                     poise_error *err)
{
    LLVMTypeRef type = LLVMTypeOf(argument), none = LLVMVoidTypeInContext(context);
    bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    const char *printer = printer_of(is_vector ? LLVMGetElementType(type) : type);
    if (!printer)
        return poise_fail(err, POISE_FAILED, "line %u: printf takes numbers, vectors and pointers only",
                          capture_source_line(call));
    for (unsigned i = 0; is_vector && i < LLVMGetVectorSize(type); i++) {
        LLVMValueRef index = LLVMConstInt(LLVMInt32TypeInContext(context), i, false);
        build_call(builder, call, printer, none, LLVMBuildExtractElement(builder, argument, index, ""));
    }
    if (!is_vector && LLVMGetTypeKind(type) == LLVMPointerTypeKind)
        argument = plain_pointer(builder, context, argument);
    if (!is_vector)
        build_call(builder, call, printer, none, argument);
    return POISE_OK;
}

static int lower(LLVMValueRef call, poise_error *err)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    int code = POISE_OK;
    for (unsigned i = 1; i < LLVMGetNumArgOperands(call) && code == POISE_OK; i++)
        code = hand_over(builder, context, call, LLVMGetOperand(call, i), err);
    if (code == POISE_OK) {
        LLVMValueRef format = plain_pointer(builder, context, LLVMGetOperand(call, 0));
        LLVMReplaceAllUsesWith(call, build_call(builder, call, "poise_printf", LLVMTypeOf(call), format));
        LLVMInstructionEraseFromParent(call);
    }
    LLVMDisposeBuilder(builder);
    return code;
}

static bool is_printf(LLVMValueRef instruction)
{
    size_t length;
    LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
    return callee && LLVMIsAFunction(callee) &&
           strcmp(LLVMGetValueName2(callee, &length), CAPTURE_PRINTF_NAME) == 0;
}

int capture_lower_printf(LLVMValueRef kernel, poise_error *err)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef next;
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
            next = LLVMGetNextInstruction(i);
            int code = is_printf(i) ? lower(i, err) : POISE_OK;
            if (code != POISE_OK)
                return code;
        }
    }
    return POISE_OK;
}
