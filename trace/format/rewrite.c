/* A trace in memory, back into a file. */
#include "trace/cursor.h"
#include "trace/trace.h"

#include <stdlib.h>

/* The accesses of one record in the form of the writer, with room for the largest block. */
typedef struct record_buffer {
    trace_access *accesses;
    uint64_t *lines; /* TRACE_MAX_ENTRIES per access */
    uint32_t n;
} record_buffer;

static uint32_t most_accesses(const trace_header *header)
{
    uint32_t most = 0;
    for (uint32_t b = 0; b < header->n_basic_blocks; b++) {
        uint32_t accesses = 0;
        for (uint32_t i = 0; i < header->basic_blocks[b].n_inst; i++)
            accesses += trace_op_is_memory(header->inst[header->basic_blocks[b].first_inst + i].op);
        if (accesses > most)
            most = accesses;
    }
    return most;
}

static void add_access(record_buffer *buffer, const trace_cursor *cursor)
{
    uint64_t *lines = buffer->lines + (size_t)buffer->n * TRACE_MAX_ENTRIES;
    buffer->accesses[buffer->n++] = trace_cursor_access(cursor, lines);
}

static int write_warp(const warp_trace *trace, uint64_t warp, trace_writer *writer, record_buffer *buffer,
                      poise_error *err)
{
    trace_cursor cursor = trace_cursor_begin(trace, warp);
    int code = 0;
    while (code == POISE_OK && trace_cursor_next_block(&cursor)) {
        buffer->n = 0;
        const trace_inst *inst;
        while ((inst = trace_cursor_next_inst(&cursor)) != NULL)
            if (trace_op_is_memory(inst->op))
                add_access(buffer, &cursor);
        code = trace_writer_record(writer, warp, cursor.block, cursor.active_mask, buffer->accesses,
                                   buffer->n, err);
    }
    return code != POISE_OK ? code : trace_writer_finish_warps(writer, warp + 1, err);
}

static int write_warps(const warp_trace *trace, trace_writer *writer, poise_error *err)
{
    const size_t most = most_accesses(&trace->header) + (size_t)1;
    record_buffer buffer = {
        .accesses = calloc(most, sizeof *buffer.accesses),
        .lines = calloc(most * TRACE_MAX_ENTRIES, sizeof *buffer.lines),
    };
    int code = POISE_OK;
    if (buffer.accesses == NULL || buffer.lines == NULL) {
        poise_fail(err, POISE_FAILED, "no memory to write a trace of kernel %s", trace->header.kernel);
        code = POISE_FAILED;
    }
    for (uint64_t w = 0; code == POISE_OK && w < trace->n_warps; w++)
        code = write_warp(trace, w, writer, &buffer, err);
    free(buffer.accesses);
    free(buffer.lines);
    return code;
}

int warp_trace_write(const warp_trace *trace, const char *path, poise_error *err)
{
    trace_writer *writer = NULL;
    int code = trace_writer_open(&writer, path, &trace->header, err);
    if (code != POISE_OK)
        return code;
    code = write_warps(trace, writer, err);
    if (code != POISE_OK) {
        trace_writer_abort(writer);
        return code;
    }
    return trace_writer_commit(writer, err);
}
