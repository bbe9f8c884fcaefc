#include "capture/platform/session/buffer_log.h"

#include "capture/capture_environment.h"
#include "capture/platform/session/tally.h"

#include <stdlib.h>

static struct {
    trace_event *events;
    uint32_t n, room;
    uint64_t lost;
} buffer_log;

static bool is_wanted(void)
{
    return getenv(CAPTURE_ENV_FOLDER) && getenv(CAPTURE_ENV_BUFFERS);
}

static bool make_room(void)
{
    if (buffer_log.n < buffer_log.room)
        return true;
    const uint32_t room = 2 * buffer_log.room + 64;
    trace_event *grown = realloc(buffer_log.events, room * sizeof *grown);
    if (!grown)
        return false;
    buffer_log.events = grown;
    buffer_log.room = room;
    return true;
}

/* Half of the room is kept for creations and releases, without which later events mean nothing. */
static void add(trace_event event)
{
    bool allocates = event.kind == TRACE_EVENT_CREATE || event.kind == TRACE_EVENT_RELEASE;
    uint32_t most = allocates ? TRACE_MAX_EVENTS : TRACE_MAX_EVENTS / 2;
    if (buffer_log.n >= most || !make_room())
        buffer_log.lost++;
    else
        buffer_log.events[buffer_log.n++] = event;
}

/* Sub-buffers have no memory of their own. */
static cl_mem owner(cl_mem memory)
{
    return memory->parent ? memory->parent : memory;
}

static trace_event event_of(trace_event_kind kind, cl_mem memory, const char *first, size_t bytes)
{
    return (trace_event){
        .kind = kind, .buffer = owner(memory)->number, .address = (uint64_t)(uintptr_t)first, .bytes = bytes};
}

void capture_log_create(cl_mem memory)
{
    if (!is_wanted())
        return;
    capture_tally *tally = capture_tally_get();
    memory->number = tally ? atomic_fetch_add(&tally->n_buffers, 1) : 0;
    add(event_of(TRACE_EVENT_CREATE, memory, memory->data, memory->bytes));
}

void capture_log_release(cl_mem memory)
{
    if (is_wanted())
        add(event_of(TRACE_EVENT_RELEASE, memory, memory->data, memory->bytes));
}

void capture_log_transfer(trace_event_kind kind, cl_mem memory, const char *first, size_t bytes,
                          const char *source)
{
    if (!is_wanted())
        return;
    trace_event event = event_of(kind, memory, first, bytes);
    event.source = (uint64_t)(uintptr_t)source;
    add(event);
}

const trace_event *capture_log_events(uint32_t *n_events)
{
    *n_events = buffer_log.n;
    return buffer_log.events;
}

uint64_t capture_log_lost(void)
{
    return buffer_log.lost;
}

void capture_log_clear(void)
{
    buffer_log.n = 0;
    buffer_log.lost = 0;
}
