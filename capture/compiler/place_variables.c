#include "capture/compiler/place_variables.h"

#include "capture/compiler/classify.h"
#include "capture/kernel_table.h"

#include <llvm-c/Core.h>
#include <stdlib.h>

/* The linker defines __start_X and __stop_X around a section whose name is a C identifier. */
#define CONSTANT_SECTION "poise_constants"
/* Part of .bss; said, so that no pragma of the program's can say something else. */
#define LOCAL_SECTION ".bss.poise_locals"

enum {
    CONSTANT_ALIGNMENT = 256, /* as buffers of the device */
    LOCAL_ALIGNMENT = 128,    /* all 32 banks of 4 bytes: bank conflicts do not depend on the loader */
};

static bool is_local(LLVMValueRef variable)
{
    return LLVMGetPointerAddressSpace(LLVMTypeOf(variable)) == CAPTURE_SPACE_LOCAL;
}

static unsigned bytes_of(LLVMTargetDataRef layout, LLVMValueRef variable)
{
    return (unsigned)LLVMABISizeOfType(layout, LLVMGlobalGetValueType(variable));
}

/* Larger than every local variable, so that there is room behind each and an access behind the end of one is
 * not in the next. */
static unsigned local_alignment(LLVMModuleRef module, LLVMTargetDataRef layout)
{
    unsigned alignment = LOCAL_ALIGNMENT;
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        while (is_local(g) && alignment <= bytes_of(layout, g) && alignment <= UINT32_MAX / 4)
            alignment *= 2;
    }
    return alignment;
}

static void place_variable(LLVMValueRef variable, unsigned alignment)
{
    if (is_local(variable)) {
        LLVMSetAlignment(variable, alignment);
        LLVMSetInitializer(variable, LLVMConstNull(LLVMGlobalGetValueType(variable)));
        LLVMSetSection(variable, LOCAL_SECTION);
        LLVMSetLinkage(variable, LLVMInternalLinkage);
    } else if (!LLVMIsDeclaration(variable)) {
        LLVMSetAlignment(variable, CONSTANT_ALIGNMENT);
        LLVMSetSection(variable, CONSTANT_SECTION);
        LLVMSetLinkage(variable, LLVMInternalLinkage);
    }
}

static LLVMValueRef add_boundary(LLVMModuleRef module, const char *name)
{
    LLVMValueRef boundary = LLVMAddGlobal(module, LLVMInt8TypeInContext(LLVMGetModuleContext(module)), name);
    LLVMSetLinkage(boundary, LLVMExternalWeakLinkage); /* null when there are no constants */
    LLVMSetVisibility(boundary, LLVMHiddenVisibility);
    return boundary;
}

/* KERNEL_LOCALS_SYMBOL: address and size of every local variable, then zeros. */
static int list_local_variables(LLVMModuleRef module, LLVMTargetDataRef layout, poise_error *err)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef word = LLVMInt64TypeInContext(context);
    LLVMTypeRef address = LLVMPointerType(LLVMInt8TypeInContext(context), CAPTURE_SPACE_LOCAL);
    LLVMTypeRef members[2] = {address, word};
    LLVMTypeRef type = LLVMStructTypeInContext(context, members, 2, false);
    LLVMValueRef *list = NULL;
    unsigned n = 0;
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        n += is_local(g);
    list = calloc(n + 1, sizeof(LLVMValueRef));
    if (!list)
        return poise_fail(err, POISE_FAILED, "out of memory for %u local variables", n);
    n = 0;
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        if (!is_local(g))
            continue;
        LLVMValueRef values[2] = {LLVMConstBitCast(g, address),
                                  LLVMConstInt(word, bytes_of(layout, g), false)};
        list[n++] = LLVMConstStructInContext(context, values, 2, false);
    }
    list[n++] = LLVMConstNull(type);
    LLVMValueRef all = LLVMConstArray(type, list, n);
    LLVMSetInitializer(LLVMAddGlobal(module, LLVMTypeOf(all), KERNEL_LOCALS_SYMBOL), all);
    free(list);
    return POISE_OK;
}

int capture_place_variables(LLVMModuleRef module, LLVMTargetDataRef layout, poise_error *err)
{
    unsigned alignment = local_alignment(module, layout);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        place_variable(g, alignment);
    int code = list_local_variables(module, layout, err);
    if (code != POISE_OK)
        return code;
    LLVMValueRef bounds[2] = {add_boundary(module, "__start_" CONSTANT_SECTION),
                              add_boundary(module, "__stop_" CONSTANT_SECTION)};
    LLVMValueRef pair = LLVMConstArray(LLVMTypeOf(bounds[0]), bounds, 2);
    LLVMValueRef variable = LLVMAddGlobal(module, LLVMTypeOf(pair), KERNEL_CONSTANTS_SYMBOL);
    LLVMSetInitializer(variable, pair);
    return POISE_OK;
}
