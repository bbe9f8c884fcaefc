#include "capture/compiler/guard_private.h"

#include "capture/compiler/private_object.h"

#include <llvm-c/Core.h>
#include <string.h>

typedef struct types {
    LLVMTypeRef word, bytes, record;        /* i64, i8 *, i64 * */
    LLVMTypeRef within, somewhere, outside; /* of the functions */
} types;

static types types_of(LLVMContextRef context)
{
    types t = {.word = LLVMInt64TypeInContext(context),
               .bytes = LLVMPointerType(LLVMInt8TypeInContext(context), 0),
               .record = LLVMPointerType(LLVMInt64TypeInContext(context), 0)};
    LLVMTypeRef within[] = {t.bytes, t.bytes, t.word, t.word, t.record};
    LLVMTypeRef somewhere[] = {t.bytes, t.word, t.record};
    LLVMTypeRef outside[] = {t.word, t.word, t.record};
    t.within = LLVMFunctionType(t.bytes, within, 5, false);
    t.somewhere = LLVMFunctionType(t.bytes, somewhere, 3, false);
    t.outside = LLVMFunctionType(t.bytes, outside, 3, false);
    return t;
}

static void make_inline(LLVMContextRef context, LLVMValueRef function)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("alwaysinline", strlen("alwaysinline"));
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(context, kind, 0));
}

static LLVMValueRef build_offset(LLVMBuilderRef builder, const types *t, LLVMValueRef pointer,
                                 LLVMValueRef base)
{
    return LLVMBuildSub(builder, LLVMBuildPtrToInt(builder, pointer, t->word, ""),
                        LLVMBuildPtrToInt(builder, base, t->word, ""), "");
}

/* within(pointer, base, last, size, word):
 * offset = pointer - base; return offset <= last ? pointer : outside(offset, size, word); */
static LLVMValueRef add_within(LLVMModuleRef module, LLVMBuilderRef builder, const types *t,
                               LLVMValueRef slow)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMValueRef within = LLVMAddFunction(module, "poise_private_within", t->within);
    make_inline(context, within);
    LLVMBasicBlockRef look = LLVMAppendBasicBlockInContext(context, within, "");
    LLVMBasicBlockRef outside = LLVMAppendBasicBlockInContext(context, within, "");
    LLVMBasicBlockRef inside = LLVMAppendBasicBlockInContext(context, within, "");
    LLVMPositionBuilderAtEnd(builder, look);
    LLVMValueRef offset = build_offset(builder, t, LLVMGetParam(within, 0), LLVMGetParam(within, 1));
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntUGT, offset, LLVMGetParam(within, 2), ""), outside,
                    inside);
    LLVMPositionBuilderAtEnd(builder, outside);
    LLVMValueRef arguments[] = {offset, LLVMGetParam(within, 3), LLVMGetParam(within, 4)};
    LLVMBuildRet(builder, LLVMBuildCall2(builder, t->outside, slow, arguments, 3, ""));
    LLVMPositionBuilderAtEnd(builder, inside);
    LLVMBuildRet(builder, LLVMGetParam(within, 0));
    return within;
}

void capture_guard_open(capture_guard *guard, LLVMModuleRef module, LLVMBuilderRef builder)
{
    const types t = types_of(LLVMGetModuleContext(module));
    guard->outside = LLVMAddFunction(module, "poise_private_outside", t.outside);
    guard->somewhere = LLVMAddFunction(module, "poise_private_somewhere", t.somewhere);
    guard->within = add_within(module, builder, &t, guard->outside);
}

/* Operand of the pointer, and type of what is accessed. */
static unsigned pointer_operand(LLVMValueRef access, LLVMTypeRef *type)
{
    if (LLVMIsAStoreInst(access)) {
        *type = LLVMTypeOf(LLVMGetOperand(access, 0));
        return 1;
    }
    *type = LLVMIsALoadInst(access) ? LLVMTypeOf(access) : LLVMTypeOf(LLVMGetOperand(access, 1));
    return 0;
}

/* The call that checks `address`; an access larger than the variable never lies inside. */
static LLVMValueRef build_check(const capture_guard *guard, LLVMBuilderRef builder, const types *t,
                                const capture_private_object *object, LLVMValueRef address, uint64_t bytes,
                                LLVMValueRef word)
{
    if (object->kind == PRIVATE_ANYWHERE) {
        LLVMValueRef arguments[] = {address, LLVMConstInt(t->word, bytes, false), word};
        return LLVMBuildCall2(builder, t->somewhere, guard->somewhere, arguments, 3, "");
    }
    LLVMValueRef size = LLVMConstInt(t->word, object->bytes, false);
    LLVMValueRef base = LLVMBuildBitCast(builder, object->base, t->bytes, "");
    if (bytes > object->bytes) {
        LLVMValueRef arguments[] = {build_offset(builder, t, address, base), size, word};
        return LLVMBuildCall2(builder, t->outside, guard->outside, arguments, 3, "");
    }
    LLVMValueRef last = LLVMConstInt(t->word, object->bytes - bytes, false);
    LLVMValueRef arguments[] = {address, base, last, size, word};
    return LLVMBuildCall2(builder, t->within, guard->within, arguments, 5, "");
}

void capture_guard_access(const capture_guard *guard, LLVMBuilderRef builder, LLVMTargetDataRef layout,
                          LLVMValueRef access, LLVMValueRef word)
{
    LLVMTypeRef type;
    const unsigned operand = pointer_operand(access, &type);
    LLVMValueRef pointer = LLVMGetOperand(access, operand);
    const uint64_t bytes = LLVMStoreSizeOfType(layout, type);
    const capture_private_object object = capture_private_object_of(layout, pointer, bytes);
    if (object.kind == PRIVATE_INSIDE)
        return;
    const types t = types_of(LLVMGetTypeContext(type));
    LLVMValueRef address = LLVMBuildBitCast(builder, pointer, t.bytes, "");
    LLVMValueRef checked = build_check(guard, builder, &t, &object, address, bytes, word);
    LLVMSetOperand(access, operand, LLVMBuildBitCast(builder, checked, LLVMTypeOf(pointer), ""));
}
