#include "capture/compiler/region_function.h"

#include "capture/compiler/launch_function.h"
#include "capture/compiler/region_code.h"
#include "capture/compiler/split_kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALIGNMENT = KERNEL_CONTEXT_ALIGNMENT,
    MOST_INSTRUCTIONS = 10000, /* of a kernel that is cut: the time goes with their square; our choice */
};

bool capture_may_split(LLVMValueRef kernel)
{
    size_t n_inst = 0;
    for (unsigned i = 0; i < LLVMCountParams(kernel); i++) {
        const unsigned byval = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
        if (LLVMGetEnumAttributeAtIndex(kernel, i + 1, byval))
            return false;
    }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            n_inst++;
            if (LLVMIsACallInst(i) && strcmp(capture_called_name(i), "poise_private_somewhere") == 0)
                return false;
            if (LLVMIsAAllocaInst(i) && LLVMGetAlignment(i) > ALIGNMENT)
                return false;
        }
    }
    return n_inst <= MOST_INSTRUCTIONS;
}

/* ---- begin of the function ---- */

static LLVMValueRef add_local(const capture_regions *r, LLVMTypeRef type)
{
    LLVMPositionBuilderAtEnd(r->b->builder, r->b->entry);
    return LLVMBuildAlloca(r->b->builder, type, "");
}

/* Where the next `stride` bytes of all contexts begin. */
static LLVMValueRef take_context(capture_regions *r, uint64_t stride, LLVMTypeRef pointer)
{
    capture_group_builder *b = r->b;
    LLVMTypeRef byte = LLVMInt8TypeInContext(b->context);
    LLVMValueRef memory =
        LLVMBuildBitCast(b->builder, LLVMGetParam(b->function, 2), LLVMPointerType(byte, 0), "");
    LLVMValueRef offset = LLVMBuildMul(b->builder, r->n_items, capture_word(b, r->context_bytes), "");
    LLVMValueRef begin = LLVMBuildGEP2(b->builder, byte, memory, &offset, 1, "");
    r->context_bytes += stride;
    return LLVMBuildBitCast(b->builder, begin, pointer, "");
}

static int place(capture_regions *r, capture_private_variable *v, poise_error *err)
{
    capture_group_builder *b = r->b;
    LLVMTypeRef type = LLVMGetAllocatedType(v->alloca);
    const bool is_array = !capture_region_is_slot(v->alloca);
    const uint64_t alignment = LLVMGetAlignment(v->alloca);
    const uint64_t bytes =
        LLVMConstIntGetZExtValue(LLVMGetOperand(v->alloca, 0)) * LLVMABISizeOfType(b->layout, type);
    v->is_kept = is_array;
    int code = is_array ? 0 : capture_region_find_kept(r, v, err);
    if (code != POISE_OK || !v->is_kept) {
        v->base = code != POISE_OK ? NULL : add_local(r, type);
        return code;
    }
    LLVMPositionBuilderAtEnd(b->builder, b->entry);
    v->stride = (bytes + alignment - 1) / alignment * alignment;
    v->base = take_context(r, v->stride, LLVMTypeOf(v->alloca));
    if (is_array) /* zero when the work-item begins, as the kernel's own variables are */
        LLVMBuildMemSet(b->builder, v->base, LLVMConstInt(LLVMInt8TypeInContext(b->context), 0, false),
                        LLVMBuildMul(b->builder, r->n_items, capture_word(b, v->stride), ""), 1);
    return POISE_OK;
}

/* Work-items of the group, up to a multiple that keeps the places of contexts aligned. */
static LLVMValueRef count_items(const capture_group_builder *b)
{
    const LLVMValueRef *size = &b->position[CAPTURE_POSITION_WORD(local_size)];
    LLVMValueRef n = LLVMBuildMul(b->builder, LLVMBuildMul(b->builder, size[0], size[1], ""), size[2], "");
    n = LLVMBuildAdd(b->builder, n, capture_word(b, ALIGNMENT - 1), "");
    return LLVMBuildAnd(b->builder, n, capture_word(b, ~(uint64_t)(ALIGNMENT - 1)), "");
}

