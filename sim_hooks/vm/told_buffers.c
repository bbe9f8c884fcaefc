#include "sim_hooks/vm/told_buffers.h"

#include <stddef.h>
#include <stdlib.h>

static told_buffer *find(const told_buffers *b, uint16_t app, uint64_t address)
{
    for (uint32_t i = 0; i < b->n; i++)
        if (b->buffer[i].app == app && b->buffer[i].address == address)
            return &b->buffer[i];
    return NULL;
}

uint64_t told_buffers_bytes(const told_buffers *b, uint16_t app, uint64_t address)
{
    const told_buffer *buffer = find(b, app, address);
    return buffer ? buffer->bytes : 0;
}

bool told_buffers_add(told_buffers *b, uint16_t app, uint64_t address, uint64_t bytes)
{
    if (b->n == b->capacity) {
        const uint32_t more = b->n ? 2 * b->n : 16;
        told_buffer *grown = realloc(b->buffer, more * sizeof *grown);
        if (!grown)
            return false;
        b->buffer = grown;
        b->capacity = more;
    }
    b->buffer[b->n++] = (told_buffer){.address = address, .bytes = bytes, .app = app};
    return true;
}

void told_buffers_remove(told_buffers *b, uint16_t app, uint64_t address)
{
    told_buffer *buffer = find(b, app, address);
    if (buffer)
        *buffer = b->buffer[--b->n];
}

void told_buffers_forget(told_buffers *b, uint16_t app)
{
    for (uint32_t i = b->n; i-- > 0;)
        if (b->buffer[i].app == app)
            b->buffer[i] = b->buffer[--b->n];
}

void told_buffers_free(told_buffers *b)
{
    free(b->buffer);
    *b = (told_buffers){0};
}
