#include "capture/compiler/classify.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { POINTER_BYTES = 8 };

/* The front end reads the program's text from standard input; all else is an included file. */
static bool is_in_program_text(LLVMMetadataRef location)
{
    static const char name[] = "<stdin>";
    LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(location));
    unsigned length = 0;
    const char *text = file ? LLVMDIFileGetFilename(file, &length) : "";
    return length == strlen(name) && strncmp(text, name, length) == 0;
}

unsigned capture_source_line(LLVMValueRef instruction)
{
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
    while (location && !is_in_program_text(location) && LLVMDILocationGetInlinedAt(location))
        location = LLVMDILocationGetInlinedAt(location);
    return location ? LLVMDILocationGetLine(location) : 0;
}

unsigned capture_type_bytes(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: return (LLVMGetIntTypeWidth(type) + 7) / 8;
    case LLVMHalfTypeKind: return 2;
    case LLVMFloatTypeKind: return 4;
    case LLVMDoubleTypeKind: return 8;
    case LLVMPointerTypeKind: return POINTER_BYTES;
    case LLVMVectorTypeKind: {
        unsigned n = LLVMGetVectorSize(type);
        return (n == 3 ? 4 : n) * capture_type_bytes(LLVMGetElementType(type));
    }
    case LLVMArrayTypeKind: return LLVMGetArrayLength(type) * capture_type_bytes(LLVMGetElementType(type));
    default: return 0;
    }
}

static bool is_double(LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        type = LLVMGetElementType(type);
    return LLVMGetTypeKind(type) == LLVMDoubleTypeKind;
}

static trace_op floating_op(LLVMValueRef instruction)
{
    bool wide = is_double(LLVMTypeOf(instruction)) || is_double(LLVMTypeOf(LLVMGetOperand(instruction, 0)));
    return wide ? TRACE_OP_DP : TRACE_OP_FP;
}

static bool has_constant_indices(LLVMValueRef address)
{
    for (int i = 1; i < LLVMGetNumOperands(address); i++) {
        if (!LLVMIsConstant(LLVMGetOperand(address, (unsigned)i)))
            return false;
    }
    return true;
}

/* A pointer to a structure passed by value, seen through casts and constant offsets. */
static bool is_parameter_address(LLVMValueRef pointer)
{
    while (LLVMIsAInstruction(pointer)) {
        LLVMOpcode opcode = LLVMGetInstructionOpcode(pointer);
        if (opcode != LLVMBitCast && !(opcode == LLVMGetElementPtr && has_constant_indices(pointer)))
            return false;
        pointer = LLVMGetOperand(pointer, 0);
    }
    return LLVMIsAArgument(pointer) && LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind &&
           LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) == CAPTURE_SPACE_PRIVATE;
}

bool capture_is_parameter(LLVMValueRef value)
{
    if (LLVMIsAArgument(value))
        return true;
    return LLVMIsALoadInst(value) && is_parameter_address(LLVMGetOperand(value, 0));
}

/* A table that the optimiser has made (a switch turned into a look-up). It lies in the target's default
 * address space, private or global, where OpenCL C 1.2 has no variables of the program. */
static bool is_in_table(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer) || LLVMIsAConstantExpr(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return LLVMIsAGlobalVariable(pointer) != NULL;
}

typedef enum access_kind { ACCESS_LOAD, ACCESS_STORE, ACCESS_ATOMIC } access_kind;

/* Fills in a memory access; the class follows from the address space. */
static int classify_access(LLVMValueRef instruction, LLVMValueRef pointer, LLVMTypeRef type, access_kind kind,
                           capture_operation *operation, poise_error *err)
{
    static const trace_op ops[][3] = {
        [CAPTURE_SPACE_PRIVATE] = {TRACE_OP_LOAD_PRIVATE, TRACE_OP_STORE_PRIVATE, TRACE_OP_STORE_PRIVATE},
        [CAPTURE_SPACE_GLOBAL] = {TRACE_OP_LOAD_GLOBAL, TRACE_OP_STORE_GLOBAL, TRACE_OP_ATOMIC_GLOBAL},
        [CAPTURE_SPACE_CONSTANT] = {TRACE_OP_LOAD_CONST, TRACE_OP_STORE_GLOBAL, TRACE_OP_ATOMIC_GLOBAL},
        [CAPTURE_SPACE_LOCAL] = {TRACE_OP_LOAD_SHARED, TRACE_OP_STORE_SHARED, TRACE_OP_ATOMIC_SHARED},
    };
    unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
    if (space > CAPTURE_SPACE_LOCAL)
        return poise_fail(err, POISE_FAILED, "line %u: pointers into an unnamed address space are OpenCL 2.0",
                          capture_source_line(instruction));
    if ((space == CAPTURE_SPACE_PRIVATE || space == CAPTURE_SPACE_GLOBAL) && is_in_table(pointer))
        space = CAPTURE_SPACE_CONSTANT;
    operation->op = ops[space][kind];
    operation->pointer = pointer;
    operation->access_bytes = capture_type_bytes(type);
    if (operation->access_bytes == 0 || operation->access_bytes > TRACE_LINE_BYTES)
        return poise_fail(err, POISE_FAILED,
                          "line %u: a memory access of %u bytes cannot be traced (1 to %d can)",
                          capture_source_line(instruction), operation->access_bytes, TRACE_LINE_BYTES);
    return POISE_OK;
}

