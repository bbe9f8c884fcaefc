#include "profile/capture/compiler/compile.h"

#include "profile/capture/compiler/emit.h"
#include "profile/capture/compiler/expand_copies.h"
#include "profile/capture/compiler/flatten.h"
#include "profile/capture/compiler/front_end.h"
#include "profile/capture/compiler/instrument.h"
#include "profile/capture/compiler/launch_function.h"
#include "profile/capture/compiler/place_variables.h"
#include "profile/capture/compiler/table_builder.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct job {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetMachineRef machine;
    LLVMTargetDataRef layout;
    capture_instrumenter instrumenter;
    capture_table_builder table;
} job;

static int read_bitcode(LLVMContextRef context, const char *path, LLVMModuleRef *module, poise_error *err)
{
    LLVMMemoryBufferRef buffer;
    char *text = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &text)) {
        poise_fail(err, POISE_FAILED, "cannot read %s: %s", path, text);
        LLVMDisposeMessage(text);
        return POISE_FAILED;
    }
    int failed = LLVMParseBitcodeInContext2(context, buffer, module);
    LLVMDisposeMemoryBuffer(buffer);
    return failed ? poise_fail(err, POISE_FAILED, "%s is no LLVM bitcode", path) : 0;
}

/* Runs clang and reads its result. */
static int parse_source(job *j, const char *source, const char *options, const char *output, poise_error *err)
{
    capture_options words;
    int failed = capture_options_parse(options, &words, err);
    if (failed)
        return failed;
    char *bitcode = NULL;
    if (asprintf(&bitcode, "%s.bc", output) < 0) {
        capture_options_free(&words);
        return poise_fail(err, POISE_FAILED, "out of memory while compiling %s", source);
    }
    failed = capture_front_end(source, &words, bitcode, err);
    if (!failed)
        failed = read_bitcode(j->context, bitcode, &j->module, err);
    unlink(bitcode);
    free(bitcode);
    capture_options_free(&words);
    return failed;
}

/* From here on the module is one for this processor; the address spaces stay in the types. */
static int retarget(job *j, poise_error *err)
{
    int failed = capture_target_machine(&j->machine, err);
    if (failed)
        return failed;
    j->layout = LLVMCreateTargetDataLayout(j->machine);
    char *triple = LLVMGetTargetMachineTriple(j->machine);
    LLVMSetTarget(j->module, triple);
    LLVMDisposeMessage(triple);
    LLVMSetModuleDataLayout(j->module, j->layout);
    return 0;
}

static int transform_kernel(job *j, LLVMValueRef kernel, poise_error *err)
{
    capture_flow flow = {0};
    int failed = capture_expand_copies(kernel, err);
    if (!failed)
        failed = capture_flow_build(kernel, &flow, err);
    if (!failed)
        failed = capture_table_add(&j->table, j->layout, kernel, &flow, err);
    if (!failed) {
        capture_instrument(&j->instrumenter, &flow);
        failed = capture_add_launch_function(j->module, kernel, err);
    }
    capture_flow_free(&flow);
    return failed;
}

static int transform_kernels(job *j, poise_error *err)
{
    int failed = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(j->module); f && !failed; f = LLVMGetNextFunction(f)) {
        if (capture_is_kernel(f))
            failed = transform_kernel(j, f, err);
    }
    return failed;
}

static int run(job *j, const char *source, const char *options, const char *output, poise_error *err)
{
    int failed = parse_source(j, source, options, output, err);
    if (!failed)
        failed = capture_flatten(j->module, err);
    if (!failed)
        failed = retarget(j, err);
    if (failed)
        return failed;
    capture_place_variables(j->module);
    capture_instrumenter_open(&j->instrumenter, j->module);
    failed = transform_kernels(j, err);
    capture_instrumenter_close(&j->instrumenter);
    if (!failed)
        failed = capture_table_embed(&j->table, j->module, err);
    if (!failed)
        failed = capture_run_passes(j->module, "always-inline,globaldce", err);
    return failed ? failed : capture_emit(j->machine, j->module, output, err);
}

int capture_compile(const char *source, const char *options, const char *output, poise_error *err)
{
    job j = {.context = LLVMContextCreate()};
    int failed = run(&j, source, options, output, err);
    capture_table_free(&j.table);
    if (j.layout)
        LLVMDisposeTargetData(j.layout);
    if (j.machine)
        LLVMDisposeTargetMachine(j.machine);
    if (j.module)
        LLVMDisposeModule(j.module);
    LLVMContextDispose(j.context);
    return failed;
}
