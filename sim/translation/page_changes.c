/* Pages that change: large pages that come to be and go, pages that move or go (sim_hooks/vm.h; Mosaic, [RA]
 * 7.3.3, 7.3.4). */
#include "sim/translation/pages.h"
#include "sim_hooks/tlb/page_table.h"

/* ---- page-table entries that have to be written ---- */

static void write_lines(page_tables *t, vm_chunk *chunk, uint64_t lines)
{
    if (!chunk->unwritten) {
        chunk->next_unwritten = NULL;
        if (t->unwritten)
            t->last_unwritten->next_unwritten = chunk;
        else
            t->unwritten = chunk;
        t->last_unwritten = chunk;
    }
    chunk->unwritten |= lines;
}

static uint32_t next_line(const vm_chunk *chunk)
{
    const bool is_large = chunk->unwritten >> UNWRITTEN_LARGE & 1;
    return is_large ? UNWRITTEN_LARGE : (uint32_t)__builtin_ctzll(chunk->unwritten);
}

/* That of the large page first: it counts from then on ([RA] 7.3.3). */
bool pages_next_unwritten(const page_tables *t, tlb_read *write)
{
    const vm_chunk *chunk = t->unwritten;
    if (!chunk)
        return false;
    const uint32_t line = next_line(chunk);
    const bool is_large = line == UNWRITTEN_LARGE;
    *write = (tlb_read){.address = chunk->number << VM_LARGE_BITS,
                        .app = chunk->app,
                        .depth = is_large ? PAGE_TABLE_LEVELS - 1 : PAGE_TABLE_LEVELS};
    write->address += is_large ? 0 : (uint64_t)line * UNWRITTEN_PAGES << VM_BASE_BITS;
    return true;
}

void pages_written(page_tables *t)
{
    vm_chunk *chunk = t->unwritten;
    chunk->unwritten &= ~(UINT64_C(1) << next_line(chunk));
    if (!chunk->unwritten)
        t->unwritten = chunk->next_unwritten;
}

void pages_forget_unwritten(page_tables *t)
{
    for (; t->unwritten; t->unwritten = t->unwritten->next_unwritten)
        t->unwritten->unwritten = 0;
}

/* ---- large pages ---- */

/* Whether its base pages lie in a large frame in order; those without a place get one. */
static bool is_contiguous(page_tables *t, vm_chunk *chunk)
{
    for (uint32_t i = 0; i < VM_CHUNK_PAGES; i++) {
        uint64_t address = (chunk->number << VM_LARGE_BITS) + ((uint64_t)i << VM_BASE_BITS);
        if (!chunk->entry[i] && !pages_frame(t, chunk->app, address))
            return false;
        if (chunk->is_large || !(chunk->entry[i] & ENTRY_PRESENT) ||
            chunk->entry[i] >> VM_BASE_BITS != (chunk->entry[0] >> VM_BASE_BITS) + i)
            return false;
    }
    return chunk->entry[0] >> VM_BASE_BITS << VM_BASE_BITS == chunk->entry[0] >> VM_LARGE_BITS
                                                                                     << VM_LARGE_BITS;
}

void pages_coalesce(page_tables *t, uint16_t app, uint64_t large_page)
{
    uint64_t address = large_page << VM_LARGE_BITS;
    vm_chunk *chunk = pages_chunk(t, app, address);
    if (!chunk || chunk->is_large || t->page_bits != VM_BASE_BITS || !is_contiguous(t, chunk)) {
        pages_fail(t, PAGES_COALESCE, app, address, 0);
        return;
    }
    chunk->is_large = true;
    write_lines(t, chunk, UNWRITTEN_ALL);
}

