/* Buffers of programs as buffers of the allocator. Programs have theirs anywhere, the allocator whole pages
 * that nobody else has: a page in which two buffers lie belongs to the one that came first, and what it came
 * with stays until both are gone (our choice; a driver gives each allocation pages of its own). */
#include "sim_hooks/vm/gpuswap.h"

#include <stdlib.h>
#include <string.h>

enum { APP_SHIFT = 40 - VM_BASE_BITS };

uint64_t gpuswap_frame(uint16_t app, uint64_t page, swap_where where)
{
    const uint64_t frame = page ^ (uint64_t)app << APP_SHIFT;
    return where == SWAP_SYSRAM ? frame | VM_HOST_MEMORY >> VM_BASE_BITS : frame;
}

gpuswap_extent *gpuswap_extent_of(const gpuswap *s, uint16_t app, uint64_t page)
{
    const uint32_t chunk = swap_find(s->memory, app, page);
    return chunk == SWAP_NONE ? NULL : s->extent[swap_chunk_at(s->memory, chunk)->buffer];
}

static uint64_t first_page(const gpuswap_request *r)
{
    return r->address >> VM_BASE_BITS;
}

static uint64_t end_page(const gpuswap_request *r)
{
    return ((r->address + r->bytes - 1) >> VM_BASE_BITS) + 1;
}

static void refuse(gpuswap *s, gpuswap_request *r)
{
    r->is_over = true;
    s->host->refuse(s->host->opaque, r->app, r->address, r->bytes);
}

/* ---- extents ---- */

static void drop_extent(gpuswap *s, gpuswap_extent *e)
{
    s->extent[e->buffer] = NULL;
    free(e->placed);
    free(e->large);
    free(e);
}

static bool room_for_extent(gpuswap *s, uint32_t buffer)
{
    if (buffer < s->extents)
        return true;
    const uint32_t n = buffer < 32 ? 64 : 2 * buffer;
    gpuswap_extent **grown = realloc(s->extent, n * sizeof(void *));
    if (!grown)
        return false;
    memset(grown + s->extents, 0, (n - s->extents) * sizeof(void *));
    s->extent = grown;
    s->extents = n;
    return true;
}

static bool add_extent(gpuswap *s, uint16_t app, uint64_t page, uint64_t pages, uint32_t buffer)
{
    gpuswap_extent *e = room_for_extent(s, buffer) ? calloc(1, sizeof *e) : NULL;
    uint64_t *placed = e ? calloc(pages / 64 + 1, sizeof *placed) : NULL;
    uint64_t *large =
        placed ? calloc(((pages >> (VM_LARGE_BITS - VM_BASE_BITS)) + 2) / 64 + 1, sizeof *large) : NULL;
    if (!large) {
        free(placed);
        free(e);
        return false;
    }
    *e = (gpuswap_extent){.first_page = page, .pages = pages, .buffer = buffer, .users = 1, .app = app};
    e->placed = placed;
    e->large = large;
    s->extent[buffer] = e;
    return true;
}

/* ---- requests ---- */

/* Pages from `page` on in no buffer yet, at most up to `end`. */
static uint64_t free_run(const gpuswap *s, uint16_t app, uint64_t page, uint64_t end)
{
    uint64_t pages = 0;
    while (page + pages < end && swap_find(s->memory, app, page + pages) == SWAP_NONE)
        pages++;
    return pages;
}

/* Those of a file, for pick=chunks; NULL: all have that of the buffer, as they do without memory for it. */
static uint32_t *chunk_priorities(const gpuswap *s, const gpuswap_request *r, const swap_request *request)
{
    const uint64_t size = swap_options_of(s->memory)->chunk_bytes, n = (request->bytes + size - 1) / size;
    uint32_t *priority = s->options.pick == GPUSWAP_CHUNKS ? calloc(n, sizeof *priority) : NULL;
    for (uint64_t i = 0; priority && i < n; i++) {
        const uint64_t left = request->bytes - i * size, bytes = left < size ? left : size;
        const uint64_t begin = (request->first_page << VM_BASE_BITS) + i * size;
        const uint64_t address = begin < r->address ? r->address : begin;
        priority[i] = swap_chunk_priority_of(&s->priorities, r->app, address, bytes, request->priority);
    }
    return priority;
}

/* Memory for pages of a request that lie in no buffer. False: it ends here. */
static bool allocate_run(gpuswap *s, gpuswap_request *r, uint64_t page, uint64_t pages, uint64_t now)
{
    poise_error err;
    uint32_t buffer;
    swap_request request = {.app = r->app,
                            .first_page = page,
                            .bytes = pages << VM_BASE_BITS,
                            .priority = swap_priority_of(&s->priorities, r->app, r->address, r->bytes)};
    uint32_t *priority = chunk_priorities(s, r, &request);
    request.chunk_priority = priority;
    gpuswap_tell_victims(s, now);
    int code = swap_allocate(s->memory, &request, &buffer, &err);
    if (code == POISE_OK && !add_extent(s, r->app, page, pages, buffer)) {
        swap_free(s->memory, buffer);
        code = POISE_FAILED;
    }
    free(priority);
    if (code != POISE_OK)
        refuse(s, r);
    return code == POISE_OK;
}

/* Whether the request has all its memory; if not a plan must be carried out first, or the run is over. */
static bool allocate(gpuswap *s, gpuswap_request *r, uint64_t now)
{
    const uint64_t end = end_page(r);
    while (r->next_page < end && !swap_is_busy(s->memory)) {
        gpuswap_extent *there = gpuswap_extent_of(s, r->app, r->next_page);
        if (there) {
            there->users++;
            r->next_page = there->first_page + there->pages;
            continue;
        }
        const uint64_t pages = free_run(s, r->app, r->next_page, end);
        if (!allocate_run(s, r, r->next_page, pages, now))
            return false;
        r->next_page += pages;
    }
    return r->next_page >= end && !swap_is_busy(s->memory);
}

