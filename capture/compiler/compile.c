#include "capture/compiler/compile.h"

#include "capture/compiler/emit.h"
#include "capture/compiler/expand_copies.h"
#include "capture/compiler/flatten.h"
#include "capture/compiler/front_end.h"
#include "capture/compiler/group_module.h"
#include "capture/compiler/instrument.h"
#include "capture/compiler/launch_function.h"
#include "capture/compiler/link_bitcode.h"
#include "capture/compiler/loads_first.h"
#include "capture/compiler/lower_printf.h"
#include "capture/compiler/mark_barriers.h"
#include "capture/compiler/place_variables.h"
#include "capture/compiler/table_builder.h"
#include "capture/loads_ahead.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/Support.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct job {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMModuleRef group_module; /* the same without records */
    LLVMTargetMachineRef machine;
    LLVMTargetDataRef layout;
    capture_instrumenter instrumenter;
    capture_table_builder table;
} job;

/* From here on the module is one for this processor; the address spaces stay in the types. */
static int retarget(job *j, poise_error *err)
{
    int code = capture_target_machine(&j->machine, err);
    if (code != POISE_OK)
        return code;
    j->layout = LLVMCreateTargetDataLayout(j->machine);
    char *triple = LLVMGetTargetMachineTriple(j->machine);
    LLVMSetTarget(j->module, triple);
    LLVMDisposeMessage(triple);
    LLVMSetModuleDataLayout(j->module, j->layout);
    return POISE_OK;
}

static int lower_kernel(job *j, LLVMValueRef kernel, poise_error *err)
{
    (void)j;
    int code = capture_expand_copies(kernel, err);
    if (code == POISE_OK)
        code = capture_lower_printf(kernel, err);
    if (code == POISE_OK && capture_loads_are_ahead())
        capture_loads_first(kernel);
    capture_mark_barriers(kernel);
    return code;
}

static int free_loops(job *j, LLVMValueRef kernel, poise_error *err)
{
    (void)j, (void)err;
    capture_free_loops(kernel);
    return POISE_OK;
}

static int transform_kernel(job *j, LLVMValueRef kernel, poise_error *err)
{
    capture_flow flow = {0};
    int code = capture_flow_build(kernel, &flow, err);
    if (code == POISE_OK)
        code = capture_table_add(&j->table, j->layout, kernel, &flow, err);
    if (code == POISE_OK) {
        capture_instrument(&j->instrumenter, &flow);
        code = capture_add_launch_function(j->module, kernel, err);
    }
    capture_flow_free(&flow);
    return code;
}

static int for_kernels(job *j, int (*act)(job *j, LLVMValueRef kernel, poise_error *err), poise_error *err)
{
    int code = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(j->module); f && code == POISE_OK;
         f = LLVMGetNextFunction(f)) {
        if (capture_is_kernel(f))
            code = act(j, f, err);
    }
    return code;
}

/* Four turns of a loop in one, as NVIDIA's compilers make of most inner loops (of small ones up to sixteen),
 * and what is left in a loop behind. How large a body may become is our choice. */
static int unroll(job *j, poise_error *err)
{
    static const char *const options[] = {"poise-kernel-compiler", "-unroll-runtime", "-unroll-max-count=4",
                                          "-unroll-partial-threshold=600"};
    LLVMParseCommandLineOptions(sizeof options / sizeof *options, options, NULL);
    const int code = for_kernels(j, free_loops, err);
    return code != POISE_OK
               ? code
               : capture_run_passes(
                     j->module,
                     "function(loop-simplify,lcssa,loop-unroll<O2;runtime>,simplifycfg,instcombine)", err);
}

/* What is made of flattened code. */
typedef int finish_function(job *j, const char *output, poise_error *err);

static int write_flat(job *j, const char *output, poise_error *err)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(j->module); f; f = LLVMGetNextFunction(f)) {
        int code = capture_is_kernel(f) ? capture_expand_copies(f, err) : POISE_OK;
        if (code != POISE_OK)
            return code;
    }
    return LLVMWriteBitcodeToFile(j->module, output)
               ? poise_fail(err, POISE_FAILED, "cannot write %s", output)
               : 0;
}