void pages_splinter(page_tables *t, uint16_t app, uint64_t large_page)
{
    uint64_t address = large_page << VM_LARGE_BITS;
    vm_chunk *chunk = pages_chunk(t, app, address);
    if (!chunk || !chunk->is_large || t->page_bits != VM_BASE_BITS) {
        pages_fail(t, PAGES_SPLINTER, app, address, 0);
        return;
    }
    chunk->is_large = false;
    for (uint32_t i = 0; i < VM_CHUNK_PAGES; i++) {
        if (!(chunk->entry[i] & ENTRY_HOLE))
            continue;
        frame_set_leave(&t->taken, chunk->entry[i] >> VM_BASE_BITS);
        chunk->entry[i] = 0;
    }
    write_lines(t, chunk, UNWRITTEN_ALL);
    const tlb_page changed = {.page = large_page, .app = app, .page_bits = VM_LARGE_BITS};
    t->changes.changed(t->changes.owner, &changed);
}

/* ---- base pages ---- */

/* The entry of a base page; NULL when none may change. */
static uint64_t *entry_of(page_tables *t, uint16_t app, uint64_t page, vm_chunk **chunk)
{
    *chunk = pages_chunk(t, app, page << VM_BASE_BITS);
    uint64_t *entry = *chunk ? &(*chunk)->entry[page & (VM_CHUNK_PAGES - 1)] : NULL;
    if (entry && *entry && t->page_bits == VM_BASE_BITS)
        return entry;
    pages_fail(t, PAGES_CHANGE, app, page << VM_BASE_BITS, 0);
    return NULL;
}

/* TLBs lose it. */
static void lose(page_tables *t, vm_chunk *chunk, uint64_t page)
{
    const uint64_t index = page & (VM_CHUNK_PAGES - 1);
    const tlb_page changed = {.page = page, .app = chunk->app, .page_bits = VM_BASE_BITS};
    t->changes.changed(t->changes.owner, &changed);
    write_lines(t, chunk, UINT64_C(1) << index / UNWRITTEN_PAGES);
}

void pages_move(page_tables *t, uint16_t app, uint64_t page, uint64_t frame)
{
    vm_chunk *chunk;
    uint64_t *entry = entry_of(t, app, page, &chunk);
    if (!entry)
        return;
    if (chunk->is_large || !(*entry & ENTRY_PRESENT)) {
        pages_fail(t, PAGES_CHANGE, app, page << VM_BASE_BITS, frame);
    } else if (frame >= UINT64_MAX >> VM_BASE_BITS || !vm_is_place(frame << VM_BASE_BITS)) {
        pages_fail(t, PAGES_FRAME, app, page << VM_BASE_BITS, frame);
    } else if (!frame_set_take(&t->taken, frame)) {
        pages_fail(t, PAGES_TAKEN, app, page << VM_BASE_BITS, frame);
    } else {
        const uint64_t from = *entry >> VM_BASE_BITS;
        frame_set_leave(&t->taken, from);
        *entry = frame << VM_BASE_BITS | ENTRY_PRESENT;
        lose(t, chunk, page);
        t->changes.moved(t->changes.owner, app, from << VM_BASE_BITS, frame << VM_BASE_BITS);
    }
}

void pages_unmap(page_tables *t, uint16_t app, uint64_t page)
{
    vm_chunk *chunk;
    uint64_t *entry = entry_of(t, app, page, &chunk);
    if (!entry)
        return;
    if (*entry == ENTRY_FAULT) {
        *entry = 0;
        return;
    }
    if (chunk->is_large) {
        *entry |= ENTRY_HOLE;
    } else {
        if (t->changes.gone)
            t->changes.gone(t->changes.owner, app, page);
        frame_set_leave(&t->taken, *entry >> VM_BASE_BITS);
        *entry = 0;
    }
    lose(t, chunk, page);
}

bool pages_is_dirty(const page_tables *t, uint16_t app, uint64_t page)
{
    const vm_chunk *chunk = pages_chunk(t, app, page << VM_BASE_BITS);
    const uint64_t entry = chunk ? chunk->entry[page & (VM_CHUNK_PAGES - 1)] : 0;
    return entry & ENTRY_PRESENT &&
           t->changes.is_dirty(t->changes.owner, app, entry >> VM_BASE_BITS << VM_BASE_BITS);
}
