#include "capture/compiler/kernel_metadata.h"

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The kernel's metadata node `name`, NULL when it is not there. */
static LLVMValueRef node_of(LLVMValueRef kernel, const char *name)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(kernel));
    unsigned kind = LLVMGetMDKindIDInContext(context, name, (unsigned)strlen(name));
    LLVMValueRef node = NULL;
    size_t n;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(kernel, &n);
    for (unsigned e = 0; e < n; e++) {
        if (LLVMValueMetadataEntriesGetKind(entries, e) == kind)
            node = LLVMMetadataAsValue(context, LLVMValueMetadataEntriesGetMetadata(entries, e));
    }
    LLVMDisposeValueMetadataEntries(entries);
    return node;
}

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
    LLVMValueRef node = node_of(kernel, list);
    return node ? text_of(node, i) : "";
}

/* The three numbers of an attribute about the work-group; false when the kernel lacks it. */
static bool read_group(LLVMValueRef kernel, const char *attribute, uint32_t group[3])
{
    LLVMValueRef node = node_of(kernel, attribute), operand[3];
    if (!node || LLVMGetMDNodeNumOperands(node) != 3)
        return false;
    LLVMGetMDNodeOperands(node, operand);
    for (int d = 0; d < 3; d++)
        group[d] = (uint32_t)LLVMConstIntGetZExtValue(operand[d]);
    return true;
}

void capture_required_group(LLVMValueRef kernel, uint32_t group[3])
{
    (void)read_group(kernel, "reqd_work_group_size", group);
}

static void append_group(LLVMValueRef kernel, const char *attribute, char *text)
{
    uint32_t group[3];
    const size_t used = strlen(text);
    if (read_group(kernel, attribute, group))
        snprintf(text + used, CAPTURE_ATTRIBUTES_ROOM - used, "%s%s(%u,%u,%u)", used ? " " : "", attribute,
                 group[0], group[1], group[2]);
}

static const char *scalar_name(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMHalfTypeKind: return "half";
    case LLVMFloatTypeKind: return "float";
    case LLVMDoubleTypeKind: return "double";
    default: break;
    }
    switch (LLVMGetIntTypeWidth(type)) {
    case 8: return "char";
    case 16: return "short";
    case 32: return "int";
    default: return "long";
    }
}

/* clang notes an undefined value of the type and whether that is a signed integer. */
static void append_type_hint(LLVMValueRef kernel, char *text)
{
    LLVMValueRef node = node_of(kernel, "vec_type_hint"), operand[2];
    if (!node || LLVMGetMDNodeNumOperands(node) != 2)
        return;
    LLVMGetMDNodeOperands(node, operand);
    LLVMTypeRef type = LLVMTypeOf(operand[0]);
    unsigned width = LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
    LLVMTypeRef scalar = width > 1 ? LLVMGetElementType(type) : type;
    bool is_unsigned =
        LLVMGetTypeKind(scalar) == LLVMIntegerTypeKind && LLVMConstIntGetZExtValue(operand[1]) == 0;
    char number[16] = "";
    if (width > 1)
        snprintf(number, sizeof number, "%u", width);
    const size_t used = strlen(text);
    snprintf(text + used, CAPTURE_ATTRIBUTES_ROOM - used, "%svec_type_hint(%s%s%s)", used ? " " : "",
             is_unsigned ? "u" : "", scalar_name(scalar), number);
}

void capture_attributes_text(LLVMValueRef kernel, char text[CAPTURE_ATTRIBUTES_ROOM])
{
    text[0] = '\0';
    append_group(kernel, "reqd_work_group_size", text);
    append_group(kernel, "work_group_size_hint", text);
    append_type_hint(kernel, text);
}
