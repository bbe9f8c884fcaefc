#include "capture/compiler/flatten.h"

#include "capture/compiler/admit.h"
#include "capture/compiler/classify.h"

#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <llvm/Config/llvm-config.h>
#include <stdlib.h>
#include <string.h>

static const char kernel_mark[] = "poise-kernel";

/* Calling conventions of llvm/IR/CallingConv.h, which the C interface does not name. */
enum { SPIR_KERNEL_CONVENTION = 76 };

/* Named in a pipeline, instcombine of LLVM 18 and later ends the process when one more round would change
 * something. */
#if LLVM_VERSION_MAJOR >= 18
#define INSTCOMBINE "instcombine<no-verify-fixpoint>"
#else
#define INSTCOMBINE "instcombine"
#endif

static unsigned attribute_kind(const char *name)
{
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void set_function_attribute(LLVMValueRef function, const char *name)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
    LLVMAttributeRef attribute = LLVMCreateEnumAttribute(context, attribute_kind(name), 0);
    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute);
}

static void drop_function_attribute(LLVMValueRef function, const char *name)
{
    LLVMRemoveEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                   attribute_kind(name));
}

bool capture_is_kernel(LLVMValueRef function)
{
    return !LLVMIsDeclaration(function) &&
           LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                         kernel_mark, (unsigned)strlen(kernel_mark)) != NULL;
}

bool capture_has_parameter_attribute(LLVMValueRef function, unsigned i, const char *attribute)
{
    return LLVMGetEnumAttributeAtIndex(function, i + 1, attribute_kind(attribute)) != NULL;
}

/* A kernel may be called like any function (OpenCL C 1.2, 6.8): it is inlined there and stays callable
 * itself. */
static void prepare_function(LLVMValueRef function)
{
    if (LLVMGetFunctionCallConv(function) == SPIR_KERNEL_CONVENTION)
        LLVMAddTargetDependentFunctionAttr(function, kernel_mark, "1");
    else
        LLVMSetLinkage(function, LLVMInternalLinkage);
    drop_function_attribute(function, "noinline");
    drop_function_attribute(function, "optnone");
    set_function_attribute(function, "alwaysinline");
}

/* SPIR's calling conventions mean nothing to the processor that will run the code. */
static void use_c_convention(LLVMValueRef function)
{
    LLVMSetFunctionCallConv(function, LLVMCCallConv);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsACallInst(i))
                LLVMSetInstructionCallConv(i, LLVMCCallConv);
        }
    }
}

static int run_passes(LLVMModuleRef module, const char *passes, LLVMTargetMachineRef machine,
                      poise_error *err)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef failure = LLVMRunPasses(module, passes, machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (!failure)
        return POISE_OK;
    char *text = LLVMGetErrorMessage(failure);
    poise_fail(err, POISE_FAILED, "the passes %s failed: %s", passes, text);
    LLVMDisposeErrorMessage(text);
    return POISE_FAILED;
}

int capture_run_passes(LLVMModuleRef module, const char *passes, poise_error *err)
{
    return run_passes(module, passes, NULL, err);
}

int capture_optimise_module(LLVMModuleRef module, LLVMTargetMachineRef machine, poise_error *err)
{
    return run_passes(module, "default<O2>", machine, err);
}

/* The plain name within an Itanium-mangled one, as _Z3foof -> "foo". Returns its length. */
static int plain_name(const char **name)
{
    if (strncmp(*name, "_Z", 2) != 0)
        return (int)strlen(*name);
    char *begin;
    unsigned long length = strtoul(*name + 2, &begin, 10);
    *name = begin;
    return (int)strnlen(begin, length);
}

static bool is_of_images(const char *name)
{
    static const char *const stems[] = {"read_image", "write_image", "get_image_", "__translate_sampler"};
    for (size_t i = 0; i < sizeof stems / sizeof *stems; i++) {
        if (strncmp(name, stems[i], strlen(stems[i])) == 0)
            return true;
    }
    return false;
}

static int check_call(LLVMValueRef call, poise_error *err)
{
    unsigned line = capture_source_line(call);
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee))
        return LLVMIsAInlineAsm(callee)
                   ? poise_fail(err, POISE_FAILED, "line %u: inline assembly is not supported", line)
                   : poise_fail(err, POISE_FAILED, "line %u: calls through pointers are not OpenCL C", line);
    size_t length;
    const char *name = LLVMGetValueName2(callee, &length);
    if (LLVMIsDeclaration(callee) && capture_admit_function(name))
        return POISE_OK;
    int shown = plain_name(&name);
    if (!LLVMIsDeclaration(callee))
        return poise_fail(err, POISE_FAILED, "line %u: recursion through %.*s is not OpenCL C", line, shown,
                          name);
    if (is_of_images(name))
        return poise_fail(err, POISE_FAILED, "line %u: the device has no images and samplers", line);
    return poise_fail(err, POISE_FAILED, "line %u: the function %.*s is not defined", line, shown, name);
}

static int check_calls(LLVMValueRef kernel, poise_error *err)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            int code = LLVMIsACallInst(i) ? check_call(i, err) : POISE_OK;
            if (code != POISE_OK)
                return code;
        }
    }
    return POISE_OK;
}

int capture_flatten(LLVMModuleRef module, poise_error *err)
{
    int code = capture_admit_module(module, err);
    if (code != POISE_OK)
        return code;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (!LLVMIsDeclaration(f))
            prepare_function(f);
        use_c_convention(f);
    }
    code = capture_run_passes(
        module, "always-inline,globaldce,function(sroa,early-cse," INSTCOMBINE ",simplifycfg,dce)", err);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f && code == POISE_OK; f = LLVMGetNextFunction(f)) {
        if (!capture_is_kernel(f))
            continue;
        code = check_calls(f, err);
        if (code == POISE_OK)
            code = capture_admit_name(f, err);
    }
    return code != POISE_OK ? code : capture_admit_variables(module, err);
}
