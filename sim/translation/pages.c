#include "sim/translation/pages.h"

#include "common/line.h"

#include <stdlib.h>
#include <string.h>

/* ---- tables ---- */

static vm_chunk **find(const page_tables *t, uint16_t app, uint64_t number)
{
    uint64_t i = frame_set_hash(number << 16 | app) & (t->n_slots - 1);
    while (t->slot[i] && (t->slot[i]->number != number || t->slot[i]->app != app))
        i = (i + 1) & (t->n_slots - 1);
    return &t->slot[i];
}

vm_chunk *pages_chunk(const page_tables *t, uint16_t app, uint64_t address)
{
    return t->n_slots ? *find(t, app, address >> VM_LARGE_BITS) : NULL;
}

/* Twice as many slots as there may be chunks. */
static bool grow(page_tables *t, uint32_t more)
{
    uint32_t n = t->n_slots ? t->n_slots : 64;
    while (n < 2 * (t->n_chunks + more))
        n *= 2;
    if (n == t->n_slots)
        return true;
    vm_chunk **slot = calloc(n, sizeof(void *)), **old = t->slot;
    uint32_t n_old = t->n_slots;
    if (!slot || !frame_set_grow(&t->taken, (uint64_t)n * VM_CHUNK_PAGES)) {
        free(slot);
        return false;
    }
    t->slot = slot;
    t->n_slots = n;
    for (uint32_t i = 0; i < n_old; i++)
        if (old[i])
            *find(t, old[i]->app, old[i]->number) = old[i];
    free(old);
    return true;
}

/* ---- places ---- */

static uint64_t *entry_of(vm_chunk *chunk, uint64_t address)
{
    return &chunk->entry[address >> VM_BASE_BITS & (VM_CHUNK_PAGES - 1)];
}

/* Enters the pages of `address` .. as placed at physical `place`. */
static void enter(page_tables *t, vm_chunk *chunk, uint64_t address, uint64_t place, uint8_t page_bits)
{
    uint32_t n = 1u << (page_bits - VM_BASE_BITS);
    uint64_t *entry = entry_of(chunk, address >> page_bits << page_bits);
    chunk->is_large = page_bits == VM_LARGE_BITS;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t at = place + ((uint64_t)i << VM_BASE_BITS);
        if (!frame_set_take(&t->taken, at >> VM_BASE_BITS))
            pages_fail(t, PAGES_TAKEN, chunk->app, address, place);
        entry[i] = at | ENTRY_PRESENT;
    }
}

/* Whether a page of that size around `address` takes nothing from others. */
static bool fits(const page_tables *t, vm_chunk *chunk, uint64_t address, uint8_t page_bits)
{
    if (page_bits != t->page_bits && page_bits != VM_LARGE_BITS)
        return false;
    const uint64_t *entry = entry_of(chunk, address >> page_bits << page_bits),
                   *own = entry_of(chunk, address);
    for (uint32_t i = 0; i < 1u << (page_bits - VM_BASE_BITS); i++)
        if (entry[i] & ~(uint64_t)ENTRY_FAULT ||
            (entry[i] && &entry[i] != own && t->page_bits == VM_BASE_BITS))
            return false;
    return true;
}

static bool is_frame(uint64_t frame, uint8_t page_bits)
{
    return frame < UINT64_MAX >> page_bits && vm_is_place(frame << page_bits);
}

/* Asks the policy for the place of the page of `address`, which has none. */
static vm_answer place(page_tables *t, vm_chunk *chunk, uint64_t address)
{
    vm_place at = {.page_bits = t->page_bits};
    uint64_t page = address >> t->page_bits;
    t->is_placing = true;
    vm_answer answer = t->vm->place(t->vm_state, chunk->app, page, &at, pages_now(t));
    t->is_placing = false;
    if (answer != VM_PRESENT)
        return VM_FAULT;
    if (!fits(t, chunk, address, at.page_bits))
        pages_fail(t, PAGES_SIZE, chunk->app, address, at.frame);
    else if (!is_frame(at.frame, at.page_bits))
        pages_fail(t, PAGES_FRAME, chunk->app, address, at.frame);
    else
        enter(t, chunk, address, at.frame << at.page_bits, at.page_bits);
    return VM_PRESENT;
}

static uint8_t size_of(const page_tables *t, const vm_chunk *chunk, uint64_t entry)
{
    if (!(entry & ENTRY_PRESENT))
        return 0;
    return chunk->is_large ? VM_LARGE_BITS : t->page_bits;
}

