#include "trace/format/header.h"

#include "trace/format/events.h"

#include <stdlib.h>
#include <string.h>

/* first_word[] and block-wise scheduling need a product that fits; 2^31 blocks are CUDA's own limit in x. */
static const uint64_t most_thread_blocks = (UINT64_C(1) << 31) - 1;

static int check_geometry(const trace_header *header, poise_error *err)
{
    uint64_t blocks = 1, threads = 1;
    for (int i = 0; i < 3; i++) {
        if (header->grid[i] == 0 || header->block[i] == 0)
            return poise_fail(err, POISE_DAMAGED, "grid or block has no extent in dimension %d", i);
        blocks *= header->grid[i]; /* at most 2^31 * 2^32 before the check: no overflow */
        threads *= header->block[i];
        if (blocks > most_thread_blocks)
            return poise_fail(err, POISE_DAMAGED, "the grid has 2^31 thread blocks or more");
        if (threads > TRACE_MAX_BLOCK_THREADS)
            return poise_fail(err, POISE_DAMAGED, "a thread block has more than %d threads",
                              TRACE_MAX_BLOCK_THREADS);
    }
    return POISE_OK;
}

static int check_inst(const trace_header *header, uint32_t index, poise_error *err)
{
    const trace_inst *inst = &header->inst[index];
    if (inst->op >= TRACE_OP_COUNT)
        return poise_fail(err, POISE_DAMAGED, "instruction %u has the unknown class %u", index, inst->op);
    const bool memory = trace_op_is_memory(inst->op);
    if (memory ? inst->access_bytes < 1 || inst->access_bytes > TRACE_LINE_BYTES : inst->access_bytes != 0)
        return poise_fail(err, POISE_DAMAGED, "instruction %u (%s) has an access size of %u bytes", index,
                          trace_op_name(inst->op), inst->access_bytes);
    if (inst->n_sources > TRACE_MAX_SOURCES || inst->reserved != 0)
        return poise_fail(err, POISE_DAMAGED, "instruction %u has %u sources and reserved bits %u", index,
                          inst->n_sources, inst->reserved);
    if (inst->destination != TRACE_NO_REGISTER && inst->destination >= header->n_registers)
        return poise_fail(err, POISE_DAMAGED, "instruction %u writes register %u of %u", index,
                          inst->destination, header->n_registers);
    for (uint32_t i = 0; i < inst->n_sources; i++)
        if (inst->source[i] >= header->n_registers)
            return poise_fail(err, POISE_DAMAGED, "instruction %u reads register %u of %u", index,
                              inst->source[i], header->n_registers);
    return POISE_OK;
}

static int check_block(const trace_header *header, uint32_t index, poise_error *err)
{
    const trace_basic_block *block = &header->basic_blocks[index];
    if (block->n_inst == 0 || block->first_inst >= header->n_inst ||
        block->n_inst > header->n_inst - block->first_inst)
        return poise_fail(err, POISE_DAMAGED, "basic block %u has instructions %u to %llu of %u", index,
                          block->first_inst, (unsigned long long)block->first_inst + block->n_inst,
                          header->n_inst);
    return POISE_OK;
}

int trace_header_check(const trace_header *header, poise_error *err)
{
    int code = check_geometry(header, err);
    if (code != POISE_OK)
        return code;
    if (header->n_registers > TRACE_NO_REGISTER)
        return poise_fail(err, POISE_DAMAGED, "%u registers are more than %d", header->n_registers,
                          TRACE_NO_REGISTER);
    if (header->n_inst == 0 || header->n_inst > TRACE_MAX_INSTS || header->n_basic_blocks == 0 ||
        header->n_basic_blocks > header->n_inst)
        return poise_fail(err, POISE_DAMAGED, "the kernel has %u instructions in %u basic blocks",
                          header->n_inst, header->n_basic_blocks);
    for (uint32_t i = 0; code == POISE_OK && i < header->n_inst; i++)
        code = check_inst(header, i, err);
    uint64_t instructions = 0;
    for (uint32_t i = 0; code == POISE_OK && i < header->n_basic_blocks; i++) {
        code = check_block(header, i, err);
        instructions += header->basic_blocks[i].n_inst;
    }
    /* Blocks never share instructions. Bounds all that is sized by the instructions of blocks. */
    if (code == POISE_OK && instructions > header->n_inst)
        return poise_fail(err, POISE_DAMAGED, "the basic blocks have %llu instructions, the table %u",
                          (unsigned long long)instructions, header->n_inst);
    return code != POISE_OK ? code : trace_events_check(header->events, header->n_events, err);
}