static int begin_function(capture_regions *r, poise_error *err)
{
    capture_group_builder *b = r->b;
    const unsigned no_alias = LLVMGetEnumAttributeKindForName("noalias", strlen("noalias"));
    LLVMAddAttributeAtIndex(b->function, 3, LLVMCreateEnumAttribute(b->context, no_alias, 0));
    for (unsigned i = 0; i < LLVMCountParams(b->kernel); i++)
        r->argument[i] =
            capture_fetch_argument(b->builder, b->context, LLVMGetParam(b->function, 0), b->kernel, i);
    r->n_items = count_items(b);
    r->state_type = LLVMInt32TypeInContext(b->context);
    r->state = take_context(r, sizeof(uint32_t), LLVMPointerType(r->state_type, 0));
    r->any_exit = add_local(r, r->state_type);
    r->all_exit = add_local(r, r->state_type);
    r->ended = add_local(r, r->state_type);
    int code = POISE_OK;
    for (size_t i = 0; i < r->n_variables && code == POISE_OK; i++)
        code = place(r, &r->variables[i], err);
    return code;
}

/* ---- loops ---- */

static LLVMValueRef state_constant(const capture_regions *r, uint64_t value)
{
    return LLVMConstInt(r->state_type, value, true);
}

static void update(const capture_regions *r, LLVMValueRef local, LLVMOpcode operation, LLVMValueRef value)
{
    LLVMBuilderRef builder = r->b->builder;
    LLVMValueRef old = LLVMBuildLoad2(builder, r->state_type, local, "");
    LLVMBuildStore(builder, LLVMBuildBinOp(builder, operation, old, value, ""), local);
}

/* Where the exits of a work-item meet: its state, and what it adds to that of the group. */
static void end_item(capture_regions *r, bool counts)
{
    LLVMBuilderRef builder = r->b->builder;
    LLVMBasicBlockRef meeting = capture_append_block(r->b);
    LLVMPositionBuilderAtEnd(builder, meeting);
    LLVMValueRef next = LLVMBuildPhi(builder, r->state_type, "");
    for (size_t j = 0; j < r->n; j++) {
        if (!r->exit[j])
            continue;
        LLVMPositionBuilderAtEnd(builder, r->exit[j]);
        LLVMBuildBr(builder, meeting);
        LLVMValueRef value = state_constant(r, j);
        LLVMAddIncoming(next, &value, &r->exit[j], 1);
    }
    LLVMPositionBuilderAtEnd(builder, meeting);
    if (counts) {
        LLVMValueRef index = r->index;
        LLVMBuildStore(builder, next, LLVMBuildGEP2(builder, r->state_type, r->state, &index, 1, ""));
        LLVMValueRef has_ended =
            LLVMBuildICmp(builder, LLVMIntEQ, next, state_constant(r, CAPTURE_REGION_ENDED), "");
        LLVMValueRef ones = LLVMBuildSExt(builder, has_ended, r->state_type, "");
        update(r, r->any_exit, LLVMOr, next);
        update(r, r->all_exit, LLVMAnd, LLVMBuildOr(builder, next, ones, ""));
        update(r, r->ended, LLVMOr, ones);
    }
    LLVMBuildBr(builder, r->end_of_item);
}