static int make_shared_object(job *j, const char *output, poise_error *err)
{
    int code = retarget(j, err);
    if (code == POISE_OK)
        code = capture_place_variables(j->module, j->layout, err);
    if (code == POISE_OK && capture_loads_are_ahead())
        code = unroll(j, err);
    if (code == POISE_OK)
        code = for_kernels(j, lower_kernel, err);
    if (code == POISE_OK)
        code = capture_make_group_module(j->module, j->machine, &j->group_module, err);
    if (code != POISE_OK)
        return code;
    capture_instrumenter_open(&j->instrumenter, j->module);
    code = for_kernels(j, transform_kernel, err);
    capture_instrumenter_close(&j->instrumenter);
    if (code == POISE_OK)
        code = capture_table_embed(&j->table, j->module, err);
    if (code == POISE_OK)
        code = capture_run_passes(j->module, "always-inline,globaldce", err);
    LLVMModuleRef const modules[] = {j->module, j->group_module};
    return code != POISE_OK ? code : capture_emit(j->machine, modules, output, err);
}

static int translate(const char *bitcode, finish_function *finish, const char *output, poise_error *err)
{
    job j = {.context = LLVMContextCreate()};
    int code = capture_read_bitcode(j.context, bitcode, &j.module, err);
    if (code == POISE_OK)
        code = capture_flatten(j.module, err);
    if (code == POISE_OK)
        code = finish(&j, output, err);
    capture_table_free(&j.table);
    if (j.layout)
        LLVMDisposeTargetData(j.layout);
    if (j.machine)
        LLVMDisposeTargetMachine(j.machine);
    if (j.group_module)
        LLVMDisposeModule(j.group_module);
    if (j.module)
        LLVMDisposeModule(j.module);
    LLVMContextDispose(j.context);
    return code;
}

/* A file beside the output for what lies between front end and back end. */
static int name_bitcode(const char *output, char **bitcode, poise_error *err)
{
    if (asprintf(bitcode, "%s.bc", output) >= 0)
        return POISE_OK;
    *bitcode = NULL;
    return poise_fail(err, POISE_FAILED, "out of memory while compiling");
}

static int compile(const char *source, const char *options, finish_function *finish, const char *output,
                   poise_error *err)
{
    capture_options words;
    int code = capture_options_parse(options, &words, err);
    if (code != POISE_OK)
        return code;
    char *bitcode;
    code = name_bitcode(output, &bitcode, err);
    if (code == POISE_OK)
        code = capture_front_end(source, &words, CAPTURE_OPTIMISED, NULL, bitcode, err);
    if (code == POISE_OK)
        code = translate(bitcode, finish, output, err);
    if (bitcode)
        unlink(bitcode);
    free(bitcode);
    capture_options_free(&words);
    return code;
}

int capture_compile(const char *source, const char *options, const char *output, poise_error *err)
{
    return compile(source, options, make_shared_object, output, err);
}

int capture_compile_flat(const char *source, const char *options, const char *output, poise_error *err)
{
    return compile(source, options, write_flat, output, err);
}

int capture_compile_object(const char *source, const char *options, const char *headers, const char *output,
                           poise_error *err)
{
    capture_options words;
    int code = capture_options_parse(options, &words, err);
    if (code != POISE_OK)
        return code;
    code = capture_front_end(source, &words, CAPTURE_AS_WRITTEN, headers, output, err);
    capture_options_free(&words);
    return code;
}

int capture_link(char *const *objects, size_t n, const char *output, poise_error *err)
{
    char *bitcode;
    int code = name_bitcode(output, &bitcode, err);
    if (code == POISE_OK)
        code = capture_link_bitcode(objects, n, bitcode, err);
    if (code == POISE_OK)
        code = capture_optimise(bitcode, err);
    if (code == POISE_OK)
        code = translate(bitcode, make_shared_object, output, err);
    if (bitcode)
        unlink(bitcode);
    free(bitcode);
    return code;
}
