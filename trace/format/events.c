#include "trace/format/events.h"

#include <stdlib.h>

enum { LEAST_EVENT_BYTES = 4 }; /* kind, and three numbers of a byte */

static const uint64_t most_bytes = (uint64_t)TRACE_MAX_PAGES << TRACE_PAGE_SHIFT;

/* The last byte of the range has an address, too. */
static bool is_range(uint64_t address, uint64_t bytes)
{
    return bytes >= 1 && bytes <= most_bytes && bytes - 1 <= UINT64_MAX - address;
}

static int check_event(const trace_event *event, uint32_t index, poise_error *err)
{
    if (event->kind >= TRACE_EVENT_KINDS)
        return poise_fail(err, POISE_DAMAGED, "buffer event %u has the unknown kind %u", index,
                          (unsigned)event->kind);
    if (!is_range(event->address, event->bytes))
        return poise_fail(err, POISE_DAMAGED, "buffer event %u has %llu bytes at address 0x%llx", index,
                          (unsigned long long)event->bytes, (unsigned long long)event->address);
    const bool copies = event->kind == TRACE_EVENT_COPY;
    if (copies ? !is_range(event->source, event->bytes) : event->source != 0)
        return poise_fail(err, POISE_DAMAGED, "buffer event %u has %llu bytes from address 0x%llx", index,
                          (unsigned long long)event->bytes, (unsigned long long)event->source);
    return POISE_OK;
}

int trace_events_check(const trace_event *events, uint32_t n_events, poise_error *err)
{
    if (n_events > TRACE_MAX_EVENTS)
        return poise_fail(err, POISE_DAMAGED, "%u buffer events are more than %d", n_events,
                          TRACE_MAX_EVENTS);
    int code = 0;
    for (uint32_t i = 0; code == POISE_OK && i < n_events; i++)
        code = check_event(&events[i], i, err);
    return code;
}

/* ---- the byte form ---- */

int trace_events_encode(const trace_event *events, uint32_t n_events, trace_bytes *out, poise_error *err)
{
    const size_t most = TRACE_VARINT_BYTES + (size_t)n_events * (1 + 4 * TRACE_VARINT_BYTES);
    const int code = trace_bytes_reserve(out, most, err);
    if (code != POISE_OK)
        return code;
    uint8_t *at = trace_put_varint(out->data + out->n, n_events);
    trace_event before = {0};
    for (uint32_t i = 0; i < n_events; i++) {
        const trace_event *event = &events[i];
        *at++ = (uint8_t)event->kind;
        at = trace_put_varint(at, trace_zigzag((uint64_t)event->buffer - before.buffer));
        at = trace_put_varint(at, trace_zigzag(event->address - before.address));
        at = trace_put_varint(at, event->bytes);
        if (event->kind == TRACE_EVENT_COPY)
            at = trace_put_varint(at, trace_zigzag(event->source - event->address));
        before = *event;
    }
    out->n = (size_t)(at - out->data);
    return POISE_OK;
}

static trace_event get_event(trace_input *in, const trace_event *before)
{
    trace_event event = {.kind = trace_get_u8(in)};
    const uint64_t buffer = before->buffer + trace_unzigzag(trace_get_varint(in));
    in->bad |= buffer > UINT32_MAX;
    event.buffer = (uint32_t)buffer;
    event.address = before->address + trace_unzigzag(trace_get_varint(in));
    event.bytes = trace_get_varint(in);
    if (event.kind == TRACE_EVENT_COPY)
        event.source = event.address + trace_unzigzag(trace_get_varint(in));
    return event;
}

static void get_events(trace_input *in, trace_event *events, uint32_t n_events)
{
    trace_event before = {0};
    for (uint32_t i = 0; i < n_events && !in->bad; i++)
        before = events[i] = get_event(in, &before);
}

int trace_events_decode(const uint8_t *data, size_t size, trace_event **events, uint32_t *n_events,
                        poise_error *err)
{
    trace_input in = {.at = data, .end = data + size};
    const uint64_t n = trace_get_varint(&in);
    *events = NULL;
    *n_events = 0;
    if (in.bad || n == 0 || n > TRACE_MAX_EVENTS || n > (size_t)(in.end - in.at) / LEAST_EVENT_BYTES)
        return poise_fail(err, POISE_DAMAGED, "the number of buffer events is out of range");
    trace_event *read = calloc((size_t)n, sizeof *read);
    if (read == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %llu buffer events", (unsigned long long)n);
    get_events(&in, read, (uint32_t)n);
    const int code = in.bad || in.at != in.end
                         ? poise_fail(err, POISE_DAMAGED, "the buffer events end too early or too late")
                         : trace_events_check(read, (uint32_t)n, err);
    if (code != POISE_OK) {
        free(read);
        return code;
    }
    *events = read;
    *n_events = (uint32_t)n;
    return POISE_OK;
}