/* Behind the loop: on to where all wait, or out: 0 when all have ended, 1 when they wait at several. */
static void go_on(capture_regions *r)
{
    LLVMBuilderRef builder = r->b->builder;
    LLVMBasicBlockRef waits = capture_append_block(r->b), agrees = capture_append_block(r->b);
    LLVMBasicBlockRef out = capture_append_block(r->b), differs = capture_append_block(r->b);
    LLVMValueRef any = LLVMBuildLoad2(builder, r->state_type, r->any_exit, "");
    LLVMValueRef all = LLVMBuildLoad2(builder, r->state_type, r->all_exit, "");
    LLVMValueRef zero = state_constant(r, 0);
    LLVMValueRef ended =
        LLVMBuildICmp(builder, LLVMIntNE, LLVMBuildLoad2(builder, r->state_type, r->ended, ""), zero, "");
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntEQ, any, zero, ""), out, waits);
    LLVMPositionBuilderAtEnd(builder, waits);
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntEQ, any, all, ""), agrees, differs);
    LLVMPositionBuilderAtEnd(builder, agrees);
    LLVMValueRef choice = LLVMBuildSwitch(builder, any, differs, (unsigned)r->n);
    for (size_t j = 1; j < r->n; j++) {
        if (!r->exits[j])
            continue;
        LLVMBasicBlockRef to = r->begin[CAPTURE_REGION_ALL][j];
        if (r->may_end_early) {
            to = capture_append_block(r->b);
            LLVMPositionBuilderAtEnd(builder, to);
            LLVMBuildCondBr(builder, ended, r->begin[CAPTURE_REGION_WAITING][j],
                            r->begin[CAPTURE_REGION_ALL][j]);
        }
        LLVMAddCase(choice, state_constant(r, j), to);
    }
    LLVMPositionBuilderAtEnd(builder, out);
    LLVMBuildRet(builder, zero);
    LLVMPositionBuilderAtEnd(builder, differs);
    LLVMBuildRet(builder, state_constant(r, 1));
}

/* One exit: nobody needs to count. */
static void go_on_to(const capture_regions *r)
{
    for (size_t j = 1; j < r->n; j++) {
        if (r->exits[j]) {
            LLVMBuildBr(r->b->builder, r->begin[CAPTURE_REGION_ALL][j]);
            return;
        }
    }
    LLVMBuildRet(r->b->builder, state_constant(r, 0));
}

/* The head of the loop over dimension d, which `from` enters. */
static LLVMBasicBlockRef open_loop(capture_group_builder *b, int d, LLVMBasicBlockRef from)
{
    LLVMBasicBlockRef head = capture_append_block(b);
    LLVMPositionBuilderAtEnd(b->builder, from);
    LLVMBuildBr(b->builder, head);
    LLVMPositionBuilderAtEnd(b->builder, head);
    b->item[d] = LLVMBuildPhi(b->builder, b->word, "");
    LLVMValueRef zero = capture_word(b, 0);
    LLVMAddIncoming(b->item[d], &zero, &from, 1);
    return head;
}

/* Ends it where the builder stands, and goes on behind it. */
static void close_loop(capture_group_builder *b, int d, LLVMBasicBlockRef head)
{
    LLVMBasicBlockRef end = LLVMGetInsertBlock(b->builder), behind = capture_append_block(b);
    LLVMValueRef next = LLVMBuildNUWAdd(b->builder, b->item[d], capture_word(b, 1), "");
    LLVMValueRef size = b->position[CAPTURE_POSITION_WORD(local_size) + (size_t)d];
    LLVMBuildCondBr(b->builder, LLVMBuildICmp(b->builder, LLVMIntULT, next, size, ""), head, behind);
    LLVMAddIncoming(b->item[d], &next, &end, 1);
    LLVMPositionBuilderAtEnd(b->builder, behind);
}

/* Begins a work-item; those that do not wait here are passed over. */
static void begin_item(capture_regions *r, size_t region, int which, LLVMBasicBlockRef body)
{
    LLVMBuilderRef builder = r->b->builder;
    if (which == CAPTURE_REGION_ALL) {
        LLVMBuildBr(builder, body);
    } else {
        LLVMValueRef index = r->index;
        LLVMValueRef state = LLVMBuildLoad2(
            builder, r->state_type, LLVMBuildGEP2(builder, r->state_type, r->state, &index, 1, ""), "");
        LLVMValueRef waits = LLVMBuildICmp(builder, LLVMIntEQ, state, state_constant(r, region), "");
        LLVMBuildCondBr(builder, waits, body, r->end_of_item);
    }
    LLVMPositionBuilderAtEnd(builder, body);
    capture_region_address_variables(r);
}