void gpuswap_refuse(gpuswap *s, uint32_t buffer)
{
    if (buffer < s->extents && s->extent[buffer])
        drop_extent(s, s->extent[buffer]);
    refuse(s, &s->request[s->first_request]);
}

static void unmap_pages(gpuswap *s, const gpuswap_extent *e)
{
    gpuswap_split(s, e->app, e->first_page, e->pages);
    for (uint64_t i = 0; i < e->pages; i++)
        if (e->placed[i / 64] >> i % 64 & 1)
            s->host->unmap(s->host->opaque, e->app, e->first_page + i);
}

/* Each extent once, that what it begins in last may begin before the buffer. */
static void release(gpuswap *s, const gpuswap_request *r)
{
    for (uint64_t page = first_page(r), end = end_page(r); page < end;) {
        gpuswap_extent *e = gpuswap_extent_of(s, r->app, page);
        if (!e) {
            page++;
            continue;
        }
        page = e->first_page + e->pages;
        if (--e->users)
            continue;
        unmap_pages(s, e);
        swap_free(s->memory, e->buffer);
        drop_extent(s, e);
    }
}

/* ---- their order ---- */

static bool push(gpuswap *s, const gpuswap_request *r)
{
    if (s->first_request == s->n_requests)
        s->first_request = s->n_requests = 0;
    if (s->n_requests == s->requests_capacity) {
        const uint32_t n = 16 + 2 * s->requests_capacity;
        gpuswap_request *grown = realloc(s->request, n * sizeof *grown);
        if (!grown)
            return false;
        s->request = grown;
        s->requests_capacity = n;
    }
    s->request[s->n_requests++] = *r;
    s->pending[r->app]++;
    return true;
}

static gpuswap_request request_of(uint16_t app, uint64_t address, uint64_t bytes, uint64_t now)
{
    return (gpuswap_request){.address = address,
                             .bytes = bytes,
                             .asked_at = now,
                             .next_page = address >> VM_BASE_BITS,
                             .app = app};
}

static void wait_for_turn(gpuswap *s, gpuswap_request *r, uint64_t now)
{
    if (push(s, r))
        gpuswap_serve(s, now);
    else
        refuse(s, r);
}

void gpuswap_give_back(gpuswap *s, uint16_t app, uint64_t address, uint64_t bytes, uint64_t now)
{
    gpuswap_request r = request_of(app, address, bytes, now);
    r.is_release = true;
    told_buffers_remove(&s->buffers, app, address);
    if (app >= POLICY_PROGRAMS)
        refuse(s, &r);
    else if (!s->pending[app])
        release(s, &r); /* moves nothing, and never waits [KE 3.2.3] */
    else
        wait_for_turn(s, &r, now);
}

void gpuswap_ask(gpuswap *s, uint16_t app, uint64_t address, uint64_t bytes, uint64_t now)
{
    gpuswap_request r = request_of(app, address, bytes, now);
    const uint64_t there = told_buffers_bytes(&s->buffers, app, address);
    r.is_again = there == bytes;
    if (there && !r.is_again)
        gpuswap_give_back(s, app, address, there, now);
    if (app >= POLICY_PROGRAMS || (!r.is_again && !told_buffers_add(&s->buffers, app, address, bytes)))
        refuse(s, &r);
    else
        wait_for_turn(s, &r, now);
}

/* Whether nothing is left to do for the request. */
static bool carry_out(gpuswap *s, gpuswap_request *r, uint64_t now)
{
    if (r->is_release && !r->is_over)
        release(s, r);
    return r->is_release || r->is_again || r->is_over || allocate(s, r, now) || r->is_over;
}

/* Allocations wait until the plan before has ended [KE 5.3.6]. */
void gpuswap_serve(gpuswap *s, uint64_t now)
{
    while (s->first_request < s->n_requests && !swap_is_busy(s->memory)) {
        gpuswap_request *r = &s->request[s->first_request];
        if (!carry_out(s, r, now)) {
            s->counts.waited += !r->has_begun;
            s->counts.queued_cycles += r->has_begun ? 0 : now - r->asked_at;
            r->begun_at = r->has_begun ? r->begun_at : now;
            r->has_begun = true;
            s->is_return = false;
            s->host->settle(s->host->opaque);
            return;
        }
        if (r->has_begun)
            s->counts.waited_cycles += now - r->begun_at;
        if (!r->is_release && !r->is_over)
            gpuswap_join(s, r->app, first_page(r), end_page(r) - first_page(r));
        s->pending[r->app]--;
        s->first_request++;
    }
}

void gpuswap_forget(gpuswap *s, uint16_t app)
{
    for (uint32_t i = 0; i < s->extents; i++)
        if (s->extent[i] && s->extent[i]->app == app)
            drop_extent(s, s->extent[i]);
    told_buffers_forget(&s->buffers, app);
    swap_end(s->memory, app);
    for (uint32_t i = s->first_request; i < s->n_requests; i++)
        s->request[i].is_over |= s->request[i].app == app;
    s->usage[app] = (gpuswap_usage){0};
}

void gpuswap_free_buffers(gpuswap *s)
{
    for (uint32_t i = 0; i < s->extents; i++)
        if (s->extent[i])
            drop_extent(s, s->extent[i]);
    told_buffers_free(&s->buffers);
    free(s->extent);
    free(s->request);
}
