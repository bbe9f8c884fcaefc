#include "trace/format/bytes.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 256 };

int trace_bytes_grow(trace_bytes *bytes, size_t more, poise_error *err)
{
    size_t capacity = bytes->capacity > 0 ? bytes->capacity : FIRST_CAPACITY;
    while (capacity - bytes->n < more) {
        if (capacity > SIZE_MAX / 2)
            return poise_fail(err, POISE_FAILED, "%zu more bytes do not fit in memory", more);
        capacity *= 2;
    }
    uint8_t *data = realloc(bytes->data, capacity);
    if (data == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu bytes of a trace", capacity);
    bytes->data = data;
    bytes->capacity = capacity;
    return POISE_OK;
}

int trace_bytes_append(trace_bytes *bytes, const void *data, size_t size, poise_error *err)
{
    const int code = trace_bytes_reserve(bytes, size, err);
    if (code == POISE_OK && size > 0) {
        memcpy(bytes->data + bytes->n, data, size);
        bytes->n += size;
    }
    return code;
}

void trace_bytes_free(trace_bytes *bytes)
{
    free(bytes->data);
    *bytes = (trace_bytes){0};
}

uint64_t trace_get_varint_slow(trace_input *in)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && in->at < in->end; shift += 7) {
        const uint8_t byte = *in->at++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            /* Bit 63 is all that the tenth byte has room for. */
            in->bad |= shift == 63 && byte > 1;
            return value;
        }
    }
    in->bad = true;
    return 0;
}
