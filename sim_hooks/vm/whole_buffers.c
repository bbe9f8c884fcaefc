#include "sim_hooks/vm/whole_buffers.h"

#include <stdlib.h>

void whole_buffers_free(whole_buffers *b)
{
    page_book_free(&b->book);
    free(b->buffer);
}

static uint64_t first_page(const whole_buffer *buffer)
{
    return buffer->address >> VM_BASE_BITS;
}

/* Another slot, at the end or one that is free. NO_BUFFER: no memory. */
static uint32_t new_slot(whole_buffers *b)
{
    for (uint32_t i = 0; i < b->n; i++)
        if (!b->buffer[i].pages)
            return i;
    const uint32_t more = b->n ? 2 * b->n : 16;
    whole_buffer *grown = realloc(b->buffer, more * sizeof *grown);
    if (!grown)
        return NO_BUFFER;
    b->buffer = grown;
    for (uint32_t i = b->n; i < more; i++)
        grown[i] = (whole_buffer){0};
    const uint32_t slot = b->n;
    b->n = more;
    return slot;
}

bool whole_buffers_add(whole_buffers *b, uint16_t app, uint64_t address, uint64_t bytes)
{
    const uint32_t slot = new_slot(b);
    if (slot == NO_BUFFER)
        return false;
    const uint64_t first = address >> VM_BASE_BITS, last = last_page(address, bytes);
    b->buffer[slot] = (whole_buffer){.address = address, .pages = last - first + 1, .app = app};
    b->total[app] += last - first + 1;
    for (uint64_t page = first; page <= last; page++) {
        page_note *note = page_book_find(&b->book, app, page);
        if (!note)
            return false;
        note->buffers++;
    }
    return true;
}

uint32_t whole_buffers_find(const whole_buffers *b, uint16_t app, uint64_t address)
{
    for (uint32_t i = 0; i < b->n; i++)
        if (b->buffer[i].pages && b->buffer[i].app == app && b->buffer[i].address == address)
            return i;
    return NO_BUFFER;
}

static bool is_away(const page_note *note)
{
    return note->buffers && !note->near;
}

/* A page that has a place is where it should be. */
static void settle_page(whole_buffers *b, page_note *note)
{
    if (!note->is_placed || note->is_host == is_away(note))
        return;
    note->is_host = is_away(note);
    const uint16_t app = page_note_app(note);
    const uint64_t page = page_note_page(note);
    b->host->move(b->host->opaque, app, page, page_frame(app, page, note->is_host));
}

static void leave_page(whole_buffers *b, page_note *note, bool was_near)
{
    note->buffers--;
    note->near -= was_near;
    if (note->buffers) {
        settle_page(b, note);
        return;
    }
    if (note->is_placed)
        b->host->unmap(b->host->opaque, page_note_app(note), page_note_page(note));
    page_note_clear(note);
}

void whole_buffers_remove(whole_buffers *b, uint32_t i)
{
    whole_buffer *buffer = &b->buffer[i];
    for (uint64_t k = 0; k < buffer->pages; k++) {
        page_note *note = page_book_find(&b->book, buffer->app, first_page(buffer) + k);
        if (note && note->buffers)
            leave_page(b, note, buffer->where == BUFFER_NEAR);
    }
    b->total[buffer->app] -= buffer->pages;
    buffer->pages = 0;
}

void whole_buffers_forget(whole_buffers *b, uint16_t app)
{
    for (uint64_t i = 0; i < b->book.slots; i++)
        if (b->book.note[i].key && page_note_app(&b->book.note[i]) == app)
            page_note_clear(&b->book.note[i]);
    for (uint32_t i = 0; i < b->n; i++)
        if (b->buffer[i].app == app)
            b->buffer[i].pages = 0;
    b->total[app] = 0;
}

void whole_buffers_put(whole_buffers *b, uint32_t i, buffer_place where)
{
    whole_buffer *buffer = &b->buffer[i];
    const bool was_near = buffer->where == BUFFER_NEAR, is_near = where == BUFFER_NEAR;
    buffer->where = where;
    for (uint64_t k = 0; k < buffer->pages && was_near != is_near; k++) {
        page_note *note = page_book_find(&b->book, buffer->app, first_page(buffer) + k);
        if (!note)
            continue;
        note->near = is_near ? note->near + 1 : note->near - 1;
        note->is_written &= note->buffers > 1;
        settle_page(b, note);
    }
}

uint64_t whole_buffers_frame(whole_buffers *b, uint16_t app, uint64_t page)
{
    page_note *note = page_book_find(&b->book, app, page);
    if (!note)
        return PAGE_NO_FRAME;
    note->is_placed = true;
    note->is_host = is_away(note);
    return page_frame(app, page, note->is_host);
}

/* ---- what is written ---- */

/* The page that has the frame; NULL = a page of no buffer. */
static page_note *note_at(const whole_buffers *b, uint16_t app, uint64_t frame)
{
    for (uint32_t i = 0; i < PAGE_BOOK_PROGRAMS; i++) {
        const uint16_t owner = (uint16_t)((app + i) % PAGE_BOOK_PROGRAMS);
        page_note *note = page_book_known(&b->book, owner, page_frame(owner, frame, false));
        if (note && note->is_placed && !note->is_host && note->buffers)
            return note;
    }
    return NULL;
}

void whole_buffers_write(whole_buffers *b, uint16_t app, uint64_t address)
{
    page_note *note = vm_is_host(address) ? NULL : note_at(b, app, address >> VM_BASE_BITS);
    if (note)
        note->is_written = true;
}

static bool is_written(const whole_buffers *b, uint16_t app, uint64_t page)
{
    const page_note *note = page_book_known(&b->book, app, page);
    return note && (note->is_written || (note->is_placed && b->host->is_dirty(b->host->opaque, app, page)));
}

uint64_t whole_buffers_written(const whole_buffers *b, uint32_t i, uint64_t block_pages)
{
    const whole_buffer *buffer = &b->buffer[i];
    uint64_t written = 0;
    for (uint64_t k = 0; k < buffer->pages; k += block_pages) {
        const uint64_t left = buffer->pages - k, pages = left < block_pages ? left : block_pages;
        uint64_t clean = 0;
        while (clean < pages && !is_written(b, buffer->app, first_page(buffer) + k + clean))
            clean++;
        written += clean < pages ? pages : 0;
    }
    return written;
}
