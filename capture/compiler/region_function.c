#include "capture/compiler/region_function.h"

#include "capture/compiler/launch_function.h"
#include "capture/compiler/split_kernel.h"
#include "capture/compiler/value_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A region begins at the begin of the kernel (0) or behind a barrier (1, 2, ..) and ends at the next ones.
 * Behind each loop over the work-items it is known where they all wait: the group goes on with the region of
 * that barrier. In a kernel some work-items of which may end earlier each region has a second loop, which
 * skips those: every work-item's state is the barrier at which it waits. */
enum {
    ENDED = 0, /* state of a work-item, and exit of a region */
    ALIGNMENT = KERNEL_CONTEXT_ALIGNMENT,
    MOST_INSTRUCTIONS = 10000, /* of a kernel that is cut: the time goes with their square; our choice */
    ALL = 0,                   /* loops of a region: over all work-items, over those that wait */
    WAITING = 1,
};

typedef struct private_variable {
    LLVMValueRef alloca;
    bool is_kept;      /* over barriers: in the context */
    LLVMValueRef base; /* of all work-items, or the variable itself */
    uint64_t stride;   /* bytes */
} private_variable;

typedef struct regions {
    capture_group_builder *b;
    LLVMTypeRef state_type;
    size_t n_blocks, n_variables, n;
    LLVMBasicBlockRef *block; /* of the kernel */
    size_t *start;            /* of a region: number of its first block */
    size_t *barrier;          /* of a block: the region that begins with it, 0 = none does */
    bool *is_inside;          /* of a block: the region at hand */
    bool *exits;              /* of the region at hand: exits[j] to barrier j, exits[ENDED] at the end */
    bool may_end_early;
    capture_value_map numbers; /* of blocks and variables */
    private_variable *variables;
    LLVMValueRef *argument;
    LLVMValueRef n_items, state;            /* of all work-items */
    LLVMValueRef any_exit, all_exit, ended; /* of the loop at hand: what its work-items have come to */
    LLVMBasicBlockRef *begin[2];            /* of regions' loops */
    uint64_t context_bytes;
    /* The loop at hand: */
    LLVMValueRef index;    /* of the work-item in the group */
    LLVMValueRef *address; /* of its variables */
    LLVMBasicBlockRef *copy;
    LLVMBasicBlockRef *exit;
    LLVMBasicBlockRef end_of_item;
} regions;

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

/* ---- blocks and variables ---- */

static size_t number_of(const regions *r, LLVMBasicBlockRef block)
{
    return capture_value_map_get(&r->numbers, LLVMBasicBlockAsValue(block));
}

static void count(regions *r)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->b->kernel); b; b = LLVMGetNextBasicBlock(b)) {
        r->n_blocks++;
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            r->n_variables += LLVMIsAAllocaInst(i) != NULL;
        r->n += b == LLVMGetEntryBasicBlock(r->b->kernel) || capture_is_barrier(LLVMGetFirstInstruction(b));
    }
}

static int allocate(regions *r, poise_error *err)
{
    count(r);
    r->block = calloc(r->n_blocks + 1, sizeof(LLVMBasicBlockRef));
    r->start = calloc(r->n + 1, sizeof *r->start);
    r->barrier = calloc(r->n_blocks + 1, sizeof *r->barrier);
    r->is_inside = calloc(r->n_blocks + 1, sizeof *r->is_inside);
    r->exits = calloc(r->n + 1, sizeof *r->exits);
    r->variables = calloc(r->n_variables + 1, sizeof *r->variables);
    r->address = calloc(r->n_variables + 1, sizeof(LLVMValueRef));
    r->argument = calloc(LLVMCountParams(r->b->kernel) + (size_t)1, sizeof(LLVMValueRef));
    r->begin[ALL] = calloc(r->n + 1, sizeof(LLVMBasicBlockRef));
    r->begin[WAITING] = calloc(r->n + 1, sizeof(LLVMBasicBlockRef));
    r->copy = calloc(r->n_blocks + 1, sizeof(LLVMBasicBlockRef));
    r->exit = calloc(r->n + 1, sizeof(LLVMBasicBlockRef));
    if (!r->block || !r->start || !r->barrier || !r->is_inside || !r->exits || !r->variables || !r->address ||
        !r->argument || !r->begin[ALL] || !r->begin[WAITING] || !r->copy || !r->exit ||
        capture_value_map_open(&r->numbers, r->n_blocks + r->n_variables))
        return poise_fail(err, POISE_FAILED, "out of memory for %zu regions", r->n);
    return 0;
}

