#include "trace/cursor.h"

#include "trace/line_list.h"

#include <stddef.h>

trace_cursor trace_cursor_begin(const warp_trace *trace, uint64_t warp)
{
    return (trace_cursor){
        .trace = trace,
        .at = trace->words + trace->first_word[warp],
        .end = trace->words + trace->first_word[warp + 1],
    };
}

bool trace_cursor_next_block(trace_cursor *cursor)
{
    while (trace_cursor_next_inst(cursor) != NULL) {
    }
    if (cursor->at == cursor->end)
        return false;
    const uint32_t head = *cursor->at++;
    if ((head & 1) != 0)
        cursor->active_mask = *cursor->at++;
    cursor->block = head >> 1;
    const trace_basic_block *block = &cursor->trace->header.basic_blocks[cursor->block];
    cursor->next_inst = block->first_inst;
    cursor->end_inst = block->first_inst + block->n_inst;
    return true;
}

/* The line words of the list whose count word is at `list`. */
static const uint32_t *plain_lines(trace_cursor *cursor, const uint32_t *list)
{
    if (line_list_is_plain(*list))
        return list + 1;
    for (uint32_t i = 0; i < cursor->n_lines; i++)
        cursor->unpacked[i] = line_list_word(list, i);
    return cursor->unpacked;
}

/* Takes the words of a memory instruction. */
static void read_access(trace_cursor *cursor, trace_op op)
{
    const uint32_t word = *cursor->at++;
    if (trace_op_is_shared(op)) {
        cursor->passes = word;
        return;
    }
    cursor->n_lines = word & 0xff;
    cursor->multiplicity = word >> 8 & 0xff;
    cursor->lines = plain_lines(cursor, cursor->at - 1);
    cursor->at += line_list_size(word);
    if (!trace_has_depths(word))
        return;
    cursor->depths = cursor->at;
    cursor->at += cursor->n_lines;
}

const trace_inst *trace_cursor_next_inst(trace_cursor *cursor)
{
    if (cursor->next_inst == cursor->end_inst)
        return NULL;
    const trace_inst *inst = &cursor->trace->header.inst[cursor->next_inst++];
    cursor->n_lines = cursor->passes = cursor->multiplicity = 0;
    cursor->lines = cursor->depths = NULL;
    if (trace_op_is_memory(inst->op))
        read_access(cursor, inst->op);
    return inst;
}

trace_access trace_cursor_access(const trace_cursor *cursor, uint64_t *lines)
{
    const uint32_t n = cursor->n_lines;
    for (uint32_t i = 0; i < n; i++)
        lines[i] = trace_access_of_word(cursor->trace, cursor->lines[i]);
    for (uint32_t i = 0; cursor->depths != NULL && i < n; i++)
        lines[n + i] = cursor->depths[i];
    return (trace_access){
        .n_lines = cursor->passes != 0 ? cursor->passes : n,
        .multiplicity = cursor->multiplicity,
        .has_depths = cursor->depths != NULL,
        .lines = cursor->passes != 0 ? NULL : lines,
    };
}
