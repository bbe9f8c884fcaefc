#include "trace/accelsim/recorder.h"

#include <stdlib.h>
#include <string.h>

enum { NO_LINES = -1 }; /* shared memory has passes instead */

static int reserve_access(traceg_recorder *recorder, poise_error *err)
{
    if (recorder->n_accesses < recorder->access_capacity)
        return POISE_OK;
    const uint32_t capacity = 2 * recorder->access_capacity + 16;
    trace_access *accesses = reallocarray(recorder->accesses, capacity, sizeof *accesses);
    if (accesses != NULL)
        recorder->accesses = accesses;
    int64_t *first_line = reallocarray(recorder->first_line, capacity, sizeof *first_line);
    if (first_line != NULL)
        recorder->first_line = first_line;
    if (accesses == NULL || first_line == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %u accesses of a basic block", capacity);
    recorder->access_capacity = capacity;
    return POISE_OK;
}

/* Room for all lines of one more access. */
static int reserve_lines(traceg_recorder *recorder, poise_error *err)
{
    if (recorder->line_capacity - recorder->n_lines >= TRACE_MAX_ENTRIES)
        return POISE_OK;
    const size_t capacity = 2 * recorder->line_capacity + TRACE_MAX_ENTRIES;
    uint64_t *lines = reallocarray(recorder->lines, capacity, sizeof *lines);
    if (lines == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu lines of a basic block", capacity);
    recorder->lines = lines;
    recorder->line_capacity = capacity;
    return POISE_OK;
}

static int add_access(traceg_recorder *recorder, const traceg_inst *inst, poise_error *err)
{
    int code = reserve_access(recorder, err);
    if (code == POISE_OK)
        code = reserve_lines(recorder, err);
    if (code != POISE_OK)
        return code;
    trace_access *access = &recorder->accesses[recorder->n_accesses];
    int64_t *first_line = &recorder->first_line[recorder->n_accesses++];
    const uint32_t n = inst->n_addresses, bytes = inst->inst.access_bytes;
    *access = (trace_access){0};
    *first_line = NO_LINES;
    if (trace_op_is_shared(inst->inst.op)) {
        access->n_lines = trace_bank_passes(inst->address, n, bytes);
        return POISE_OK;
    }
    *first_line = (int64_t)recorder->n_lines;
    uint64_t *lines = recorder->lines + recorder->n_lines;
    access->n_lines = trace_coalesce(inst->address, n, bytes, lines);
    recorder->n_lines += access->n_lines;
    if (inst->inst.op == TRACE_OP_ATOMIC_GLOBAL) {
        access->multiplicity = trace_multiplicity(inst->address, n);
        access->has_depths = true;
        trace_sector_depths(inst->address, n, bytes, lines, access->n_lines, lines + access->n_lines);
        recorder->n_lines += access->n_lines;
    }
    return POISE_OK;
}

int traceg_recorder_add(traceg_recorder *recorder, const traceg_inst *inst, uint32_t position,
                        poise_error *err)
{
    if (position != recorder->position)
        return poise_fail(err, POISE_FAILED, "the trace has changed while it was read");
    recorder->position++;
    return trace_op_is_memory(inst->inst.op) ? add_access(recorder, inst, err) : POISE_OK;
}

int traceg_recorder_flush(traceg_recorder *recorder, trace_writer *writer, uint64_t warp, uint32_t block,
                          uint32_t mask, poise_error *err)
{
    const uint32_t n = recorder->n_accesses;
    for (uint32_t i = 0; i < n; i++) /* only now that `lines` has its final place */
        if (recorder->first_line[i] != NO_LINES)
            recorder->accesses[i].lines = recorder->lines + recorder->first_line[i];
    recorder->n_lines = recorder->n_accesses = 0;
    recorder->position = 0;
    return trace_writer_record(writer, warp, block, mask, recorder->accesses, n, err);
}

void traceg_recorder_free(traceg_recorder *recorder)
{
    free(recorder->accesses);
    free(recorder->first_line);
    free(recorder->lines);
    memset(recorder, 0, sizeof *recorder);
}
