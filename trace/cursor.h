/* Walks over what one warp of a decoded trace executed, for everything that looks at a trace instruction by
 * instruction and is not the simulator's inner loop:
 *
 *     trace_cursor cursor = trace_cursor_begin(trace, warp);
 *     while (trace_cursor_next_block(&cursor))
 *         while ((inst = trace_cursor_next_inst(&cursor)) != NULL)
 *             ...
 *
 * The trace was validated when it was made, so nothing here can fail. */
#ifndef POISE_TRACE_CURSOR_H
#define POISE_TRACE_CURSOR_H

#include "trace/trace.h"

typedef struct trace_cursor {
    const warp_trace *trace;
    uint32_t block;       /* of the current record */
    uint32_t active_mask; /* of the current record */
    /* Of the current instruction, if it is a memory instruction: */
    uint32_t n_lines;       /* lines, 0 for shared memory */
    uint32_t passes;        /* shared memory, otherwise 0 */
    uint32_t multiplicity;  /* atomics, otherwise 0 */
    const uint32_t *lines;  /* line words (common/line.h) */
    const uint32_t *depths; /* atomics whose depths are known: depth words (trace.h), otherwise NULL */
    /* private */
    const uint32_t *at, *end;
    uint32_t next_inst, end_inst;
    uint32_t unpacked[TRACE_MAX_LINES]; /* `lines`, where the stream has them in another form (line_list.h) */
} trace_cursor;

trace_cursor trace_cursor_begin(const warp_trace *trace, uint64_t warp);
/* Moves to the next record, over instructions of the current one that were not visited; false at the end. */
bool trace_cursor_next_block(trace_cursor *cursor);
/* The next instruction of the current record; NULL behind its last. */
const trace_inst *trace_cursor_next_inst(trace_cursor *cursor);
/* The current access in the form of the writer, with byte addresses. What it has of lines and depths goes to
 * `lines`, which has room for TRACE_MAX_ENTRIES. */
trace_access trace_cursor_access(const trace_cursor *cursor, uint64_t *lines);

#endif
