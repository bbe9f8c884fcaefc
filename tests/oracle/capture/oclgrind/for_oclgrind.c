/* for_oclgrind IN OUT: turns bitcode of `poise-kernel-compiler flatten` into what oclgrind can interpret,
 * one instruction for one: calls of Poise's run-time library become OpenCL's functions again, atomic
 * instructions become calls of atomic functions. Exits with 1 and a sentence when a function has no
 * counterpart. */
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPIR_FUNCTION = 75, SPIR_KERNEL = 76 }; /* llvm/IR/CallingConv.h */

static LLVMModuleRef module;

static LLVMTypeRef int_type(void)
{
    return LLVMInt32TypeInContext(LLVMGetModuleContext(module));
}

/* A call of `name` with these arguments in the place of `old`. */
static void replace(LLVMValueRef old, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
                    unsigned n)
{
    LLVMTypeRef types[8];
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(arguments[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, n, 0);
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    if (!function)
        function = LLVMAddFunction(module, name, type);
    LLVMSetFunctionCallConv(function, SPIR_FUNCTION);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    LLVMPositionBuilderBefore(builder, old);
    LLVMSetInstDebugLocation(builder, old);
    LLVMValueRef call = LLVMBuildCall2(builder, type, function, arguments, n, "");
    LLVMSetInstructionCallConv(call, SPIR_FUNCTION);
    LLVMReplaceAllUsesWith(old, call);
    LLVMInstructionEraseFromParent(old);
    LLVMDisposeBuilder(builder);
}

/* Letter of a type in a mangled name, Itanium C++ ABI 5.1.5. */
static char letter(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMFloatTypeKind: return 'f';
    case LLVMDoubleTypeKind: return 'd';
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type) == 64 ? 'm' : 'j';
    default: fprintf(stderr, "for_oclgrind: a built-in function of vectors has no counterpart\n"); exit(1);
    }
}

/* "_Z3powff" and so on, in a static buffer. */
static const char *mangle(const char *plain, size_t length, const LLVMValueRef *arguments, unsigned n)
{
    static char name[128];
    int at = snprintf(name, sizeof name, "_Z%zu%.*s%s", length, (int)length, plain, n == 0 ? "v" : "");
    for (unsigned i = 0; i < n; i++)
        at += snprintf(name + at, sizeof name - (size_t)at, "%c", letter(LLVMTypeOf(arguments[i])));
    return name;
}

static const struct {
    const char *prefix, *plain;
    unsigned n_arguments; /* that remain */
} intrinsics[] = {
    {"llvm.sqrt.f", "sqrt", 1},   {"llvm.rint.f", "rint", 1},   {"llvm.floor.f", "floor", 1},
    {"llvm.ceil.f", "ceil", 1},   {"llvm.trunc.f", "trunc", 1}, {"llvm.fma.f", "fma", 3},
    {"llvm.minnum.f", "fmin", 2}, {"llvm.maxnum.f", "fmax", 2}, {"llvm.ctpop.i", "popcount", 1},
    {"llvm.ctlz.i", "clz", 1},    {"llvm.abs.i", "abs", 1},     {"llvm.copysign.f", "copysign", 2},
};

static void replace_call(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call), arguments[8];
    size_t length;
    const char *name = LLVMGetValueName2(callee, &length), *plain = NULL;
    unsigned n = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < n && i < 8; i++)
        arguments[i] = LLVMGetOperand(call, i);
    if (strcmp(name, "poise_barrier") == 0) {
        plain = "barrier";
        arguments[0] = LLVMConstInt(int_type(), 1, 0); /* CLK_LOCAL_MEM_FENCE */
        n = 1;
    } else if (strncmp(name, "poise_math_", 11) == 0) {
        plain = name + 11;
        length = strlen(plain) - 2; /* _f, _d */
    } else if (strncmp(name, "poise_", 6) == 0) {
        plain = name + 6;
    }
    for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++) {
        if (strncmp(name, intrinsics[i].prefix, strlen(intrinsics[i].prefix)) == 0) {
            plain = intrinsics[i].plain;
            n = intrinsics[i].n_arguments;
        }
    }
    if (!plain)
        return;
    if (strncmp(name, "poise_math_", 11) != 0)
        length = strlen(plain);
    replace(call, mangle(plain, length, arguments, n), LLVMTypeOf(call), arguments, n);
}

static void replace_atomic(LLVMValueRef atomic)
{
    static const struct {
        const char *plain;
        char letter;
    } names[] = {
        [LLVMAtomicRMWBinOpXchg] = {"xchg", 'j'}, [LLVMAtomicRMWBinOpAdd] = {"add", 'j'},
        [LLVMAtomicRMWBinOpSub] = {"sub", 'j'},   [LLVMAtomicRMWBinOpAnd] = {"and", 'j'},
        [LLVMAtomicRMWBinOpOr] = {"or", 'j'},     [LLVMAtomicRMWBinOpXor] = {"xor", 'j'},
        [LLVMAtomicRMWBinOpMax] = {"max", 'i'},   [LLVMAtomicRMWBinOpMin] = {"min", 'i'},
        [LLVMAtomicRMWBinOpUMax] = {"max", 'j'},  [LLVMAtomicRMWBinOpUMin] = {"min", 'j'},
    };
    const LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(atomic);
    LLVMValueRef arguments[2] = {LLVMGetOperand(atomic, 0), LLVMGetOperand(atomic, 1)};
    if ((size_t)op >= sizeof names / sizeof *names || !names[op].plain) {
        fprintf(stderr, "for_oclgrind: an atomic operation without counterpart\n");
        exit(1);
    }
    char mangled[64];
    snprintf(mangled, sizeof mangled, "_Z%zuatomic_%sPU3AS%uV%c%c",
             strlen("atomic_") + strlen(names[op].plain), names[op].plain,
             LLVMGetPointerAddressSpace(LLVMTypeOf(arguments[0])), names[op].letter, names[op].letter);
    replace(atomic, mangled, LLVMTypeOf(atomic), arguments, 2);
}

static void replace_instruction(LLVMValueRef instruction)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMCall: replace_call(instruction); break;
    case LLVMAtomicRMW: replace_atomic(instruction); break;
    case LLVMFence: {
        LLVMValueRef flags = LLVMConstInt(int_type(), 1, 0);
        replace(instruction, "_Z9mem_fencej", LLVMVoidTypeInContext(LLVMGetModuleContext(module)), &flags, 1);
        break;
    }
    default: break;
    }
}

int main(int argc, char **argv)
{
    LLVMMemoryBufferRef buffer;
    char *text = NULL;
    if (argc != 3 || LLVMCreateMemoryBufferWithContentsOfFile(argv[1], &buffer, &text) ||
        LLVMParseBitcode2(buffer, &module)) {
        fprintf(stderr, "usage: for_oclgrind IN OUT\n");
        return 2;
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f))
            continue;
        LLVMSetFunctionCallConv(f, SPIR_KERNEL);
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
            LLVMValueRef following;
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = following) {
                following = LLVMGetNextInstruction(i);
                replace_instruction(i);
            }
        }
    }
    return LLVMWriteBitcodeToFile(module, argv[2]);
}
