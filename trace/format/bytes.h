/* Bytes and variable-length numbers of the trace format: a growing buffer to write, a bounded cursor to
 * read. A varint is little-endian base 128 (LEB128); signed numbers are zigzag-coded first. */
#ifndef POISE_TRACE_FORMAT_BYTES_H
#define POISE_TRACE_FORMAT_BYTES_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRACE_VARINT_BYTES = 10 }; /* longest varint of 64 bits */

/* ---- writing ---- */

typedef struct trace_bytes {
    uint8_t *data;
    size_t n, capacity;
} trace_bytes;

int trace_bytes_grow(trace_bytes *bytes, size_t more, poise_error *err);

/* Makes room for `more` bytes behind the last; the trace_put_ functions need it. */
static inline int trace_bytes_reserve(trace_bytes *bytes, size_t more, poise_error *err)
{
    return bytes->capacity - bytes->n >= more ? 0 : trace_bytes_grow(bytes, more, err);
}

int trace_bytes_append(trace_bytes *bytes, const void *data, size_t size, poise_error *err);
void trace_bytes_free(trace_bytes *bytes);

/* The trace_put_ functions write at `at`, which has room, and return where the next byte goes. */

static inline uint8_t *trace_put_varint(uint8_t *at, uint64_t value)
{
    while (value >= 0x80) {
        *at++ = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    *at++ = (uint8_t)value;
    return at;
}

/* Small numbers of either sign become small numbers. The argument is a difference modulo 2^64. */
static inline uint64_t trace_zigzag(uint64_t difference)
{
    return (difference << 1) ^ (0 - (difference >> 63));
}

static inline uint64_t trace_unzigzag(uint64_t coded)
{
    return (coded >> 1) ^ (0 - (coded & 1));
}

static inline uint8_t *trace_put_u32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        *at++ = (uint8_t)(value >> (8 * i));
    return at;
}

static inline uint8_t *trace_put_u64(uint8_t *at, uint64_t value)
{
    return trace_put_u32(trace_put_u32(at, (uint32_t)value), (uint32_t)(value >> 32));
}

/* ---- reading ---- */

/* Reads between two ends. A read past the end, or a varint of more than 64 bits, yields 0 and sets `bad`,
 * which stays set: callers check it once per unit of work. */
typedef struct trace_input {
    const uint8_t *at, *end;
    bool bad;
} trace_input;

/* What has been written or read so far. Nothing may have no place at all, which no pointer may be added to.
 */
static inline trace_input trace_input_of(const trace_bytes *bytes)
{
    return bytes->n == 0 ? (trace_input){0} : (trace_input){.at = bytes->data, .end = bytes->data + bytes->n};
}

uint64_t trace_get_varint_slow(trace_input *in);

static inline uint64_t trace_get_varint(trace_input *in)
{
    if (in->at < in->end && *in->at < 0x80)
        return *in->at++;
    return trace_get_varint_slow(in);
}

static inline uint8_t trace_get_u8(trace_input *in)
{
    if (in->at < in->end)
        return *in->at++;
    in->bad = true;
    return 0;
}

static inline uint32_t trace_load_u32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline uint64_t trace_load_u64(const uint8_t *at)
{
    return (uint64_t)trace_load_u32(at) | (uint64_t)trace_load_u32(at + 4) << 32;
}

static inline uint32_t trace_get_u32(trace_input *in)
{
    if (in->end - in->at < 4) {
        in->bad = true;
        return 0;
    }
    in->at += 4;
    return trace_load_u32(in->at - 4);
}

#endif