static vm_chunk *asked_chunk(page_tables *t, uint16_t app, uint64_t address)
{
    vm_chunk *chunk = pages_chunk(t, app, address);
    if (!chunk)
        pages_fail(t, PAGES_NO_PAGE, app, address, 0);
    return chunk;
}

uint8_t pages_frame(page_tables *t, uint16_t app, uint64_t address)
{
    if (!t->are_placed)
        return t->page_bits;
    vm_chunk *chunk = asked_chunk(t, app, address);
    if (!chunk)
        return t->page_bits;
    uint64_t *entry = entry_of(chunk, address >> t->page_bits << t->page_bits);
    if (*entry & ENTRY_FAULT)
        return 0;
    if (!*entry && place(t, chunk, address) == VM_FAULT) {
        *entry = ENTRY_FAULT;
        return 0;
    }
    return size_of(t, chunk, *entry);
}

uint8_t pages_mapped(page_tables *t, uint16_t app, uint64_t address)
{
    if (!t->are_placed)
        return t->page_bits;
    vm_chunk *chunk = asked_chunk(t, app, address);
    return chunk ? size_of(t, chunk, *entry_of(chunk, address)) : t->page_bits;
}

bool pages_present(page_tables *t, uint16_t app, uint64_t address)
{
    vm_chunk *chunk = pages_chunk(t, app, address);
    uint64_t *entry = chunk ? entry_of(chunk, address >> t->page_bits << t->page_bits) : NULL;
    if (!entry || *entry != ENTRY_FAULT) {
        pages_fail(t, PAGES_PRESENT, app, address, 0);
        return false;
    }
    *entry = 0;
    if (place(t, chunk, address) == VM_PRESENT)
        return (*entry & ENTRY_PRESENT) != 0;
    pages_fail(t, PAGES_STILL, app, address, 0);
    return false;
}

/* Physical address of `address`, whose chunk has a place for it. */
static uint64_t translate(const vm_chunk *chunk, uint64_t address)
{
    uint64_t entry = chunk->entry[address >> VM_BASE_BITS & (VM_CHUNK_PAGES - 1)];
    return entry >> VM_BASE_BITS << VM_BASE_BITS | (address & ((1u << VM_BASE_BITS) - 1));
}

bool pages_have_place(const page_tables *t, uint16_t app, uint64_t address)
{
    if (!t->are_placed)
        return true;
    const vm_chunk *chunk = pages_chunk(t, app, address);
    return chunk && chunk->entry[address >> VM_BASE_BITS & (VM_CHUNK_PAGES - 1)] & ENTRY_PRESENT;
}

uint64_t pages_physical(const page_tables *t, uint16_t app, uint64_t address)
{
    return t->are_placed ? translate(pages_chunk(t, app, address), address)
                         : address | (uint64_t)app << VM_APP_SHIFT;
}

uint64_t pages_placed_line(const launch_pages *launch, uint32_t line)
{
    uint64_t in_chunk = line_address(line & ((1u << TRACE_PAGE_LINES_SHIFT) - 1));
    return translate(launch->chunk_of_page[line >> TRACE_PAGE_LINES_SHIFT], in_chunk);
}

/* ---- when a launch begins ---- */

static vm_chunk *make(page_tables *t, uint16_t space, uint64_t address)
{
    vm_chunk **slot = find(t, space, address >> VM_LARGE_BITS);
    if (!*slot) {
        *slot = calloc(1, sizeof **slot);
        if (!*slot)
            return NULL;
        **slot = (vm_chunk){.number = address >> VM_LARGE_BITS, .app = space};
        t->n_chunks++;
    }
    return *slot;
}

/* Without walks: every page of [address, end) that has no place. */
static void place_all(page_tables *t, uint16_t space, uint64_t address, uint64_t end)
{
    for (; address < end && !t->fault; address += UINT64_C(1) << t->page_bits)
        if (!pages_frame(t, space, address))
            pages_fail(t, PAGES_WAIT, space, address, 0);
}

/* Pages lie where their addresses say, in the part of memory that the program has. */
static int keep_addresses(launch_pages *launch, const warp_trace *trace, bool is_shared, poise_error *err)
{
    uint32_t n = trace->n_pages;
    const uint64_t *page = trace->page_address;
    uint64_t *frames = realloc(launch->frame_address, (n ? n : 1) * sizeof *frames);
    if (!frames)
        return poise_fail(err, POISE_FAILED, "no memory for the places of %u pages", n);
    launch->frame_address = frames;
    for (uint32_t i = 0; i < n; i++) {
        if (is_shared && page[i] >> VM_APP_SHIFT)
            return poise_fail(err, POISE_USAGE,
                              "kernel %s uses address %#llx: programs side by side need addresses below 2^%d",
                              trace->header.kernel, (unsigned long long)page[i], VM_APP_SHIFT);
        frames[i] = page[i] | (uint64_t)launch->space << VM_APP_SHIFT;
    }
    return POISE_OK;
}

