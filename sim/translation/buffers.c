/* What a vm policy is told of buffers when a launch begins. */
#include "sim/translation/pages.h"

static bool are_told(const page_tables *t)
{
    return t->vm->allocate || t->vm->release;
}

uint64_t pages_of_buffers(const page_tables *t, const warp_trace *trace)
{
    uint64_t n = 0;
    for (uint32_t i = 0; are_told(t) && i < trace->header.n_events && n <= PAGES_MOST_TOLD; i++) {
        const trace_event *e = &trace->header.events[i];
        if (e->kind == TRACE_EVENT_CREATE)
            n += ((e->address + e->bytes - 1) >> VM_LARGE_BITS) - (e->address >> VM_LARGE_BITS) + 1;
    }
    return n;
}

/* A buffer that lies in large pages has come, or gone. A file may tell of a release alone. */
static void count(page_tables *t, uint16_t space, const trace_event *e, bool is_new)
{
    uint64_t at = e->address >> VM_LARGE_BITS, last = (e->address + e->bytes - 1) >> VM_LARGE_BITS;
    for (; at <= last; at++) {
        vm_chunk *chunk = pages_chunk(t, space, at << VM_LARGE_BITS);
        if (chunk && is_new)
            chunk->known++;
        else if (chunk && chunk->known)
            chunk->known--;
    }
}

static void tell_events(page_tables *t, uint16_t space, const warp_trace *trace)
{
    for (uint32_t i = 0; i < trace->header.n_events && !t->fault; i++) {
        const trace_event *e = &trace->header.events[i];
        if (e->kind != TRACE_EVENT_CREATE && e->kind != TRACE_EVENT_RELEASE)
            continue;
        count(t, space, e, e->kind == TRACE_EVENT_CREATE);
        if (e->kind == TRACE_EVENT_CREATE && t->vm->allocate)
            t->vm->allocate(t->vm_state, space, e->address, e->bytes, pages_now(t));
        else if (e->kind == TRACE_EVENT_RELEASE && t->vm->release)
            t->vm->release(t->vm_state, space, e->address, e->bytes, pages_now(t));
    }
}

static bool is_new(const page_tables *t, uint16_t space, uint64_t large_page)
{
    const vm_chunk *chunk = pages_chunk(t, space, large_page << VM_LARGE_BITS);
    return chunk && chunk->is_new;
}

/* The large pages around `at` that are new, without a gap, are one buffer. */
static void tell_run(page_tables *t, uint16_t space, uint64_t at)
{
    uint64_t first = at, end = at;
    while (first && is_new(t, space, first - 1))
        first--;
    while (is_new(t, space, end))
        end++;
    for (uint64_t page = first; page < end; page++) {
        vm_chunk *chunk = pages_chunk(t, space, page << VM_LARGE_BITS);
        chunk->is_new = false;
        chunk->is_told = true;
    }
    t->vm->allocate(t->vm_state, space, first << VM_LARGE_BITS, (end - first) << VM_LARGE_BITS, pages_now(t));
}

void pages_tell_buffers(page_tables *t, const launch_pages *launch, const warp_trace *trace)
{
    uint16_t space = launch->space;
    if (!are_told(t))
        return;
    tell_events(t, space, trace);
    for (uint32_t i = 0; t->vm->allocate && i < trace->n_pages; i++) {
        vm_chunk *chunk = launch->chunk_of_page[i];
        chunk->is_new = !chunk->known && !chunk->is_told;
    }
    for (uint32_t i = 0; t->vm->allocate && i < trace->n_pages && !t->fault; i++)
        if (launch->chunk_of_page[i]->is_new)
            tell_run(t, space, launch->chunk_of_page[i]->number);
}
