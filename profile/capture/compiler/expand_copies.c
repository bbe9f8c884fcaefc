#include "profile/capture/compiler/expand_copies.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_EXPANDED_BYTES = 1024,
    WIDEST_BYTES = 16, /* ld.v4.b32: the widest access of a work-item on a GPU */
};

typedef struct piece {
    unsigned offset, bytes;
} piece;

/* Cuts `size` bytes into aligned powers of two. Returns the number of pieces (<= MAX_EXPANDED_BYTES). */
static unsigned cut(unsigned size, unsigned alignment, piece *pieces)
{
    unsigned n = 0, offset = 0;
    unsigned widest = alignment < WIDEST_BYTES ? alignment : WIDEST_BYTES;
    while (offset < size) {
        unsigned bytes = widest;
        while (bytes > size - offset)
            bytes /= 2;
        pieces[n++] = (piece){offset, bytes};
        offset += bytes;
    }
    return n;
}

static LLVMValueRef piece_address(LLVMBuilderRef builder, LLVMContextRef context, LLVMValueRef base, piece p)
{
    LLVMTypeRef byte = LLVMInt8TypeInContext(context);
    LLVMTypeRef word = LLVMIntTypeInContext(context, p.bytes * 8);
    LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(context), p.offset, false);
    LLVMValueRef address = LLVMBuildGEP2(builder, byte, base, &offset, 1, "");
    unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(base));
    return LLVMBuildBitCast(builder, address, LLVMPointerType(word, space), "");
}

/* A byte repeated over the piece: for variable bytes a multiplication by 0x0101.. */
static LLVMValueRef spread_byte(LLVMBuilderRef builder, LLVMContextRef context, LLVMValueRef byte, piece p)
{
    LLVMTypeRef word = LLVMIntTypeInContext(context, p.bytes * 8);
    uint64_t ones[2] = {UINT64_C(0x0101010101010101), UINT64_C(0x0101010101010101)};
    LLVMValueRef factor = p.bytes == WIDEST_BYTES ? LLVMConstIntOfArbitraryPrecision(word, 2, ones)
                                                  : LLVMConstInt(word, ones[0] >> (64 - p.bytes * 8), false);
    return LLVMBuildMul(builder, LLVMBuildZExt(builder, byte, word, ""), factor, "");
}

static unsigned parameter_alignment(LLVMValueRef call, unsigned i)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("align", strlen("align"));
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, i + 1, kind);
    return attribute ? (unsigned)LLVMGetEnumAttributeValue(attribute) : 1;
}

/* All pieces are loaded before the first is stored, as memmove demands. */
static int expand(LLVMValueRef call, bool is_fill, unsigned size, poise_error *err)
{
    LLVMContextRef context =
        LLVMGetModuleContext(LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))));
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    piece *pieces = calloc(MAX_EXPANDED_BYTES, sizeof *pieces);
    LLVMValueRef *words = calloc(MAX_EXPANDED_BYTES, sizeof(LLVMValueRef));
    int failed = 0;
    if (!pieces || !words) {
        failed = poise_fail(err, POISE_FAILED, "out of memory while expanding a copy of %u bytes", size);
    } else {
        LLVMPositionBuilderBefore(builder, call);
        LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
        LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1);
        unsigned alignment = parameter_alignment(call, 0);
        if (!is_fill && parameter_alignment(call, 1) < alignment)
            alignment = parameter_alignment(call, 1);
        unsigned n = cut(size, alignment, pieces);
        for (unsigned i = 0; i < n; i++) {
            LLVMTypeRef word = LLVMIntTypeInContext(context, pieces[i].bytes * 8);
            words[i] =
                is_fill ? spread_byte(builder, context, from, pieces[i])
                        : LLVMBuildLoad2(builder, word, piece_address(builder, context, from, pieces[i]), "");
            if (!is_fill)
                LLVMSetAlignment(words[i], pieces[i].bytes);
        }
        for (unsigned i = 0; i < n; i++) {
            LLVMValueRef store =
                LLVMBuildStore(builder, words[i], piece_address(builder, context, to, pieces[i]));
            LLVMSetAlignment(store, pieces[i].bytes);
        }
        LLVMInstructionEraseFromParent(call);
    }
    free(pieces);
    free(words);
    LLVMDisposeBuilder(builder);
    return failed;
}

static int expand_if_fixed(LLVMValueRef call, poise_error *err)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t length;
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
    bool is_fill = strncmp(name, "llvm.memset.", strlen("llvm.memset.")) == 0;
    bool is_copy = strncmp(name, "llvm.memcpy.", strlen("llvm.memcpy.")) == 0 ||
                   strncmp(name, "llvm.memmove.", strlen("llvm.memmove.")) == 0;
    if (!is_fill && !is_copy)
        return 0;
    LLVMValueRef size = LLVMGetOperand(call, 2);
    if (!LLVMIsAConstantInt(size) || LLVMConstIntGetZExtValue(size) > MAX_EXPANDED_BYTES)
        return 0;
    return expand(call, is_fill, (unsigned)LLVMConstIntGetZExtValue(size), err);
}

int capture_expand_copies(LLVMValueRef kernel, poise_error *err)
{
    int failed = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b && !failed; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef next;
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !failed; i = next) {
            next = LLVMGetNextInstruction(i);
            if (LLVMIsACallInst(i))
                failed = expand_if_fixed(i, err);
        }
    }
    return failed;
}
