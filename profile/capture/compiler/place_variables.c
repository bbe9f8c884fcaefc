#include "profile/capture/compiler/place_variables.h"

#include "profile/capture/compiler/classify.h"
#include "profile/capture/kernel_table.h"

#include <llvm-c/Core.h>

/* The linker defines __start_X and __stop_X around a section whose name is a C identifier. */
#define CONSTANT_SECTION "poise_constants"

enum {
    CONSTANT_ALIGNMENT = 256, /* as buffers of the device */
    LOCAL_ALIGNMENT = 128,    /* all 32 banks of 4 bytes: bank conflicts do not depend on the loader */
};

static void place_variable(LLVMValueRef variable)
{
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(variable)) == CAPTURE_SPACE_LOCAL) {
        LLVMSetAlignment(variable, LOCAL_ALIGNMENT);
        LLVMSetInitializer(variable, LLVMConstNull(LLVMGlobalGetValueType(variable)));
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

void capture_place_variables(LLVMModuleRef module)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        place_variable(g);
    LLVMValueRef bounds[2] = {add_boundary(module, "__start_" CONSTANT_SECTION),
                              add_boundary(module, "__stop_" CONSTANT_SECTION)};
    LLVMValueRef pair = LLVMConstArray(LLVMTypeOf(bounds[0]), bounds, 2);
    LLVMValueRef variable = LLVMAddGlobal(module, LLVMTypeOf(pair), KERNEL_CONSTANTS_SYMBOL);
    LLVMSetInitializer(variable, pair);
}
