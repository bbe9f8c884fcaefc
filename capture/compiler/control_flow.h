/* The basic blocks of a kernel in weak topological order: their edges as block numbers, their instructions
 * and what each of these is in a trace. */
#ifndef POISE_CAPTURE_CONTROL_FLOW_H
#define POISE_CAPTURE_CONTROL_FLOW_H

#include "capture/compiler/classify.h"

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct capture_flow {
    size_t n_blocks;
    LLVMBasicBlockRef *block; /* by block number */
    size_t *first_edge;       /* n_blocks + 1 entries into edge[] */
    size_t *edge;             /* block numbers of the successors */
    bool
        *is_loop_head; /* target of an edge from a block that does not stand before it: every cycle has one */
    size_t n_inst;
    size_t *first_inst;           /* n_blocks + 1 entries into inst[] */
    LLVMValueRef *inst;           /* all instructions, free ones included */
    capture_operation *operation; /* of inst[] */
} capture_flow;

/* POISE_FAILED with line and reason when an instruction cannot be traced. */
int capture_flow_build(LLVMValueRef kernel, capture_flow *flow, poise_error *err);
void capture_flow_free(capture_flow *flow);

/* Heaviest path that enters no loop head after its first block; weight[] is per block. */
int capture_flow_longest_stretch(const capture_flow *flow, const size_t *weight, size_t *longest,
                                 poise_error *err);

#endif
