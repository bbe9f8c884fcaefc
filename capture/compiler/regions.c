#include "capture/compiler/regions.h"

#include <stdlib.h>
#include <string.h>

size_t capture_region_block(const capture_regions *r, LLVMBasicBlockRef block)
{
    return capture_value_map_get(&r->numbers, LLVMBasicBlockAsValue(block));
}

static void count(capture_regions *r)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->b->kernel); b; b = LLVMGetNextBasicBlock(b)) {
        r->n_blocks++;
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            r->n_variables += LLVMIsAAllocaInst(i) != NULL;
        r->n += b == LLVMGetEntryBasicBlock(r->b->kernel) || capture_is_barrier(LLVMGetFirstInstruction(b));
    }
}

static int allocate(capture_regions *r, poise_error *err)
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
    r->begin[CAPTURE_REGION_ALL] = calloc(r->n + 1, sizeof(LLVMBasicBlockRef));
    r->begin[CAPTURE_REGION_WAITING] = calloc(r->n + 1, sizeof(LLVMBasicBlockRef));
    r->copy = calloc(r->n_blocks + 1, sizeof(LLVMBasicBlockRef));
    r->exit = calloc(r->n + 1, sizeof(LLVMBasicBlockRef));
    if (!r->block || !r->start || !r->barrier || !r->is_inside || !r->exits || !r->variables || !r->address ||
        !r->argument || !r->begin[CAPTURE_REGION_ALL] || !r->begin[CAPTURE_REGION_WAITING] || !r->copy ||
        !r->exit || capture_value_map_open(&r->numbers, r->n_blocks + r->n_variables))
        return poise_fail(err, POISE_FAILED, "out of memory for %zu regions", r->n);
    return POISE_OK;
}

void capture_regions_close(capture_regions *r)
{
    free(r->block);
    free(r->start);
    free(r->barrier);
    free(r->is_inside);
    free(r->exits);
    free(r->variables);
    free(r->address);
    free(r->argument);
    free(r->begin[CAPTURE_REGION_ALL]);
    free(r->begin[CAPTURE_REGION_WAITING]);
    free(r->copy);
    free(r->exit);
    capture_value_map_free(&r->numbers);
}

static void list(capture_regions *r)
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

int capture_regions_open(capture_regions *r, capture_group_builder *b, poise_error *err)
{
    *r = (capture_regions){.b = b};
    int code = allocate(r, err);
    if (code == POISE_OK)
        list(r);
    return code;
}

static void enter(capture_regions *r, size_t block)
{
    r->is_inside[block] = true;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(r->block[block]);
    r->exits[CAPTURE_REGION_ENDED] |= LLVMIsAReturnInst(end) != NULL;
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
        const size_t next = capture_region_block(r, LLVMGetSuccessor(end, i));
        if (r->barrier[next])
            r->exits[r->barrier[next]] = true;
        else if (!r->is_inside[next])
            enter(r, next);
    }
}

size_t capture_region_explore(capture_regions *r, size_t region)
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

bool capture_region_is_slot(LLVMValueRef variable)
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

static bool has_live_successor(const capture_regions *r, size_t block, const bool *is_live)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(r->block[block]);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
        if (is_live[capture_region_block(r, LLVMGetSuccessor(end, i))])
            return true;
    }
    return false;
}

int capture_region_find_kept(const capture_regions *r, capture_private_variable *v, poise_error *err)
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
    const bool code = !is_live || !access;
    free(is_live);
    free(access);
    return code != POISE_OK ? poise_fail(err, POISE_FAILED, "out of memory for %zu blocks", r->n_blocks)
                            : POISE_OK;
}
