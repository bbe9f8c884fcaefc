/* Allocation, which evicts what does not fit beside it [KE 3.2.1, 5.3.4], and freeing. */
#include "swap/swap_state.h"

static bool overlaps(const swap *s, const swap_request *r)
{
    const uint64_t pages = swap_pages(r->bytes + SWAP_PAGE - 1);
    const uint32_t before = swap_buffers_floor(s, r->app, r->first_page + pages - 1);
    if (before == SWAP_NONE)
        return false;
    const swap_buffer *b = &s->buffer[before];
    return b->first_page + swap_pages(b->bytes) > r->first_page;
}

static int check(const swap *s, const swap_request *r, poise_error *err)
{
    if (s->plan.is_on)
        return poise_fail(err, POISE_USAGE, "swap: an allocation while chunks are moved must wait");
    if (r->app >= s->options.apps)
        return poise_fail(err, POISE_USAGE, "swap: application %u: there are %u", r->app, s->options.apps);
    if (r->bytes == 0 || r->bytes > SWAP_SIZE_MOST || r->first_page >= SWAP_PAGES_END)
        return poise_fail(err, POISE_USAGE, "swap: a buffer of %llu bytes at page %llu: out of range",
                          (unsigned long long)r->bytes, (unsigned long long)r->first_page);
    if (overlaps(s, r))
        return poise_fail(err, POISE_USAGE, "swap: a buffer of application %u overlaps another at page %llu",
                          r->app, (unsigned long long)r->first_page);
    return POISE_OK;
}

/* One chunk, as what has gone already counts for the next decision [KE 5.3.6]. */
static int evict_one(swap *s, poise_error *err)
{
    const uint32_t victim = swap_victim(s);
    if (victim == SWAP_NONE)
        return poise_fail(err, POISE_FAILED,
                          "swap: %llu bytes of driver-internal buffers do not fit into VRAM",
                          (unsigned long long)s->system_bytes);
    const uint32_t chunk = swap_lists_lowest(s, (uint16_t)victim, SWAP_VRAM);
    const uint64_t bytes = s->chunk[chunk].bytes;
    if (!swap_host_has_room(s, bytes))
        return poise_fail(err, POISE_FAILED,
                          "swap: host memory is exhausted: a chunk of %llu bytes must be evicted, and %llu "
                          "of %llu bytes are taken",
                          (unsigned long long)bytes, (unsigned long long)s->host_bytes,
                          (unsigned long long)s->options.host_bytes);
    if (s->chunk[chunk].state != SWAP_PENDING)
        return swap_plan_add(s, chunk) ? POISE_OK
                                       : poise_fail(err, POISE_FAILED, "swap: no memory for a plan");
    swap_lists_shift(s, chunk);
    swap_host_hold(s, bytes);
    return POISE_OK;
}

int swap_allocate(swap *s, const swap_request *request, uint32_t *buffer, poise_error *err)
{
    int code = check(s, request, err);
    if (code == POISE_OK)
        code = swap_buffers_make(s, request, buffer, err);
    if (code != POISE_OK)
        return code;
    while (code == POISE_OK && s->vram_bytes > s->options.vram_bytes)
        code = evict_one(s, err);
    if (code != POISE_OK) {
        swap_plan_undo(s);
        swap_free(s, *buffer);
        s->counts.freed--;
        s->counts.refused++;
        *buffer = SWAP_NONE;
        return code;
    }
    s->counts.allocations++;
    swap_plan_ready(s, *buffer);
    return POISE_OK;
}

static void free_chunk(swap *s, uint32_t chunk)
{
    swap_chunk *c = &s->chunk[chunk];
    if (c->is_system) {
        s->app[c->app].system_bytes -= c->bytes;
        s->system_bytes -= c->bytes;
        s->vram_bytes -= c->bytes;
    } else {
        swap_lists_remove(s, chunk);
    }
    if (c->state == SWAP_COPYING) {
        c->state = SWAP_DOOMED;
        c->buffer = c->move = SWAP_NONE;
        return;
    }
    if (c->where == SWAP_SYSRAM || c->state == SWAP_PLANNED)
        swap_host_release(s, c->bytes);
    swap_places_give(&s->places, c->place);
    if (c->state == SWAP_PLANNED)
        s->move[c->move].chunk = SWAP_NONE;
    swap_chunks_drop(s, chunk);
}

void swap_free(swap *s, uint32_t buffer)
{
    if (!swap_is_buffer(s, buffer))
        return;
    for (uint32_t i = 0; i < s->buffer[buffer].n_chunks; i++)
        free_chunk(s, s->buffer[buffer].chunk[i]);
    swap_buffers_drop(s, buffer);
    s->counts.freed++;
    if (s->plan.buffer == buffer)
        s->plan.buffer = SWAP_NONE;
    swap_plan_advance(s);
}

void swap_end(swap *s, uint16_t app)
{
    if (app >= s->options.apps)
        return;
    swap_app *a = &s->app[app];
    while (a->root != SWAP_NONE)
        swap_free(s, a->root);
    *a = (swap_app){.weight = 1, .slowdown = 1, .root = SWAP_NONE};
}
