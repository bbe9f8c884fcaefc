/* Beginning, end, and what can be asked. */
#include "swap/swap_state.h"

#include <stdlib.h>

static int check(const swap_options *o, poise_error *err)
{
    if (o->vram_bytes < SWAP_PAGE || o->vram_bytes > SWAP_VRAM_MOST || o->vram_bytes % SWAP_PAGE != 0)
        return poise_fail(err, POISE_USAGE,
                          "swap: %llu bytes of VRAM: must be pages of %d bytes, at most %llu bytes",
                          (unsigned long long)o->vram_bytes, SWAP_PAGE, (unsigned long long)SWAP_VRAM_MOST);
    const uint32_t c = o->chunk_bytes;
    if (c != 0 && (c < SWAP_PAGE || c > SWAP_CHUNK_MOST || (c & (c - 1)) != 0))
        return poise_fail(err, POISE_USAGE, "swap: chunks of %lu bytes: must be a power of two, %d to %d",
                          (unsigned long)c, SWAP_PAGE, SWAP_CHUNK_MOST);
    if (o->apps == 0 || o->apps > SWAP_APPS_MOST)
        return poise_fail(err, POISE_USAGE, "swap: %u applications: must be 1 to %d", o->apps,
                          SWAP_APPS_MOST);
    if ((unsigned)o->victims >= SWAP_VICTIMS || (unsigned)o->policy >= SWAP_POLICIES)
        return poise_fail(err, POISE_USAGE, "swap: there is no such policy");
    return POISE_OK;
}

static bool make(swap *s)
{
    const uint16_t apps = s->options.apps;
    s->app = calloc(apps, sizeof *s->app);
    s->list = calloc((size_t)apps * SWAP_PLACES, sizeof *s->list);
    s->sort_at = calloc(apps, sizeof *s->sort_at);
    const bool has_places = swap_places_make(&s->places, swap_pages(s->options.vram_bytes));
    if (!s->app || !s->list || !s->sort_at || !has_places)
        return false;
    for (uint32_t i = 0; i < apps; i++)
        s->app[i] = (swap_app){.weight = 1, .slowdown = 1, .root = SWAP_NONE};
    for (uint32_t i = 0; i < (uint32_t)apps * SWAP_PLACES; i++)
        s->list[i].oldest = s->list[i].newest = SWAP_NONE;
    return true;
}

swap *swap_open(const swap_options *options, poise_error *err)
{
    if (check(options, err) != POISE_OK)
        return NULL;
    swap *s = calloc(1, sizeof *s);
    if (s) {
        s->options = *options;
        s->options.chunk_bytes = options->chunk_bytes ? options->chunk_bytes : SWAP_CHUNK_DEFAULT;
        s->free_buffer = s->free_chunk = s->plan.buffer = SWAP_NONE;
        poise_random_seed(&s->random, options->seed);
    }
    if (s && make(s))
        return s;
    swap_close(s);
    poise_fail(err, POISE_FAILED, "swap: no memory for %llu bytes of VRAM",
               (unsigned long long)options->vram_bytes);
    return NULL;
}

void swap_close(swap *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; s->list && i < (uint32_t)s->options.apps * SWAP_PLACES; i++)
        swap_lists_clear(&s->list[i]);
    for (uint32_t i = 0; i < s->n_buffers; i++)
        free(s->buffer[i].chunk);
    swap_places_clear(&s->places);
    free(s->app);
    free(s->list);
    free(s->buffer);
    free(s->chunk);
    free(s->move);
    free(s->sorted);
    free(s->sort_at);
    free(s);
}

const swap_options *swap_options_of(const swap *s)
{
    return &s->options;
}

const swap_chunk *swap_chunk_at(const swap *s, uint32_t chunk)
{
    return chunk < s->n_chunks && s->chunk[chunk].state != SWAP_UNUSED ? &s->chunk[chunk] : NULL;
}

const swap_buffer *swap_buffer_at(const swap *s, uint32_t buffer)
{
    return swap_is_buffer(s, buffer) ? &s->buffer[buffer] : NULL;
}

const swap_app *swap_app_at(const swap *s, uint16_t app)
{
    return app < s->options.apps ? &s->app[app] : NULL;
}

const swap_counts *swap_counts_of(const swap *s)
{
    return &s->counts;
}

uint64_t swap_vram_bytes(const swap *s)
{
    return s->vram_bytes;
}

uint64_t swap_host_bytes(const swap *s)
{
    return s->host_bytes;
}

swap_segment swap_segment_at(const swap *s, uint32_t place)
{
    return place < s->places.pages ? s->places.segment[place] : (swap_segment){.next = SWAP_NONE};
}

uint32_t swap_find(const swap *s, uint16_t app, uint64_t page)
{
    const uint32_t buffer = app < s->options.apps ? swap_buffers_floor(s, app, page) : SWAP_NONE;
    if (buffer == SWAP_NONE)
        return SWAP_NONE;
    const swap_buffer *b = &s->buffer[buffer];
    const uint64_t in_buffer = page - b->first_page;
    if (in_buffer >= swap_pages(b->bytes))
        return SWAP_NONE;
    return b->chunk[b->is_system ? 0 : in_buffer / swap_pages(s->options.chunk_bytes)];
}

swap_where swap_data_of(const swap *s, uint32_t chunk)
{
    if (!swap_is_chunk(s, chunk) || s->chunk[chunk].state == SWAP_PENDING)
        return SWAP_PLACES;
    const swap_chunk *c = &s->chunk[chunk];
    if (!swap_is_moving(c))
        return c->where;
    return c->where == SWAP_VRAM ? SWAP_SYSRAM : SWAP_VRAM;
}

uint32_t swap_place(const swap *s, uint16_t app, uint64_t page)
{
    const uint32_t chunk = swap_find(s, app, page);
    if (chunk == SWAP_NONE || swap_data_of(s, chunk) != SWAP_VRAM)
        return SWAP_NONE;
    uint64_t in_chunk = page - s->chunk[chunk].first_page;
    uint32_t place = s->chunk[chunk].place;
    while (in_chunk >= s->places.segment[place].pages) {
        in_chunk -= s->places.segment[place].pages;
        place = s->places.segment[place].next;
    }
    return place + (uint32_t)in_chunk;
}