static bool begins(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool begins_with_one_of(const char *text, const char *const *prefixes)
{
    for (; *prefixes; prefixes++) {
        if (begins(text, *prefixes))
            return true;
    }
    return false;
}

static int classify_intrinsic(LLVMValueRef call, const char *name, capture_operation *operation,
                              poise_error *err)
{
    static const char *const notes[] = {"dbg.",           "lifetime.",  "assume", "experimental.",
                                        "invariant.",     "donothing",  "expect", "annotation",
                                        "var.annotation", "sideeffect", NULL};
    static const char *const memory[] = {"memcpy", "memmove", "memset", "masked.", NULL};
    static const char *const special[] = {"sqrt", "sin", "cos", "tan", "asin", "acos",
                                          "atan", "exp", "log", "pow", NULL};
    static const char *const floating[] = {
        "fabs",  "fma",    "fmuladd", "minnum",    "maxnum", "minimum",  "maximum",      "floor",
        "ceil",  "rint",   "round",   "nearbyint", "trunc",  "copysign", "canonicalize", "fpto",
        "lrint", "lround", "llrint",  "llround",   "ldexp",  "frexp",    "is.fpclass",   NULL};
    if (begins_with_one_of(name, memory))
        return poise_fail(
            err, POISE_FAILED,
            "line %u: a copy or fill of variable size, or of more than 16 KiB at once, cannot be traced",
            capture_source_line(call));
    if (begins_with_one_of(name, notes))
        operation->is_free = true;
    else if (begins_with_one_of(name, special))
        operation->op = TRACE_OP_SFU;
    else if (begins_with_one_of(name, floating))
        operation->op = floating_op(call);
    else
        operation->op = TRACE_OP_INT;
    return POISE_OK;
}

/* Calls that remain after inlining: LLVM intrinsics and functions of the run-time library (runtime/). */
static int classify_call(LLVMValueRef call, capture_operation *operation, poise_error *err)
{
    size_t length;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
    if (begins(name, "llvm."))
        return classify_intrinsic(call, name + strlen("llvm."), operation, err);
    if (begins(name, "poise_barrier"))
        operation->op = TRACE_OP_BARRIER;
    else if (begins(name, "poise_math_"))
        operation->op = TRACE_OP_SFU;
    else if (begins(name, "poise_convert_"))
        operation->op = floating_op(call);
    else
        operation->op = TRACE_OP_INT;
    return POISE_OK;
}

int capture_classify(LLVMValueRef instruction, capture_operation *operation, poise_error *err)
{
    *operation = (capture_operation){.op = TRACE_OP_INT};
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMPHI:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMTrunc:
    case LLVMAlloca:
    case LLVMFreeze:
    case LLVMIntToPtr:
    case LLVMPtrToInt:
    case LLVMExtractElement:
    case LLVMInsertElement:
    case LLVMShuffleVector:
    case LLVMExtractValue:
    case LLVMInsertValue: operation->is_free = true; return POISE_OK;
    case LLVMGetElementPtr: operation->is_free = has_constant_indices(instruction); return POISE_OK;
    case LLVMBr:
    case LLVMSwitch:
    case LLVMIndirectBr:
    case LLVMUnreachable: operation->op = TRACE_OP_BRANCH; return POISE_OK;
    case LLVMRet: operation->op = TRACE_OP_EXIT; return POISE_OK;
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFNeg:
    case LLVMFCmp:
    case LLVMFPToSI:
    case LLVMFPToUI:
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMFPTrunc:
    case LLVMFPExt: operation->op = floating_op(instruction); return POISE_OK;
    case LLVMFDiv:
    case LLVMFRem:
    case LLVMSDiv:
    case LLVMUDiv:
    case LLVMSRem:
    case LLVMURem: operation->op = TRACE_OP_SFU; return POISE_OK;
    case LLVMLoad: {
        operation->is_free = capture_is_parameter(instruction);
        return operation->is_free ? 0
                                  : classify_access(instruction, LLVMGetOperand(instruction, 0),
                                                    LLVMTypeOf(instruction), ACCESS_LOAD, operation, err);
    }
    case LLVMStore:
        return classify_access(instruction, LLVMGetOperand(instruction, 1),
                               LLVMTypeOf(LLVMGetOperand(instruction, 0)), ACCESS_STORE, operation, err);
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        return classify_access(instruction, LLVMGetOperand(instruction, 0),
                               LLVMTypeOf(LLVMGetOperand(instruction, 1)), ACCESS_ATOMIC, operation, err);
    case LLVMCall: return classify_call(instruction, operation, err);
    default: return POISE_OK;
    }
}