/* malloc'ed copy of an array, also of an empty one */
static void *copy_array(const void *data, size_t count, size_t size)
{
    void *copy = calloc(count > 0 ? count : 1, size);
    if (copy != NULL && count > 0)
        memcpy(copy, data, count * size);
    return copy;
}

static bool copy_notes(const trace_header *header, trace_header *copy)
{
    copy->notes = calloc(header->n_notes + (size_t)1, sizeof *copy->notes);
    if (copy->notes == NULL)
        return false;
    for (; copy->n_notes < header->n_notes; copy->n_notes++) {
        trace_note *note = &copy->notes[copy->n_notes];
        note->key = strdup(header->notes[copy->n_notes].key);
        note->value = strdup(header->notes[copy->n_notes].value);
        if (note->key == NULL || note->value == NULL) {
            copy->n_notes++; /* so that the half that was copied is freed */
            return false;
        }
    }
    return true;
}

int trace_header_copy(const trace_header *header, trace_header *copy, poise_error *err)
{
    *copy = *header;
    copy->n_notes = 0;
    copy->notes = NULL;
    copy->kernel = strdup(header->kernel);
    copy->inst = copy_array(header->inst, header->n_inst, sizeof *header->inst);
    copy->basic_blocks =
        copy_array(header->basic_blocks, header->n_basic_blocks, sizeof *header->basic_blocks);
    copy->events = copy_array(header->events, header->n_events, sizeof *header->events);
    if (copy->kernel == NULL || copy->inst == NULL || copy->basic_blocks == NULL || copy->events == NULL ||
        !copy_notes(header, copy)) {
        trace_header_free(copy);
        return poise_fail(err, POISE_FAILED, "no memory for a copy of the header of kernel %s",
                          header->kernel);
    }
    return POISE_OK;
}

void trace_header_free(trace_header *header)
{
    for (uint32_t i = 0; i < header->n_notes; i++) {
        free(header->notes[i].key);
        free(header->notes[i].value);
    }
    free(header->notes);
    free(header->kernel);
    free(header->inst);
    free(header->basic_blocks);
    free(header->events);
    memset(header, 0, sizeof *header);
}

static uint32_t threads_of_block(const trace_header *header)
{
    return header->block[0] * header->block[1] * header->block[2];
}

void trace_header_warps(const trace_header *header, uint32_t *n_thread_blocks, uint32_t *warps_per_block,
                        uint64_t *n_warps)
{
    *n_thread_blocks = header->grid[0] * header->grid[1] * header->grid[2];
    *warps_per_block = (threads_of_block(header) + TRACE_WARP_SIZE - 1) / TRACE_WARP_SIZE;
    *n_warps = (uint64_t)*n_thread_blocks * *warps_per_block;
}

uint32_t trace_warp_lanes(const trace_header *header, uint64_t warp)
{
    const uint32_t threads = threads_of_block(header);
    const uint32_t warps = (threads + TRACE_WARP_SIZE - 1) / TRACE_WARP_SIZE;
    const uint32_t left = threads - (uint32_t)(warp % warps) * TRACE_WARP_SIZE;
    return left >= TRACE_WARP_SIZE ? UINT32_MAX : (UINT32_C(1) << left) - 1;
}
