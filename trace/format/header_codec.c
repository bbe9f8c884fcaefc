/* The byte form of trace_header: docs/TRACE.md, section HEAD. */
#include "trace/format/header.h"

#include <stdlib.h>
#include <string.h>

/* Fewest bytes of one element; bounds how many a section of a given size can hold. */
enum { LEAST_INST_BYTES = 5, LEAST_BLOCK_BYTES = 2, LEAST_NOTE_BYTES = 2 };

/* ---- encoding ---- */

static int put_number(trace_bytes *out, uint64_t value, poise_error *err)
{
    const int code = trace_bytes_reserve(out, TRACE_VARINT_BYTES, err);
    if (code == POISE_OK)
        out->n = (size_t)(trace_put_varint(out->data + out->n, value) - out->data);
    return code;
}

static int put_text(trace_bytes *out, const char *text, poise_error *err)
{
    const size_t length = strlen(text);
    const int code = put_number(out, length, err);
    return code != POISE_OK ? code : trace_bytes_append(out, text, length, err);
}

static int put_numbers(trace_bytes *out, const uint32_t *values, size_t n, poise_error *err)
{
    int code = 0;
    for (size_t i = 0; code == POISE_OK && i < n; i++)
        code = put_number(out, values[i], err);
    return code;
}

/* Class, access size and number of sources in a byte each, then the registers; "none" is 0. */
static int put_inst(trace_bytes *out, const trace_inst *inst, uint32_t previous_line, poise_error *err)
{
    int code = trace_bytes_reserve(out, 3 + (2 + TRACE_MAX_SOURCES) * TRACE_VARINT_BYTES, err);
    if (code != POISE_OK)
        return code;
    uint8_t *at = out->data + out->n;
    *at++ = inst->op;
    *at++ = inst->access_bytes;
    *at++ = inst->n_sources;
    at = trace_put_varint(at, inst->destination == TRACE_NO_REGISTER ? 0 : inst->destination + UINT64_C(1));
    for (uint32_t i = 0; i < inst->n_sources; i++)
        at = trace_put_varint(at, inst->source[i]);
    at = trace_put_varint(at, trace_zigzag((uint64_t)inst->source_line - previous_line));
    out->n = (size_t)(at - out->data);
    return POISE_OK;
}

static int put_program(trace_bytes *out, const trace_header *header, poise_error *err)
{
    int code = 0;
    uint32_t line = 0;
    for (uint32_t i = 0; code == POISE_OK && i < header->n_inst; i++) {
        code = put_inst(out, &header->inst[i], line, err);
        line = header->inst[i].source_line;
    }
    uint64_t expected = 0; /* blocks mostly follow each other */
    for (uint32_t i = 0; code == POISE_OK && i < header->n_basic_blocks; i++) {
        const trace_basic_block *block = &header->basic_blocks[i];
        code = put_number(out, trace_zigzag(block->first_inst - expected), err);
        if (code == POISE_OK)
            code = put_number(out, block->n_inst, err);
        expected = (uint64_t)block->first_inst + block->n_inst;
    }
    return code;
}

int trace_header_encode(const trace_header *header, trace_bytes *out, size_t *identity_size, poise_error *err)
{
    const uint32_t numbers[] = {
        header->launch_index,
        header->grid[0],
        header->grid[1],
        header->grid[2],
        header->block[0],
        header->block[1],
        header->block[2],
        header->registers_per_thread,
        header->shared_bytes_per_block,
        header->n_registers,
        header->n_inst,
        header->n_basic_blocks,
    };
    int code = put_text(out, header->kernel, err);
    if (code == POISE_OK)
        code = put_numbers(out, numbers, sizeof numbers / sizeof numbers[0], err);
    if (code == POISE_OK)
        code = put_program(out, header, err);
    *identity_size = out->n;
    if (code == POISE_OK)
        code = put_number(out, header->n_notes, err);
    for (uint32_t i = 0; code == POISE_OK && i < header->n_notes; i++) {
        code = put_text(out, header->notes[i].key, err);
        if (code == POISE_OK)
            code = put_text(out, header->notes[i].value, err);
    }
    return code;
}

/* ---- decoding ---- */

static size_t bytes_left(const trace_input *in)
{
    return (size_t)(in->end - in->at);
}

static uint32_t get_number(trace_input *in)
{
    const uint64_t value = trace_get_varint(in);
    in->bad |= value > UINT32_MAX;
    return (uint32_t)value;
}

/* Number of elements that follow, refused when the rest of the section could not hold them. */
static uint32_t get_count(trace_input *in, size_t least_bytes)
{
    const uint32_t count = get_number(in);
    in->bad |= count > bytes_left(in) / least_bytes;
    return count;
}

static uint32_t get_relative(trace_input *in, uint64_t base)
{
    const uint64_t value = base + trace_unzigzag(trace_get_varint(in));
    in->bad |= value > UINT32_MAX;
    return (uint32_t)value;
}