static void release(regions *r)
{
    free(r->block);
    free(r->start);
    free(r->barrier);
    free(r->is_inside);
    free(r->exits);
    free(r->variables);
    free(r->address);
    free(r->argument);
    free(r->begin[ALL]);
    free(r->begin[WAITING]);
    free(r->copy);
    free(r->exit);
    capture_value_map_free(&r->numbers);
}

static void list(regions *r)
{
    size_t n_blocks = 0, n_variables = 0, n = 1;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->b->kernel); b; b = LLVMGetNextBasicBlock(b)) {
        if (capture_is_barrier(LLVMGetFirstInstruction(b))) {
            r->start[n] = n_blocks;
            r->barrier[n_blocks] = n++;
        }
        capture_value_map_put(&r->numbers, LLVMBasicBlockAsValue(b), n_blocks);
        r->block[n_blocks++] = b;
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsAAllocaInst(i))
                continue;
            capture_value_map_put(&r->numbers, i, n_variables);
            r->variables[n_variables++].alloca = i;
        }
    }
}

static void enter(regions *r, size_t block)
{
    r->is_inside[block] = true;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(r->block[block]);
    r->exits[ENDED] |= LLVMIsAReturnInst(end) != NULL;
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
        const size_t next = number_of(r, LLVMGetSuccessor(end, i));
        if (r->barrier[next])
            r->exits[r->barrier[next]] = true;
        else if (!r->is_inside[next])
            enter(r, next);
    }
}

/* Finds the blocks and the exits of a region. Returns the number of exits. */
static size_t explore(regions *r, size_t region)
{
    size_t n = 0;
    memset(r->is_inside, 0, r->n_blocks * sizeof *r->is_inside);
    memset(r->exits, 0, r->n * sizeof *r->exits);
    enter(r, r->start[region]);
    for (size_t j = 0; j < r->n; j++)
        n += r->exits[j];
    return n;
}

static bool is_plain_access(LLVMValueRef user, LLVMValueRef variable)
{
    return LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable);
}

/* Only loaded and stored as a whole. */
static bool is_slot(LLVMValueRef variable)
{
    LLVMTypeRef type = LLVMGetAllocatedType(variable);
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!is_plain_access(user, variable) ||
            LLVMTypeOf(LLVMIsALoadInst(user) ? user : LLVMGetOperand(user, 0)) != type)
            return false;
    }
    return true;
}

/* Whether the block reads the variable before it writes it (1), writes it first (-1), neither (0). */
static int first_access(LLVMBasicBlockRef block, LLVMValueRef variable)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        if (LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == variable)
            return 1;
        if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == variable)
            return -1;
    }
    return 0;
}

static bool has_live_successor(const regions *r, size_t block, const bool *is_live)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(r->block[block]);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
        if (is_live[number_of(r, LLVMGetSuccessor(end, i))])
            return true;
    }
    return false;
}

/* Whether a slot may be read behind a barrier that it was written before. */
static int find_kept(const regions *r, private_variable *v, poise_error *err)
{
    bool *is_live = calloc(r->n_blocks, sizeof *is_live), changes = true;
    int *access = calloc(r->n_blocks, sizeof *access);
    for (size_t b = 0; is_live && access && b < r->n_blocks; b++)
        access[b] = first_access(r->block[b], v->alloca);
    while (is_live && access && changes) {
        changes = false;
        for (size_t b = r->n_blocks; b-- > 0;) {
            const bool was = is_live[b];
            is_live[b] = access[b] > 0 || (access[b] == 0 && has_live_successor(r, b, is_live));
            changes |= is_live[b] != was;
        }
    }
    for (size_t i = 1; is_live && i < r->n; i++)
        v->is_kept |= is_live[r->start[i]];
    const bool failed = !is_live || !access;
    free(is_live);
    free(access);
    return failed ? poise_fail(err, POISE_FAILED, "out of memory for %zu blocks", r->n_blocks) : 0;
}

/* ---- begin of the function ---- */

static LLVMValueRef add_local(const regions *r, LLVMTypeRef type)
{
    LLVMPositionBuilderAtEnd(r->b->builder, r->b->entry);
    return LLVMBuildAlloca(r->b->builder, type, "");
}

/* Where the next `stride` bytes of all contexts begin. */
static LLVMValueRef take_context(regions *r, uint64_t stride, LLVMTypeRef pointer)
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