static int build_loop(capture_regions *r, size_t region, int which, poise_error *err)
{
    capture_group_builder *b = r->b;
    const LLVMValueRef *size = &b->position[CAPTURE_POSITION_WORD(local_size)];
    const bool counts = capture_region_explore(r, region) != 1 || which == CAPTURE_REGION_WAITING;
    LLVMPositionBuilderAtEnd(b->builder, r->begin[which][region]);
    LLVMBuildStore(b->builder, state_constant(r, 0), r->any_exit);
    LLVMBuildStore(b->builder, state_constant(r, UINT64_MAX), r->all_exit);
    LLVMBuildStore(b->builder, state_constant(r, which == CAPTURE_REGION_WAITING), r->ended);
    LLVMBasicBlockRef heads[3], body = capture_append_block(b);
    heads[2] = open_loop(b, 2, r->begin[which][region]);
    heads[1] = open_loop(b, 1, heads[2]);
    LLVMValueRef row =
        LLVMBuildAdd(b->builder, LLVMBuildMul(b->builder, b->item[2], size[1], ""), b->item[1], "");
    row = LLVMBuildMul(b->builder, row, size[0], "");
    heads[0] = open_loop(b, 0, heads[1]);
    r->index = LLVMBuildAdd(b->builder, row, b->item[0], "");
    r->end_of_item = capture_append_block(b);
    memset(r->exit, 0, r->n * sizeof(LLVMBasicBlockRef));
    begin_item(r, region, which, body);
    LLVMBasicBlockRef ready = LLVMGetInsertBlock(b->builder);
    int code = capture_region_copy(r, err);
    if (code != POISE_OK)
        return code;
    LLVMPositionBuilderAtEnd(b->builder, ready);
    LLVMBuildBr(b->builder, r->copy[r->start[region]]);
    end_item(r, counts);
    LLVMPositionBuilderAtEnd(b->builder, r->end_of_item);
    for (int d = 0; d < 3; d++)
        close_loop(b, d, heads[d]);
    if (counts)
        go_on(r);
    else
        go_on_to(r);
    return POISE_OK;
}

static int build_loops(capture_regions *r, poise_error *err)
{
    for (size_t i = 0; i < r->n; i++) {
        r->may_end_early |= capture_region_explore(r, i) > 1 && r->exits[CAPTURE_REGION_ENDED];
        r->begin[CAPTURE_REGION_ALL][i] = capture_append_block(r->b);
    }
    for (size_t i = 1; i < r->n && r->may_end_early; i++)
        r->begin[CAPTURE_REGION_WAITING][i] = capture_append_block(r->b);
    int code = POISE_OK;
    for (size_t i = 0; i < r->n && code == POISE_OK; i++) {
        code = build_loop(r, i, CAPTURE_REGION_ALL, err);
        if (code == POISE_OK && r->begin[CAPTURE_REGION_WAITING][i])
            code = build_loop(r, i, CAPTURE_REGION_WAITING, err);
    }
    LLVMPositionBuilderAtEnd(r->b->builder, r->b->entry);
    LLVMBuildBr(r->b->builder, r->begin[CAPTURE_REGION_ALL][0]);
    return code;
}

static int add_context_bytes(const capture_regions *r, poise_error *err)
{
    size_t length;
    char *name;
    if (asprintf(&name, "%s%s", KERNEL_CONTEXT_SYMBOL_PREFIX, LLVMGetValueName2(r->b->kernel, &length)) < 0)
        return poise_fail(err, POISE_FAILED, "out of memory for a kernel's name");
    LLVMSetInitializer(LLVMAddGlobal(r->b->module, r->b->word, name), capture_word(r->b, r->context_bytes));
    free(name);
    return POISE_OK;
}

int capture_build_regions(capture_group_builder *b, poise_error *err)
{
    capture_regions r;
    capture_split_kernel(b->kernel);
    int code = capture_regions_open(&r, b, err);
    if (code == POISE_OK) {
        LLVMPositionBuilderAtEnd(b->builder, b->entry);
        code = begin_function(&r, err);
    }
    if (code == POISE_OK)
        code = build_loops(&r, err);
    if (code == POISE_OK)
        code = add_context_bytes(&r, err);
    capture_regions_close(&r);
    return code;
}
