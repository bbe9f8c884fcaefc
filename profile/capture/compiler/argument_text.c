#include "profile/capture/compiler/argument_text.h"

#include <llvm-c/Core.h>
#include <stdlib.h>
#include <string.h>

/* LLVM ends its metadata strings with a NUL. */
static const char *text_of(LLVMValueRef node, unsigned i)
{
    unsigned n = LLVMGetMDNodeNumOperands(node), length;
    LLVMValueRef *operands = i < n ? calloc(n, sizeof(LLVMValueRef)) : NULL;
    if (!operands)
        return "";
    LLVMGetMDNodeOperands(node, operands);
    const char *text = operands[i] ? LLVMGetMDString(operands[i], &length) : NULL;
    free(operands);
    return text ? text : "";
}

const char *capture_argument_text(LLVMValueRef kernel, const char *list, unsigned i)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(kernel));
    unsigned kind = LLVMGetMDKindIDInContext(context, list, (unsigned)strlen(list));
    const char *text = "";
    size_t n;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(kernel, &n);
    for (unsigned e = 0; e < n; e++) {
        if (LLVMValueMetadataEntriesGetKind(entries, e) == kind)
            text = text_of(LLVMMetadataAsValue(context, LLVMValueMetadataEntriesGetMetadata(entries, e)), i);
    }
    LLVMDisposeValueMetadataEntries(entries);
    return text;
}