static int place(regions *r, private_variable *v, poise_error *err)
{
    capture_group_builder *b = r->b;
    LLVMTypeRef type = LLVMGetAllocatedType(v->alloca);
    const bool is_array = !is_slot(v->alloca);
    const uint64_t alignment = LLVMGetAlignment(v->alloca);
    const uint64_t bytes =
        LLVMConstIntGetZExtValue(LLVMGetOperand(v->alloca, 0)) * LLVMABISizeOfType(b->layout, type);
    v->is_kept = is_array;
    int failed = is_array ? 0 : find_kept(r, v, err);
    if (failed || !v->is_kept) {
        v->base = failed ? NULL : add_local(r, type);
        return failed;
    }
    LLVMPositionBuilderAtEnd(b->builder, b->entry);
    v->stride = (bytes + alignment - 1) / alignment * alignment;
    v->base = take_context(r, v->stride, LLVMTypeOf(v->alloca));
    if (is_array) /* zero when the work-item begins, as the kernel's own variables are */
        LLVMBuildMemSet(b->builder, v->base, LLVMConstInt(LLVMInt8TypeInContext(b->context), 0, false),
                        LLVMBuildMul(b->builder, r->n_items, capture_word(b, v->stride), ""), 1);
    return 0;
}

/* Work-items of the group, up to a multiple that keeps the places of contexts aligned. */
static LLVMValueRef count_items(const capture_group_builder *b)
{
    const LLVMValueRef *size = &b->position[CAPTURE_POSITION_WORD(local_size)];
    LLVMValueRef n = LLVMBuildMul(b->builder, LLVMBuildMul(b->builder, size[0], size[1], ""), size[2], "");
    n = LLVMBuildAdd(b->builder, n, capture_word(b, ALIGNMENT - 1), "");
    return LLVMBuildAnd(b->builder, n, capture_word(b, ~(uint64_t)(ALIGNMENT - 1)), "");
}

static int begin_function(regions *r, poise_error *err)
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
    int failed = 0;
    for (size_t i = 0; i < r->n_variables && !failed; i++)
        failed = place(r, &r->variables[i], err);
    return failed;
}

/* ---- code of a region ---- */

static LLVMValueRef state_constant(const regions *r, uint64_t value)
{
    return LLVMConstInt(r->state_type, value, true);
}

static LLVMBasicBlockRef exit_to(regions *r, size_t barrier)
{
    if (!r->exit[barrier])
        r->exit[barrier] = capture_append_block(r->b);
    return r->exit[barrier];
}

/* Addresses of the work-item's variables. */
static void address_variables(const regions *r)
{
    capture_group_builder *b = r->b;
    for (size_t i = 0; i < r->n_variables; i++) {
        const private_variable *v = &r->variables[i];
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

static void set_operands(const regions *r, const block_copy *c, LLVMValueRef inst)
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

static void set_successors(regions *r, LLVMValueRef end)
{
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
        const size_t next = number_of(r, LLVMGetSuccessor(end, i));
        LLVMSetSuccessor(end, i, r->barrier[next] ? exit_to(r, r->barrier[next]) : r->copy[next]);
    }
    LLVMSetMetadata(end, LLVMGetMDKindIDInContext(r->b->context, "llvm.loop", strlen("llvm.loop")), NULL);
}

static void copy_instruction(regions *r, block_copy *c, LLVMValueRef inst)
{
    LLVMBuilderRef builder = r->b->builder;
    if (LLVMIsAAllocaInst(inst) || capture_is_barrier(inst) || capture_is_mark(inst))
        return;
    if (LLVMIsAReturnInst(inst)) {
        LLVMBuildBr(builder, exit_to(r, ENDED));
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
static int copy_block(regions *r, size_t block, poise_error *err)
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
    return 0;
}

static int copy_blocks(regions *r, poise_error *err)
{
    int failed = 0;
    for (size_t i = 0; i < r->n_blocks; i++)
        r->copy[i] = r->is_inside[i] ? capture_append_block(r->b) : NULL;
    for (size_t i = 0; i < r->n_blocks && !failed; i++)
        failed = r->is_inside[i] ? copy_block(r, i, err) : 0;
    return failed;
}

/* ---- loops ---- */

static void update(const regions *r, LLVMValueRef local, LLVMOpcode operation, LLVMValueRef value)
{
    LLVMBuilderRef builder = r->b->builder;
    LLVMValueRef old = LLVMBuildLoad2(builder, r->state_type, local, "");
    LLVMBuildStore(builder, LLVMBuildBinOp(builder, operation, old, value, ""), local);
}

/* Where the exits of a work-item meet: its state, and what it adds to that of the group. */
static void end_item(regions *r, bool counts)
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
        LLVMValueRef has_ended = LLVMBuildICmp(builder, LLVMIntEQ, next, state_constant(r, ENDED), "");
        LLVMValueRef ones = LLVMBuildSExt(builder, has_ended, r->state_type, "");
        update(r, r->any_exit, LLVMOr, next);
        update(r, r->all_exit, LLVMAnd, LLVMBuildOr(builder, next, ones, ""));
        update(r, r->ended, LLVMOr, ones);
    }
    LLVMBuildBr(builder, r->end_of_item);
}