/* malloc'ed text; NULL when out of memory or damaged (then in->bad). Text holds no NUL. */
static char *get_text(trace_input *in)
{
    const uint64_t length = trace_get_varint(in);
    in->bad |= length > bytes_left(in);
    if (in->bad)
        return NULL;
    in->bad |= memchr(in->at, '\0', length) != NULL;
    char *text = strndup((const char *)in->at, length);
    in->at += length;
    return text;
}

static void get_inst(trace_input *in, trace_inst *inst, uint32_t previous_line)
{
    inst->op = trace_get_u8(in);
    inst->access_bytes = trace_get_u8(in);
    inst->n_sources = trace_get_u8(in);
    in->bad |= inst->n_sources > TRACE_MAX_SOURCES;
    const uint32_t destination = get_number(in);
    in->bad |= destination > TRACE_NO_REGISTER;
    inst->destination = destination == 0 ? TRACE_NO_REGISTER : (uint16_t)(destination - 1);
    for (uint32_t i = 0; i < TRACE_MAX_SOURCES; i++) {
        const uint32_t source = !in->bad && i < inst->n_sources ? get_number(in) : TRACE_NO_REGISTER;
        in->bad |= source > TRACE_NO_REGISTER;
        inst->source[i] = (uint16_t)source;
    }
    inst->source_line = get_relative(in, previous_line);
}

/* Both arrays of the program; false when out of memory. */
static bool get_program(trace_input *in, trace_header *header, uint32_t n_inst, uint32_t n_blocks)
{
    header->inst = calloc(n_inst + (size_t)1, sizeof *header->inst);
    header->basic_blocks = calloc(n_blocks + (size_t)1, sizeof *header->basic_blocks);
    if (header->inst == NULL || header->basic_blocks == NULL)
        return false;
    header->n_inst = n_inst;
    header->n_basic_blocks = n_blocks;
    uint32_t line = 0;
    for (uint32_t i = 0; i < n_inst; i++) {
        get_inst(in, &header->inst[i], line);
        line = header->inst[i].source_line;
    }
    uint64_t expected = 0;
    for (uint32_t i = 0; i < n_blocks; i++) {
        trace_basic_block *block = &header->basic_blocks[i];
        block->first_inst = get_relative(in, expected);
        block->n_inst = get_number(in);
        expected = (uint64_t)block->first_inst + block->n_inst;
    }
    return true;
}

/* False when out of memory. */
static bool get_notes(trace_input *in, trace_header *header)
{
    const uint32_t count = get_count(in, LEAST_NOTE_BYTES);
    if (in->bad)
        return true;
    header->notes = calloc(count + (size_t)1, sizeof *header->notes);
    if (header->notes == NULL)
        return false;
    while (header->n_notes < count && !in->bad) {
        trace_note *note = &header->notes[header->n_notes++];
        note->key = get_text(in);
        note->value = get_text(in);
        if (!in->bad && (note->key == NULL || note->value == NULL))
            return false;
    }
    return true;
}

/* False when out of memory; whatever is wrong with the bytes is in in->bad. */
static bool get_header(trace_input *in, trace_header *header, const uint8_t **identity_end)
{
    header->kernel = get_text(in);
    if (in->bad)
        return true;
    if (header->kernel == NULL)
        return false;
    header->launch_index = get_number(in);
    for (int i = 0; i < 3; i++)
        header->grid[i] = get_number(in);
    for (int i = 0; i < 3; i++)
        header->block[i] = get_number(in);
    header->registers_per_thread = get_number(in);
    header->shared_bytes_per_block = get_number(in);
    header->n_registers = get_number(in);
    const uint32_t n_inst = get_count(in, LEAST_INST_BYTES);
    const uint32_t n_blocks = get_count(in, LEAST_BLOCK_BYTES);
    if (in->bad)
        return true;
    if (!get_program(in, header, n_inst, n_blocks))
        return false;
    *identity_end = in->at;
    return in->bad || get_notes(in, header);
}

int trace_header_decode(const uint8_t *data, size_t size, trace_header *header, size_t *identity_size,
                        poise_error *err)
{
    trace_input in = {.at = data, .end = data + size};
    const uint8_t *identity_end = data;
    int code = 0;
    memset(header, 0, sizeof *header);
    if (!get_header(&in, header, &identity_end))
        code = poise_fail(err, POISE_FAILED, "no memory for the header");
    else if (in.bad || in.at != in.end)
        code = poise_fail(err, POISE_DAMAGED,
                          "the header ends too early, too late or holds a number out of range");
    else
        code = trace_header_check(header, err);
    if (code != POISE_OK)
        trace_header_free(header);
    *identity_size = (size_t)(identity_end - data);
    return code;
}
