#include "capture/compiler/launch_function.h"

#include "capture/compiler/flatten.h"
#include "capture/kernel_table.h"

#include <llvm-c/Core.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The type behind a byval parameter must be repeated at the call (LLVM Language Reference, "byval"). */
static void repeat_byval(LLVMValueRef kernel, LLVMValueRef call, unsigned i)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
    LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(kernel, i + 1, kind);
    if (attribute)
        LLVMAddCallSiteAttribute(call, i + 1, attribute);
}

LLVMValueRef capture_fetch_argument(LLVMBuilderRef builder, LLVMContextRef context, LLVMValueRef array,
                                    LLVMValueRef kernel, unsigned i)
{
    LLVMTypeRef byte_pointer = LLVMPointerType(LLVMInt8TypeInContext(context), 0);
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(kernel, i));
    LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(context), i, false);
    LLVMValueRef slot = LLVMBuildGEP2(builder, byte_pointer, array, &index, 1, "");
    LLVMValueRef value = LLVMBuildLoad2(builder, byte_pointer, slot, "");
    if (capture_has_parameter_attribute(kernel, i, "byval"))
        return LLVMBuildBitCast(builder, value, type, "");
    LLVMValueRef typed = LLVMBuildBitCast(builder, value, LLVMPointerType(type, 0), "");
    LLVMValueRef loaded = LLVMBuildLoad2(builder, type, typed, "");
    LLVMSetAlignment(loaded, 1); /* the host's copy has no particular alignment */
    return loaded;
}

int capture_add_launch_function(LLVMModuleRef module, LLVMValueRef kernel, poise_error *err)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    size_t length;
    const char *kernel_name = LLVMGetValueName2(kernel, &length);
    unsigned n = LLVMCountParams(kernel);
    char *name = NULL;
    LLVMValueRef *arguments = calloc(n + 1, sizeof(LLVMValueRef));
    if (!arguments || asprintf(&name, "%s%s", KERNEL_LAUNCH_SYMBOL_PREFIX, kernel_name) < 0) {
        free(arguments);
        return poise_fail(err, POISE_FAILED, "out of memory for kernel %s", kernel_name);
    }
    LLVMTypeRef array = LLVMPointerType(LLVMPointerType(LLVMInt8TypeInContext(context), 0), 0);
    LLVMValueRef function =
        LLVMAddFunction(module, name, LLVMFunctionType(LLVMVoidTypeInContext(context), &array, 1, false));
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, ""));
    for (unsigned i = 0; i < n; i++)
        arguments[i] = capture_fetch_argument(builder, context, LLVMGetParam(function, 0), kernel, i);
    LLVMValueRef call = LLVMBuildCall2(builder, LLVMGlobalGetValueType(kernel), kernel, arguments, n, "");
    for (unsigned i = 0; i < n; i++)
        repeat_byval(kernel, call, i);
    LLVMBuildRetVoid(builder);
    LLVMDisposeBuilder(builder);
    free(arguments);
    free(name);
    return POISE_OK;
}