/* Behind the loop: on to where all wait, or out: 0 when all have ended, 1 when they wait at several. */
static void go_on(regions *r)
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
        LLVMBasicBlockRef to = r->begin[ALL][j];
        if (r->may_end_early) {
            to = capture_append_block(r->b);
            LLVMPositionBuilderAtEnd(builder, to);
            LLVMBuildCondBr(builder, ended, r->begin[WAITING][j], r->begin[ALL][j]);
        }
        LLVMAddCase(choice, state_constant(r, j), to);
    }
    LLVMPositionBuilderAtEnd(builder, out);
    LLVMBuildRet(builder, zero);
    LLVMPositionBuilderAtEnd(builder, differs);
    LLVMBuildRet(builder, state_constant(r, 1));
}

/* One exit: nobody needs to count. */
static void go_on_to(const regions *r)
{
    for (size_t j = 1; j < r->n; j++) {
        if (r->exits[j]) {
            LLVMBuildBr(r->b->builder, r->begin[ALL][j]);
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
static void begin_item(regions *r, size_t region, int which, LLVMBasicBlockRef body)
{
    LLVMBuilderRef builder = r->b->builder;
    if (which == ALL) {
        LLVMBuildBr(builder, body);
    } else {
        LLVMValueRef index = r->index;
        LLVMValueRef state = LLVMBuildLoad2(
            builder, r->state_type, LLVMBuildGEP2(builder, r->state_type, r->state, &index, 1, ""), "");
        LLVMValueRef waits = LLVMBuildICmp(builder, LLVMIntEQ, state, state_constant(r, region), "");
        LLVMBuildCondBr(builder, waits, body, r->end_of_item);
    }
    LLVMPositionBuilderAtEnd(builder, body);
    address_variables(r);
}

static int build_loop(regions *r, size_t region, int which, poise_error *err)
{
    capture_group_builder *b = r->b;
    const LLVMValueRef *size = &b->position[CAPTURE_POSITION_WORD(local_size)];
    const bool counts = explore(r, region) != 1 || which == WAITING;
    LLVMPositionBuilderAtEnd(b->builder, r->begin[which][region]);
    LLVMBuildStore(b->builder, state_constant(r, 0), r->any_exit);
    LLVMBuildStore(b->builder, state_constant(r, UINT64_MAX), r->all_exit);
    LLVMBuildStore(b->builder, state_constant(r, which == WAITING), r->ended);
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
    int failed = copy_blocks(r, err);
    if (failed)
        return failed;
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
    return 0;
}

static int build_loops(regions *r, poise_error *err)
{
    for (size_t i = 0; i < r->n; i++) {
        r->may_end_early |= explore(r, i) > 1 && r->exits[ENDED];
        r->begin[ALL][i] = capture_append_block(r->b);
    }
    for (size_t i = 1; i < r->n && r->may_end_early; i++)
        r->begin[WAITING][i] = capture_append_block(r->b);
    int failed = 0;
    for (size_t i = 0; i < r->n && !failed; i++) {
        failed = build_loop(r, i, ALL, err);
        if (!failed && r->begin[WAITING][i])
            failed = build_loop(r, i, WAITING, err);
    }
    LLVMPositionBuilderAtEnd(r->b->builder, r->b->entry);
    LLVMBuildBr(r->b->builder, r->begin[ALL][0]);
    return failed;
}

static int add_context_bytes(const regions *r, poise_error *err)
{
    size_t length;
    char *name;
    if (asprintf(&name, "%s%s", KERNEL_CONTEXT_SYMBOL_PREFIX, LLVMGetValueName2(r->b->kernel, &length)) < 0)
        return poise_fail(err, POISE_FAILED, "out of memory for a kernel's name");
    LLVMSetInitializer(LLVMAddGlobal(r->b->module, r->b->word, name), capture_word(r->b, r->context_bytes));
    free(name);
    return 0;
}

int capture_build_regions(capture_group_builder *b, poise_error *err)
{
    regions r = {.b = b};
    capture_split_kernel(b->kernel);
    int failed = allocate(&r, err);
    if (!failed) {
        list(&r);
        LLVMPositionBuilderAtEnd(b->builder, b->entry);
        failed = begin_function(&r, err);
    }
    if (!failed)
        failed = build_loops(&r, err);
    if (!failed)
        failed = add_context_bytes(&r, err);
    release(&r);
    return failed;
}
