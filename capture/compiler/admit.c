#include "capture/compiler/admit.h"

#include "capture/compiler/lower_printf.h"

#include <llvm-c/Core.h>
#include <string.h>

static const char own_prefix[] = "poise_";

static bool begins(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

static const char *name_of(LLVMValueRef value)
{
    size_t length;
    return LLVMGetValueName2(value, &length);
}

/* Clang takes any name for a function (`void f(char) __asm__("llvm.x86.int")` is an interrupt): not those of
 * this processor's instructions, nor what reads or writes registers, stack frames and return addresses. */
static bool is_harmless_intrinsic(const char *name)
{
    static const char *const refused[] = {
        "llvm.x86.",
        "llvm.read_register",
        "llvm.read_volatile_register",
        "llvm.write_register",
        "llvm.eh.",
        "llvm.returnaddress",
        "llvm.addressofreturnaddress",
        "llvm.sponentry",
        "llvm.frameaddress",
        "llvm.stack",
        "llvm.local",
        "llvm.init.trampoline",
        "llvm.adjust.",
        "llvm.clear_cache",
        "llvm.icall.",
        "llvm.gc",
        "llvm.coro.",
        "llvm.experimental.gc.",
        "llvm.experimental.patchpoint",
        "llvm.experimental.stackmap",
        "llvm.call.preallocated",
        "llvm.swift.",
        "llvm.load.relative",
        "llvm.va_",
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        if (begins(name, refused[i]))
            return false;
    }
    return begins(name, "llvm.");
}

static void remove_global(LLVMModuleRef module, const char *name)
{
    LLVMValueRef global = LLVMGetNamedGlobal(module, name);
    if (global)
        LLVMDeleteGlobal(global);
}

/* Where code and variables go is for us to say: data in a section of code would be code, and a kernel in a
 * section of constructors would run, or end, the process that loads it. */
static void drop_sections(LLVMModuleRef module)
{
    static const char by_pragma[] = "implicit-section-name"; /* #pragma clang section */
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        LLVMSetSection(f, "");
        LLVMRemoveStringAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, by_pragma,
                                         sizeof by_pragma - 1);
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        LLVMSetSection(g, "");
}

/* Before a pass looks at them: LLVM ends the process for what it cannot make sense of. */
static int check_intrinsics(LLVMModuleRef module, poise_error *err)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMGetIntrinsicID(f) != 0 && !is_harmless_intrinsic(name_of(f)))
            return poise_fail(err, POISE_FAILED, "%s is no function of OpenCL C", name_of(f));
    }
    return POISE_OK;
}

int capture_admit_module(LLVMModuleRef module, poise_error *err)
{
    size_t length;
    LLVMGetModuleInlineAsm(module, &length);
    if (length > 0)
        return poise_fail(err, POISE_FAILED, "assembly at file scope is not supported");
    if (LLVMGetNamedGlobal(module, "llvm.global_ctors") || LLVMGetNamedGlobal(module, "llvm.global_dtors"))
        return poise_fail(err, POISE_FAILED, "constructors and destructors are not OpenCL C");
    LLVMValueRef other = LLVMGetFirstGlobalIFunc(module);
    other = other ? other : LLVMGetFirstGlobalAlias(module);
    if (other)
        return poise_fail(err, POISE_FAILED, "%s: other names of functions are not OpenCL C", name_of(other));
    remove_global(module, "llvm.used");
    remove_global(module, "llvm.compiler.used");
    drop_sections(module);
    return check_intrinsics(module, err);
}

int capture_admit_name(LLVMValueRef value, poise_error *err)
{
    const char *name = name_of(value);
    return begins(name, own_prefix)
               ? poise_fail(err, POISE_FAILED, "%s: names that begin with %s are the device's", name,
                            own_prefix)
               : POISE_OK;
}

int capture_admit_variables(LLVMModuleRef module, poise_error *err)
{
    int code = POISE_OK;
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g && code == POISE_OK; g = LLVMGetNextGlobal(g)) {
        code = LLVMIsDeclaration(g) && LLVMGetFirstUse(g)
                   ? poise_fail(err, POISE_FAILED, "the variable %s is not defined", name_of(g))
                   : capture_admit_name(g, err);
    }
    return code;
}

/* Built-in functions need no others: what the compiler itself adds comes later. */
static bool is_of_run_time(const char *name)
{
    static const char *const stems[] = {"poise_get_", "poise_math_", "poise_convert_half_", "poise_barrier"};
    for (size_t i = 0; i < sizeof stems / sizeof *stems; i++) {
        if (begins(name, stems[i]))
            return true;
    }
    return false;
}

bool capture_admit_function(const char *name)
{
    return is_harmless_intrinsic(name) || is_of_run_time(name) || strcmp(name, CAPTURE_PRINTF_NAME) == 0;
}