static bool make_buffers(page_tables *t, uint16_t space, const warp_trace *trace, uint64_t large_pages)
{
    for (uint32_t i = 0; large_pages && i < trace->header.n_events; i++) {
        const trace_event *e = &trace->header.events[i];
        uint64_t at = e->address >> VM_LARGE_BITS, last = (e->address + e->bytes - 1) >> VM_LARGE_BITS;
        for (; e->kind == TRACE_EVENT_CREATE && at <= last; at++)
            if (!make(t, space, at << VM_LARGE_BITS))
                return false;
    }
    return true;
}

static bool make_tables(page_tables *t, launch_pages *launch, const warp_trace *trace, uint64_t code,
                        uint64_t code_end)
{
    uint32_t n = trace->n_pages, buffers = (uint32_t)pages_of_buffers(t, trace);
    uint64_t first = code >> VM_LARGE_BITS, last = (code_end - 1) >> VM_LARGE_BITS;
    vm_chunk **chunks = realloc(launch->chunk_of_page, (n ? n : 1) * sizeof(void *));
    if (!chunks)
        return false;
    launch->chunk_of_page = chunks;
    if (!grow(t, n + (uint32_t)(last - first) + 1 + buffers) ||
        !make_buffers(t, launch->space, trace, buffers))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        chunks[i] = make(t, launch->space, trace->page_address[i]);
        if (!chunks[i])
            return false;
    }
    for (; first <= last; first++)
        if (!make(t, launch->space, first << VM_LARGE_BITS))
            return false;
    return true;
}

/* A fetch may run past the last instruction, within its line. */
static uint64_t end_of_code(const page_tables *t, const warp_trace *trace, uint64_t code)
{
    return code + (uint64_t)trace->header.n_inst * t->base->config.inst_bytes + LINE_BYTES;
}

int pages_announce(page_tables *t, launch_pages *launch, const warp_trace *trace, uint64_t code,
                   poise_error *err)
{
    if (!t->are_placed)
        return POISE_OK;
    const uint64_t first = code >> t->page_bits << t->page_bits;
    if (pages_of_buffers(t, trace) > PAGES_MOST_TOLD)
        return poise_fail(err, POISE_USAGE, "buffers of kernel %s lie in more than %d pages of 2 MB",
                          trace->header.kernel, PAGES_MOST_TOLD);
    if (!make_tables(t, launch, trace, first, end_of_code(t, trace, code)))
        return poise_fail(err, POISE_FAILED, "no memory for the page tables of %u pages", trace->n_pages);
    pages_tell_buffers(t, launch, trace);
    return POISE_OK;
}

int pages_begin(page_tables *t, launch_pages *launch, const warp_trace *trace, uint64_t code, bool is_shared,
                poise_error *err)
{
    if (!t->are_placed)
        return keep_addresses(launch, trace, is_shared, err);
    for (uint32_t i = 0; !t->are_walked && i < trace->n_pages; i++)
        place_all(t, launch->space, trace->page_address[i], trace->page_address[i] + (1u << VM_LARGE_BITS));
    if (!t->are_walked)
        place_all(t, launch->space, code >> t->page_bits << t->page_bits, end_of_code(t, trace, code));
    return POISE_OK;
}

void launch_pages_free(launch_pages *launch)
{
    free(launch->frame_address);
    free(launch->chunk_of_page);
}

void pages_end(page_tables *t, uint16_t space)
{
    if (!t->n_slots)
        return;
    frame_set_clear(&t->taken);
    for (uint32_t i = 0; i < t->n_slots; i++) {
        vm_chunk *chunk = t->slot[i];
        if (chunk && chunk->app == space) {
            chunk->is_large = chunk->is_told = false;
            chunk->known = 0;
        }
        for (uint32_t k = 0; chunk && k < VM_CHUNK_PAGES; k++) {
            if (chunk->app == space && chunk->entry[k] & ENTRY_PRESENT)
                chunk->entry[k] = 0;
            if (chunk->entry[k] & ENTRY_PRESENT)
                (void)frame_set_take(&t->taken, chunk->entry[k] >> VM_BASE_BITS);
        }
    }
}

void pages_free(page_tables *t)
{
    for (uint32_t i = 0; i < t->n_slots; i++)
        free(t->slot[i]);
    free(t->slot);
    frame_set_free(&t->taken);
    t->slot = NULL;
    t->n_slots = 0;
}
