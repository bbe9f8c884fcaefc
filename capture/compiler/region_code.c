#include "capture/compiler/region_code.h"

#include <stdlib.h>
#include <string.h>

static LLVMBasicBlockRef exit_to(capture_regions *r, size_t barrier)
{
    if (!r->exit[barrier])
        r->exit[barrier] = capture_append_block(r->b);
    return r->exit[barrier];
}

void capture_region_address_variables(const capture_regions *r)
{
    capture_group_builder *b = r->b;
    for (size_t i = 0; i < r->n_variables; i++) {
        const capture_private_variable *v = &r->variables[i];
        LLVMTypeRef type = LLVMGetAllocatedType(v->alloca), byte = LLVMInt8TypeInContext(b->context);
        r->address[i] = v->base;
        if (!v->is_kept)
            continue;
        if (v->stride == LLVMABISizeOfType(b->layout, type)) {
            LLVMValueRef index = r->index;
            r->address[i] = LLVMBuildGEP2(b->builder, type, v->base, &index, 1, "");
            continue;
        }
        LLVMValueRef offset = LLVMBuildMul(b->builder, r->index, capture_word(b, v->stride), "");
        LLVMValueRef bytes = LLVMBuildBitCast(b->builder, v->base, LLVMPointerType(byte, 0), "");
        LLVMValueRef at = LLVMBuildGEP2(b->builder, byte, bytes, &offset, 1, "");
        r->address[i] = LLVMBuildBitCast(b->builder, at, LLVMTypeOf(v->base), "");
    }
}

static unsigned parameter_number(LLVMValueRef argument)
{
    unsigned i = 0;
    while (LLVMGetParam(LLVMGetParamParent(argument), i) != argument)
        i++;
    return i;
}

/* Copies of the instructions of one block, by number. */
typedef struct block_copy {
    capture_value_map numbers;
    LLVMValueRef *copy;
    size_t n;
} block_copy;

static void set_operands(const capture_regions *r, const block_copy *c, LLVMValueRef inst)
{
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(inst); i++) {
        LLVMValueRef value = LLVMGetOperand(inst, i);
        if (LLVMIsAArgument(value))
            LLVMSetOperand(inst, i, r->argument[parameter_number(value)]);
        else if (LLVMIsAAllocaInst(value))
            LLVMSetOperand(inst, i, r->address[capture_value_map_get(&r->numbers, value)]);
        else if (LLVMIsAInstruction(value))
            LLVMSetOperand(inst, i, c->copy[capture_value_map_get(&c->numbers, value)]);
    }
}

static void set_successors(capture_regions *r, LLVMValueRef end)
{
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
        const size_t next = capture_region_block(r, LLVMGetSuccessor(end, i));
        LLVMSetSuccessor(end, i, r->barrier[next] ? exit_to(r, r->barrier[next]) : r->copy[next]);
    }
    LLVMSetMetadata(end, LLVMGetMDKindIDInContext(r->b->context, "llvm.loop", strlen("llvm.loop")), NULL);
}

static void copy_instruction(capture_regions *r, block_copy *c, LLVMValueRef inst)
{
    LLVMBuilderRef builder = r->b->builder;
    if (LLVMIsAAllocaInst(inst) || capture_is_barrier(inst) || capture_is_mark(inst))
        return;
    if (LLVMIsAReturnInst(inst)) {
        LLVMBuildBr(builder, exit_to(r, CAPTURE_REGION_ENDED));
        return;
    }
    LLVMValueRef copy = LLVMInstructionClone(inst);
    LLVMInsertIntoBuilder(builder, copy);
    if (LLVMIsATerminatorInst(copy)) {
        set_successors(r, copy);
        set_operands(r, c, copy);
        return;
    }
    set_operands(r, c, copy);
    capture_value_map_put(&c->numbers, inst, c->n);
    c->copy[c->n++] = copy;
}

/* Work-item functions at the end, as their calls are operands till then. */
static int copy_block(capture_regions *r, size_t block, poise_error *err)
{
    size_t n = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(r->block[block]); i; i = LLVMGetNextInstruction(i))
        n++;
    block_copy c = {.copy = calloc(n + 1, sizeof(LLVMValueRef))};
    if (!c.copy || capture_value_map_open(&c.numbers, n)) {
        free(c.copy);
        return poise_fail(err, POISE_FAILED, "out of memory for %zu instructions", n);
    }
    LLVMPositionBuilderAtEnd(r->b->builder, r->copy[block]);
    for (LLVMValueRef i = LLVMGetFirstInstruction(r->block[block]); i; i = LLVMGetNextInstruction(i))
        copy_instruction(r, &c, i);
    for (size_t i = 0; i < c.n; i++) {
        if (LLVMIsACallInst(c.copy[i]))
            capture_replace_query(r->b, c.copy[i]);
    }
    capture_value_map_free(&c.numbers);
    free(c.copy);
    return POISE_OK;
}

int capture_region_copy(capture_regions *r, poise_error *err)
{
    int code = POISE_OK;
    for (size_t i = 0; i < r->n_blocks; i++)
        r->copy[i] = r->is_inside[i] ? capture_append_block(r->b) : NULL;
    for (size_t i = 0; i < r->n_blocks && code == POISE_OK; i++)
        code = r->is_inside[i] ? copy_block(r, i, err) : POISE_OK;
    return code;
}
