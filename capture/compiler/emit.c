#include "capture/compiler/emit.h"

#include "capture/process.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* One fixed instruction set, not the host's: the same rounding everywhere. x86-64-v3 has fused multiply-add,
 * which GPUs use for a * b + c too, and half-precision conversions. */
static const char triple[] = "x86_64-pc-linux-gnu";
static const char processor[] = "x86-64-v3";

int capture_target_machine(LLVMTargetMachineRef *machine, poise_error *err)
{
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMTargetRef target;
    char *text = NULL;
    if (LLVMGetTargetFromTriple(triple, &target, &text)) {
        poise_fail(err, POISE_FAILED, "LLVM lacks the target %s: %s", triple, text);
        LLVMDisposeMessage(text);
        return POISE_FAILED;
    }
    *machine = LLVMCreateTargetMachine(target, triple, processor, "", LLVMCodeGenLevelDefault, LLVMRelocPIC,
                                       LLVMCodeModelDefault);
    return *machine ? POISE_OK : poise_fail(err, POISE_FAILED, "LLVM cannot make code for %s", processor);
}

static int emit_object(LLVMTargetMachineRef machine, LLVMModuleRef module, char *path, poise_error *err)
{
    char *text = NULL;
    const bool is_valid = !LLVMVerifyModule(module, LLVMReturnStatusAction, &text);
    if (!is_valid)
        poise_fail(err, POISE_FAILED, "the instrumented kernel is not valid LLVM code: %.200s", text);
    LLVMDisposeMessage(text);
    if (!is_valid)
        return POISE_FAILED;
    text = NULL;
    if (!LLVMTargetMachineEmitToFile(machine, module, path, LLVMObjectFile, &text))
        return POISE_OK;
    poise_fail(err, POISE_FAILED, "cannot emit %s: %s", path, text);
    LLVMDisposeMessage(text);
    return POISE_FAILED;
}

static int link_objects(char *const objects[2], const char *path, poise_error *err)
{
    const char *const arguments[] = {"ld", "-shared", "-z",       "noexecstack", "-z", "now",
                                     "-o", path,      objects[0], objects[1],    NULL};
    int status;
    int code = capture_run_process((char *const *)(const void *)arguments, NULL, NULL, &status, err);
    if (code == POISE_OK && status)
        code = poise_fail(err, POISE_FAILED, "ld cannot link the kernel (status %d)", status);
    return code;
}

int capture_emit(LLVMTargetMachineRef machine, LLVMModuleRef const modules[2], const char *path,
                 poise_error *err)
{
    char *objects[2] = {NULL, NULL};
    int code = POISE_OK;
    for (int i = 0; i < 2 && code == POISE_OK; i++) {
        if (asprintf(&objects[i], "%s.%d.o", path, i) < 0) {
            objects[i] = NULL;
            code = poise_fail(err, POISE_FAILED, "out of memory while emitting %s", path);
        } else {
            LLVMStripModuleDebugInfo(modules[i]);
            code = emit_object(machine, modules[i], objects[i], err);
        }
    }
    if (code == POISE_OK)
        code = link_objects(objects, path, err);
    for (int i = 0; i < 2 && objects[i]; i++) {
        unlink(objects[i]);
        free(objects[i]);
    }
    return code;
}
