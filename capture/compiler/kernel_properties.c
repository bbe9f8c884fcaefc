#include "capture/compiler/kernel_properties.h"

#include "capture/compiler/group_order.h"
#include "capture/compiler/kernel_metadata.h"

#include <llvm-c/Core.h>
#include <string.h>

static LLVMTypeRef byval_type(LLVMValueRef kernel, unsigned i)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
    LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(kernel, i + 1, kind);
    return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

/* Only images have an access qualifier. What they and samplers are as LLVM types differs between versions. */
static bool is_image_or_sampler(LLVMValueRef kernel, unsigned i)
{
    return strcmp(capture_argument_text(kernel, "kernel_arg_access_qual", i), "none") != 0 ||
           strcmp(capture_argument_text(kernel, "kernel_arg_base_type", i), "sampler_t") == 0;
}

int capture_describe_argument(LLVMTargetDataRef layout, LLVMValueRef kernel, unsigned i,
                              kernel_argument *argument, poise_error *err)
{
    static const kernel_argument_kind kinds[] = {
        [CAPTURE_SPACE_PRIVATE] = KERNEL_ARGUMENT_VALUE,
        [CAPTURE_SPACE_GLOBAL] = KERNEL_ARGUMENT_GLOBAL,
        [CAPTURE_SPACE_CONSTANT] = KERNEL_ARGUMENT_CONSTANT,
        [CAPTURE_SPACE_LOCAL] = KERNEL_ARGUMENT_LOCAL,
    };
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(kernel, i));
    LLVMTypeRef structure = byval_type(kernel, i);
    *argument = (kernel_argument){.kind = KERNEL_ARGUMENT_VALUE};
    if (is_image_or_sampler(kernel, i))
        return poise_fail(err, POISE_FAILED, "argument %u is an image, a sampler or an OpenCL 2.0 object", i);
    if (structure) {
        type = structure;
    } else if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
        unsigned space = LLVMGetPointerAddressSpace(type);
        if (space > CAPTURE_SPACE_LOCAL)
            return poise_fail(err, POISE_FAILED,
                              "argument %u points into an unnamed address space, which is OpenCL 2.0", i);
        argument->kind = kinds[space];
        argument->is_read_only = space == CAPTURE_SPACE_CONSTANT || capture_is_read_only(kernel, i);
    }
    argument->bytes = (uint32_t)LLVMABISizeOfType(layout, type);
    return POISE_OK;
}

static bool is_used_in(LLVMValueRef value, LLVMValueRef kernel)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInstruction(user)) {
            if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == kernel)
                return true;
        } else if (LLVMIsAConstantExpr(user) && is_used_in(user, kernel)) {
            return true;
        }
    }
    return false;
}

uint32_t capture_local_bytes(LLVMTargetDataRef layout, LLVMValueRef kernel)
{
    uint64_t bytes = 0;
    LLVMModuleRef module = LLVMGetGlobalParent(kernel);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
        if (LLVMGetPointerAddressSpace(LLVMTypeOf(g)) != CAPTURE_SPACE_LOCAL || !is_used_in(g, kernel))
            continue;
        LLVMTypeRef type = LLVMGlobalGetValueType(g);
        uint64_t alignment = LLVMABIAlignmentOfType(layout, type);
        bytes = (bytes + alignment - 1) / alignment * alignment + LLVMABISizeOfType(layout, type);
    }
    return bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
}

uint32_t capture_private_bytes(LLVMTargetDataRef layout, const capture_flow *flow)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < flow->n_inst; i++) {
        if (!LLVMIsAAllocaInst(flow->inst[i]))
            continue;
        uint64_t count = LLVMConstIntGetZExtValue(LLVMGetOperand(flow->inst[i], 0));
        bytes += count * LLVMABISizeOfType(layout, LLVMGetAllocatedType(flow->inst[i]));
    }
    return bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
}
