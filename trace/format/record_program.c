#include "trace/format/record.h"

#include <stdlib.h>
#include <string.h>

/* Words of one access in the stream: a count, lines and perhaps depths, or the passes of shared memory. */
enum { PASSES_WORDS = 1, RECORD_HEAD_WORDS = 2 };

static size_t most_words(const trace_program *program, trace_access_kind kind)
{
    if (kind == TRACE_ACCESS_PASSES)
        return PASSES_WORDS;
    return 1 + (kind == TRACE_ACCESS_ATOMIC && program->has_depths ? TRACE_MAX_ENTRIES : TRACE_MAX_LINES);
}

static trace_access_kind kind_of(trace_op op)
{
    if (trace_op_is_shared(op))
        return TRACE_ACCESS_PASSES;
    return op == TRACE_OP_ATOMIC_GLOBAL ? TRACE_ACCESS_ATOMIC : TRACE_ACCESS_LINES;
}

static void fill_block(trace_program *program, const trace_header *header, uint32_t index)
{
    const trace_basic_block *source = &header->basic_blocks[index];
    trace_record_block *block = &program->blocks[index];
    block->n_inst = source->n_inst;
    block->first_access = program->n_accesses;
    size_t words = RECORD_HEAD_WORDS;
    for (uint32_t i = 0; i < source->n_inst; i++) {
        const trace_op op = header->inst[source->first_inst + i].op;
        if (!trace_op_is_memory(op))
            continue;
        const trace_access_kind kind = kind_of(op);
        program->kind[program->n_accesses++] = (uint8_t)kind;
        words += most_words(program, kind);
    }
    block->n_accesses = program->n_accesses - block->first_access;
    if (words > program->most_words)
        program->most_words = words;
}

int trace_program_make(trace_program *program, const trace_header *header, poise_error *err)
{
    *program = (trace_program){.n_blocks = header->n_basic_blocks, .has_depths = header->has_depths};
    program->blocks = calloc(header->n_basic_blocks, sizeof *program->blocks);
    /* Blocks together have no more than n_inst instructions: trace_header_check. */
    program->kind = calloc(header->n_inst, sizeof *program->kind);
    if (program->blocks == NULL || program->kind == NULL) {
        trace_program_free(program);
        return poise_fail(err, POISE_FAILED, "no memory for the instruction table of kernel %s",
                          header->kernel);
    }
    for (uint32_t i = 0; i < header->n_basic_blocks; i++)
        fill_block(program, header, i);
    return POISE_OK;
}

void trace_program_free(trace_program *program)
{
    free(program->blocks);
    free(program->kind);
    memset(program, 0, sizeof *program);
}
