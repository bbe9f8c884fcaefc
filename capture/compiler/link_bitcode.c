#include "capture/compiler/link_bitcode.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/Linker.h>
#include <stdbool.h>
#include <string.h>

int capture_read_bitcode(LLVMContextRef context, const char *path, LLVMModuleRef *module, poise_error *err)
{
    LLVMMemoryBufferRef buffer;
    char *text = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &text)) {
        poise_fail(err, POISE_FAILED, "cannot read %s: %s", path, text);
        LLVMDisposeMessage(text);
        return POISE_FAILED;
    }
    const bool is_read = !LLVMParseBitcodeInContext2(context, buffer, module);
    LLVMDisposeMemoryBuffer(buffer);
    return is_read ? POISE_OK : poise_fail(err, POISE_FAILED, "%s is no LLVM bitcode", path);
}

/* Keeps the linker's first error; the default handler would end the process. */
static void note_error(LLVMDiagnosticInfoRef info, void *context)
{
    poise_error *err = context;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || err->code != POISE_OK)
        return;
    char *text = LLVMGetDiagInfoDescription(info);
    poise_fail(err, POISE_FAILED, "%s", text);
    LLVMDisposeMessage(text);
}

static int join(LLVMContextRef context, LLVMModuleRef whole, const char *path, poise_error *err)
{
    LLVMModuleRef part;
    int code = capture_read_bitcode(context, path, &part, err);
    if (code != POISE_OK || !LLVMLinkModules2(whole, part)) /* disposes of the part */
        return code;
    return err->code != POISE_OK ? (int)err->code
                                 : poise_fail(err, POISE_FAILED, "the programs cannot be linked");
}

int capture_link_bitcode(char *const *inputs, size_t n, const char *output, poise_error *err)
{
    poise_error reason = {0};
    LLVMContextRef context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(context, note_error, &reason);
    LLVMModuleRef whole;
    int code = capture_read_bitcode(context, inputs[0], &whole, &reason);
    if (code == POISE_OK) {
        for (size_t i = 1; i < n && code == POISE_OK; i++)
            code = join(context, whole, inputs[i], &reason);
        if (code == POISE_OK && LLVMWriteBitcodeToFile(whole, output))
            code = poise_fail(&reason, POISE_FAILED, "cannot write %s", output);
        LLVMDisposeModule(whole);
    }
    LLVMContextDispose(context);
    return code != POISE_OK ? poise_fail(err, POISE_FAILED, "%s", reason.text) : POISE_OK;
}
