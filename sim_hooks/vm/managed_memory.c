#include "sim_hooks/vm/managed_memory.h"

#include <stdlib.h>

void managed_memory_free(managed_memory *m)
{
    for (uint32_t i = 0; i < m->n; i++)
        free(m->region[i]);
    free(m->region);
    page_book_free(&m->book);
}

static bool make_room(managed_memory *m)
{
    if (m->n < m->room)
        return true;
    const uint32_t more = m->room ? 2 * m->room : 64;
    managed_region **grown = realloc(m->region, more * sizeof(void *));
    if (!grown)
        return false;
    m->region = grown;
    m->room = more;
    return true;
}

static managed_region *make_region(managed_memory *m, page_note *note)
{
    if (!make_room(m))
        return NULL;
    managed_region *r = calloc(1, sizeof *r + m->blocks * sizeof *r->block);
    if (!r)
        return NULL;
    r->app = page_note_app(note);
    r->number = page_note_page(note);
    r->index = m->n;
    m->region[m->n++] = r;
    note->number = m->n;
    return r;
}

managed_region *managed_region_of(managed_memory *m, uint16_t app, uint64_t page, bool may_make)
{
    page_note *note = page_book_find(&m->book, app, page / REGION_PAGES);
    if (!note)
        return NULL;
    if (note->number)
        return m->region[note->number - 1];
    return may_make ? make_region(m, note) : NULL;
}

managed_region *managed_region_at(const managed_memory *m, uint32_t number, uint32_t *block)
{
    *block = number % m->blocks;
    return m->region[number / m->blocks];
}

static void unmap(managed_memory *m, const managed_region *r, uint64_t page, bool is_evicted)
{
    void *opaque = m->host->opaque;
    if (is_evicted) /* for the lines in caches, which go with the copy */
        m->host->move(opaque, r->app, page, page_frame(r->app, page, true));
    m->host->unmap(opaque, r->app, page);
}

void managed_unmap(managed_memory *m, managed_region *r, uint32_t block, bool is_evicted)
{
    for (uint32_t i = block * m->block_pages; i < (block + 1) * m->block_pages; i++) {
        if (!(r->placed[i / 64] >> i % 64 & 1))
            continue;
        r->placed[i / 64] &= ~(UINT64_C(1) << i % 64);
        unmap(m, r, r->number * REGION_PAGES + i, is_evicted);
    }
}

managed_region *managed_victim(const managed_memory *m)
{
    managed_region *victim = NULL;
    for (uint32_t i = 0; i < m->n; i++)
        if (m->region[i]->near && (!victim || m->region[i]->stamp < victim->stamp))
            victim = m->region[i];
    return victim;
}
