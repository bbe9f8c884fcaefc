#include "capture/compiler/expand_copies.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_EXPANDED_BYTES = 16 << 10, /* larger ones are refused; our choice */
    WIDEST_BYTES = 16,             /* ld.v4.b32: the widest access of a work-item on a GPU */
};

typedef struct piece {
    unsigned offset, bytes;
} piece;

/* Cuts `size` bytes into aligned powers of two. Returns the number of pieces, at most `size`. */
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

typedef struct expansion {
    LLVMBuilderRef builder;
    LLVMContextRef context;
    LLVMValueRef to, from; /* `from` is the byte of a fill */
    bool is_fill;
} expansion;

static LLVMValueRef read_piece(const expansion *e, piece p)
{
    if (e->is_fill)
        return spread_byte(e->builder, e->context, e->from, p);
    LLVMTypeRef word = LLVMIntTypeInContext(e->context, p.bytes * 8);
    LLVMValueRef load =
        LLVMBuildLoad2(e->builder, word, piece_address(e->builder, e->context, e->from, p), "");
    LLVMSetAlignment(load, p.bytes);
    return load;
}

static void write_piece(const expansion *e, piece p, LLVMValueRef word)
{
    LLVMValueRef store = LLVMBuildStore(e->builder, word, piece_address(e->builder, e->context, e->to, p));
    LLVMSetAlignment(store, p.bytes);
}

/* memmove demands that all pieces are loaded before the first is stored; a copy would only hold more
 * registers that way. */
static void move_pieces(const expansion *e, const piece *pieces, unsigned n, LLVMValueRef *words,
                        bool may_overlap)
{
    for (unsigned i = 0; i < n; i++) {
        words[i] = read_piece(e, pieces[i]);
        if (!may_overlap)
            write_piece(e, pieces[i], words[i]);
    }
    for (unsigned i = 0; i < n && may_overlap; i++)
        write_piece(e, pieces[i], words[i]);
}

static int expand(LLVMValueRef call, bool is_fill, bool may_overlap, unsigned size, poise_error *err)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));
    piece *pieces = calloc(size + 1, sizeof *pieces);
    LLVMValueRef *words = calloc(size + 1, sizeof(LLVMValueRef));
    int code = POISE_OK;
    if (!pieces || !words) {
        code = poise_fail(err, POISE_FAILED, "out of memory while expanding a copy of %u bytes", size);
    } else {
        expansion e = {LLVMCreateBuilderInContext(context), context, LLVMGetOperand(call, 0),
                       LLVMGetOperand(call, 1), is_fill};
        LLVMPositionBuilderBefore(e.builder, call);
        LLVMSetCurrentDebugLocation2(e.builder, LLVMInstructionGetDebugLoc(call));
        unsigned alignment = parameter_alignment(call, 0);
        if (!is_fill && parameter_alignment(call, 1) < alignment)
            alignment = parameter_alignment(call, 1);
        move_pieces(&e, pieces, cut(size, alignment, pieces), words, may_overlap);
        LLVMDisposeBuilder(e.builder);
        LLVMInstructionEraseFromParent(call);
    }
    free(pieces);
    free(words);
    return code;
}

static int expand_if_fixed(LLVMValueRef call, poise_error *err)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t length;
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
    bool is_fill = strncmp(name, "llvm.memset.", strlen("llvm.memset.")) == 0;
    bool is_copy = strncmp(name, "llvm.memcpy.", strlen("llvm.memcpy.")) == 0;
    bool is_move = strncmp(name, "llvm.memmove.", strlen("llvm.memmove.")) == 0;
    if (!is_fill && !is_copy && !is_move)
        return POISE_OK;
    LLVMValueRef size = LLVMGetOperand(call, 2);
    if (!LLVMIsAConstantInt(size) || LLVMConstIntGetZExtValue(size) > MAX_EXPANDED_BYTES)
        return POISE_OK;
    return expand(call, is_fill, is_move, (unsigned)LLVMConstIntGetZExtValue(size), err);
}

int capture_expand_copies(LLVMValueRef kernel, poise_error *err)
{
    int code = POISE_OK;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b && code == POISE_OK;
         b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef next;
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && code == POISE_OK; i = next) {
            next = LLVMGetNextInstruction(i);
            if (LLVMIsACallInst(i))
                code = expand_if_fixed(i, err);
        }
    }
    return code;
}
