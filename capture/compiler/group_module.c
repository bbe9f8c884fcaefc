#include "capture/compiler/group_module.h"

#include "capture/compiler/flatten.h"
#include "capture/compiler/group_builder.h"
#include "capture/compiler/group_function.h"
#include "capture/compiler/guard_division.h"
#include "capture/compiler/guard_private.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

typedef struct guards {
    LLVMBuilderRef builder;
    capture_guard private_memory;
    LLVMValueRef word; /* what would be recorded of an access that leaves its variable goes there */
} guards;

/* Both modules know a variable by its name, which is nobody else's. */
static void share_variables(LLVMModuleRef module)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        size_t length;
        LLVMGetValueName2(g, &length);
        if (LLVMGetLinkage(g) != LLVMInternalLinkage)
            continue;
        if (length == 0)
            LLVMSetValueName2(g, "poise_variable", sizeof "poise_variable" - 1);
        LLVMSetLinkage(g, LLVMExternalLinkage);
        LLVMSetVisibility(g, LLVMHiddenVisibility);
    }
}

/* The optimiser sees the values of constants. */
static void leave_variables_outside(LLVMModuleRef copy)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(copy); g; g = LLVMGetNextGlobal(g)) {
        if (!LLVMIsDeclaration(g))
            LLVMSetLinkage(g, LLVMAvailableExternallyLinkage);
    }
}

static guards open_guards(LLVMModuleRef copy)
{
    LLVMTypeRef word = LLVMInt64TypeInContext(LLVMGetModuleContext(copy));
    guards g = {.builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(copy)),
                .word = LLVMAddGlobal(copy, word, "poise_unrecorded")};
    LLVMSetInitializer(g.word, LLVMConstNull(word));
    LLVMSetLinkage(g.word, LLVMInternalLinkage);
    capture_guard_open(&g.private_memory, copy, g.builder);
    return g;
}

static void prepare(const guards *g, LLVMTargetDataRef layout, const capture_flow *flow)
{
    for (size_t i = 0; i < flow->n_inst; i++) {
        const trace_op op = flow->operation[i].op;
        LLVMPositionBuilderBefore(g->builder, flow->inst[i]);
        capture_forget_scopes(flow->inst[i]);
        if (!flow->operation[i].pointer)
            capture_guard_division(g->builder, flow->inst[i]);
        else if (op == TRACE_OP_LOAD_PRIVATE || op == TRACE_OP_STORE_PRIVATE)
            capture_guard_access(&g->private_memory, g->builder, layout, flow->inst[i], g->word);
    }
}

static int convert(const guards *g, LLVMModuleRef copy, LLVMTargetDataRef layout, LLVMValueRef kernel,
                   poise_error *err)
{
    capture_flow flow;
    int failed = capture_flow_build(kernel, &flow, err);
    if (failed)
        return failed;
    if (capture_may_run_unrecorded(kernel, &flow)) {
        prepare(g, layout, &flow);
        failed = capture_make_group_function(copy, layout, kernel, err);
    } else {
        LLVMSetLinkage(kernel, LLVMInternalLinkage); /* unused: it goes */
    }
    capture_flow_free(&flow);
    return failed;
}

static int convert_kernels(LLVMModuleRef copy, LLVMTargetDataRef layout, poise_error *err)
{
    int failed = 0;
    const guards g = open_guards(copy);
    for (LLVMValueRef f = LLVMGetFirstFunction(copy), next; f && !failed; f = next) {
        next = LLVMGetNextFunction(f);
        if (capture_is_kernel(f))
            failed = convert(&g, copy, layout, f, err);
    }
    LLVMDisposeBuilder(g.builder);
    return failed;
}

int capture_make_group_module(LLVMModuleRef module, LLVMTargetMachineRef machine, LLVMModuleRef *copy,
                              poise_error *err)
{
    share_variables(module);
    *copy = LLVMCloneModule(module);
    LLVMStripModuleDebugInfo(*copy);
    leave_variables_outside(*copy);
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
    int failed = convert_kernels(*copy, layout, err);
    LLVMDisposeTargetData(layout);
    return failed ? failed : capture_optimise_module(*copy, machine, err);
}
