#include "capture/compiler/control_flow.h"

#include "capture/compiler/block_order.h"
#include "capture/compiler/value_map.h"

#include <stdlib.h>

typedef struct scratch {
    LLVMBasicBlockRef *block; /* as the function lists them */
    size_t *first, *successor, *order, *place;
    capture_value_map index;
} scratch;

static size_t count_edges(LLVMBasicBlockRef block)
{
    return LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(block));
}

static int scratch_open(scratch *s, LLVMValueRef kernel, size_t n, poise_error *err)
{
    *s = (scratch){0};
    s->block = calloc(n, sizeof(LLVMBasicBlockRef));
    s->first = calloc(n + 1, sizeof *s->first);
    s->order = calloc(n, sizeof *s->order);
    s->place = calloc(n, sizeof *s->place);
    if (!s->block || !s->first || !s->order || !s->place) {
        poise_fail(err, POISE_FAILED, "out of memory for %zu basic blocks", n);
        return POISE_FAILED;
    }
    LLVMGetBasicBlocks(kernel, s->block);
    for (size_t i = 0; i < n; i++)
        s->first[i + 1] = s->first[i] + count_edges(s->block[i]);
    s->successor = calloc(s->first[n] + 1, sizeof *s->successor);
    if (!s->successor || capture_value_map_open(&s->index, n)) {
        poise_fail(err, POISE_FAILED, "out of memory for %zu edges", s->first[n]);
        return POISE_FAILED;
    }
    for (size_t i = 0; i < n; i++)
        capture_value_map_put(&s->index, LLVMBasicBlockAsValue(s->block[i]), i);
    return POISE_OK;
}

static void scratch_free(scratch *s)
{
    free(s->block);
    free(s->first);
    free(s->successor);
    free(s->order);
    free(s->place);
    capture_value_map_free(&s->index);
}

static void list_successors(scratch *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(s->block[i]);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
            LLVMValueRef target = LLVMBasicBlockAsValue(LLVMGetSuccessor(end, k));
            s->successor[s->first[i] + k] = capture_value_map_get(&s->index, target);
        }
    }
}

/* Renumbers blocks and edges from the function's order to the weak topological one. */
static int renumber(const scratch *s, capture_flow *flow, size_t n, poise_error *err)
{
    flow->n_blocks = n;
    flow->block = calloc(n, sizeof(LLVMBasicBlockRef));
    flow->first_edge = calloc(n + 1, sizeof *flow->first_edge);
    flow->edge = calloc(s->first[n] + 1, sizeof *flow->edge);
    flow->is_loop_head = calloc(n, sizeof *flow->is_loop_head);
    if (!flow->block || !flow->first_edge || !flow->edge || !flow->is_loop_head)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu basic blocks", n);
    for (size_t b = 0; b < n; b++)
        s->place[s->order[b]] = b;
    size_t edges = 0;
    for (size_t b = 0; b < n; b++) {
        size_t old = s->order[b];
        flow->block[b] = s->block[old];
        for (size_t e = s->first[old]; e < s->first[old + 1]; e++) {
            size_t to = s->place[s->successor[e]];
            flow->edge[edges++] = to;
            if (to <= b)
                flow->is_loop_head[to] = true;
        }
        flow->first_edge[b + 1] = edges;
    }
    return POISE_OK;
}

static size_t count_instructions(LLVMBasicBlockRef block)
{
    size_t n = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        n++;
    return n;
}

static int list_instructions(capture_flow *flow, poise_error *err)
{
    flow->first_inst = calloc(flow->n_blocks + 1, sizeof *flow->first_inst);
    if (!flow->first_inst)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu basic blocks", flow->n_blocks);
    for (size_t b = 0; b < flow->n_blocks; b++)
        flow->first_inst[b + 1] = flow->first_inst[b] + count_instructions(flow->block[b]);
    flow->n_inst = flow->first_inst[flow->n_blocks];
    flow->inst = calloc(flow->n_inst + 1, sizeof(LLVMValueRef));
    flow->operation = calloc(flow->n_inst + 1, sizeof *flow->operation);
    if (!flow->inst || !flow->operation)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu instructions", flow->n_inst);
    size_t n = 0;
    for (size_t b = 0; b < flow->n_blocks; b++) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(flow->block[b]); i;
             i = LLVMGetNextInstruction(i), n++) {
            flow->inst[n] = i;
            int code = capture_classify(i, &flow->operation[n], err);
            if (code != POISE_OK)
                return code;
        }
    }
    return POISE_OK;
}

int capture_flow_build(LLVMValueRef kernel, capture_flow *flow, poise_error *err)
{
    *flow = (capture_flow){0};
    size_t n = LLVMCountBasicBlocks(kernel);
    scratch s;
    int code = scratch_open(&s, kernel, n, err);
    if (code == POISE_OK) {
        list_successors(&s, n);
        capture_graph graph = {n, s.first, s.successor};
        code = capture_block_order(&graph, s.order, err);
    }
    if (code == POISE_OK)
        code = renumber(&s, flow, n, err);
    if (code == POISE_OK)
        code = list_instructions(flow, err);
    scratch_free(&s);
    if (code != POISE_OK)
        capture_flow_free(flow);
    return code;
}

void capture_flow_free(capture_flow *flow)
{
    free(flow->block);
    free(flow->first_edge);
    free(flow->edge);
    free(flow->is_loop_head);
    free(flow->first_inst);
    free(flow->inst);
    free(flow->operation);
    *flow = (capture_flow){0};
}

int capture_flow_longest_stretch(const capture_flow *flow, const size_t *weight, size_t *longest,
                                 poise_error *err)
{
    size_t *before = calloc(flow->n_blocks, sizeof *before);
    if (!before)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu basic blocks", flow->n_blocks);
    *longest = 0;
    for (size_t b = 0; b < flow->n_blocks; b++) {
        size_t through = before[b] + weight[b];
        *longest = through > *longest ? through : *longest;
        for (size_t e = flow->first_edge[b]; e < flow->first_edge[b + 1]; e++) {
            size_t to = flow->edge[e];
            if (to > b && before[to] < through)
                before[to] = through;
        }
    }
    free(before);
    return POISE_OK;
}
