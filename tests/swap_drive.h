/* Random applications on swap/swap.h, with VRAM, host memory and page tables that know only what its plans
 * tell: every load must read what was stored last at its virtual page, whatever has moved, failed or been
 * freed meanwhile. */
#ifndef POISE_TESTS_SWAP_DRIVE_H
#define POISE_TESTS_SWAP_DRIVE_H

#include "tests/swap_check.h"

enum {
    SWAP_DRIVE_APPS = 5,
    SWAP_DRIVE_PAGES = 2048, /* virtual, of an application */
    SWAP_DRIVE_PLACES = 1024,
    SWAP_DRIVE_CHUNKS = 1 << 15,
    SWAP_DRIVE_CHUNK = 16, /* most pages of a chunk */
    SWAP_DRIVE_COPIES = 4, /* at the same time */
};

typedef struct swap_drive {
    swap *s;
    poise_random random;
    const uint8_t *input; /* choices, before random ones */
    size_t n_input;
    bool may_fail;
    uint32_t memory[SWAP_DRIVE_PLACES];
    uint32_t host[SWAP_DRIVE_CHUNKS][SWAP_DRIVE_CHUNK];
    uint32_t shadow[SWAP_DRIVE_APPS][SWAP_DRIVE_PAGES]; /* last stored; 0 = nothing */
    swap_move copy[SWAP_DRIVE_COPIES];
    uint32_t copies;
    uint32_t values;
    uint64_t loads, stores, failures, refusals, doomed, waits, overlapped;
    bool (*checks)(uint32_t step, uint32_t steps); /* when everything is checked; NULL = after each step */
    const char *broken;
} swap_drive;

static inline void swap_drive_must(swap_drive *d, bool holds, const char *sentence)
{
    if (!holds && !d->broken)
        d->broken = sentence;
}

static inline uint64_t swap_drive_choose(swap_drive *d, uint64_t below)
{
    if (d->n_input == 0)
        return poise_random_below(&d->random, below);
    d->n_input--;
    return *d->input++ * below / 256;
}

/* ---- data ---- */

/* Where a virtual page is read and written; NULL: it has no data place. */
static inline uint32_t *swap_drive_at(swap_drive *d, uint16_t app, uint32_t page)
{
    const uint32_t chunk = swap_find(d->s, app, page);
    if (chunk == SWAP_NONE)
        return NULL;
    const swap_where where = swap_data_of(d->s, chunk);
    const uint32_t place = swap_place(d->s, app, page);
    swap_drive_must(d, (place != SWAP_NONE) == (where == SWAP_VRAM), "a page in VRAM without a place");
    if (where == SWAP_PLACES)
        return NULL;
    return where == SWAP_VRAM ? &d->memory[place < SWAP_DRIVE_PLACES ? place : 0]
                              : &d->host[chunk][page - swap_chunk_at(d->s, chunk)->first_page];
}

static inline void swap_drive_store(swap_drive *d, uint16_t app, uint32_t page)
{
    uint32_t *at = swap_drive_at(d, app, page);
    const uint32_t chunk = swap_find(d->s, app, page);
    if (!at || swap_chunk_at(d->s, chunk)->state == SWAP_COPYING)
        return; /* its application is suspended */
    *at = d->shadow[app][page] = ++d->values;
    d->stores++;
}

static inline void swap_drive_load(swap_drive *d, uint16_t app, uint32_t page)
{
    const uint32_t *at = swap_drive_at(d, app, page);
    if (!at || !d->shadow[app][page])
        return;
    d->loads++;
    swap_drive_must(d, *at == d->shadow[app][page], "a load reads what was not stored there");
}

/* The bytes of a chunk, from VRAM to the host or back. */
static inline void swap_drive_copy(swap_drive *d, const swap_move *m)
{
    const swap_chunk *c = swap_chunk_at(d->s, m->chunk);
    uint32_t n = 0;
    for (uint32_t at = c->place; at != SWAP_NONE; at = swap_segment_at(d->s, at).next)
        for (uint32_t i = 0; i < swap_segment_at(d->s, at).pages; i++, n++) {
            uint32_t *in_vram = &d->memory[at + i], *in_host = &d->host[m->chunk][n];
            *(m->to == SWAP_VRAM ? in_vram : in_host) = m->to == SWAP_VRAM ? *in_host : *in_vram;
        }
}

/* ---- plans ---- */

/* Begins one move if it may; what lies where it goes is overwritten at once, as a copy does. */
static inline void swap_drive_begin(swap_drive *d)
{
    swap_move m;
    if (d->copies == SWAP_DRIVE_COPIES)
        return;
    switch (swap_next(d->s, &m)) {
    case SWAP_STEP_MOVE: break;
    case SWAP_STEP_WAIT:
        d->waits++;
        swap_drive_must(d, d->copies > 0, "a plan waits for nothing");
        return;
    default: return;
    }
    const swap_chunk *c = swap_chunk_at(d->s, m.chunk);
    swap_drive_must(d, c && c->state == SWAP_COPYING && c->where == m.to && c->app == m.app,
                    "a move of something else");
    if (c && m.to == SWAP_VRAM)
        for (uint32_t at = c->place; at != SWAP_NONE; at = swap_segment_at(d->s, at).next)
            for (uint32_t i = 0; i < swap_segment_at(d->s, at).pages; i++)
                d->memory[at + i] = ++d->values;
    d->copy[d->copies++] = m;
    d->overlapped += d->copies > 1;
}

static inline void swap_drive_end_copy(swap_drive *d, uint32_t which, bool fails)
{
    poise_error err;
    const swap_move m = d->copy[which];
    d->copy[which] = d->copy[--d->copies];
    d->doomed += swap_chunk_at(d->s, m.chunk)->state == SWAP_DOOMED;
    if (fails) {
        d->failures++;
        const uint32_t buffer = swap_current_plan(d->s)->buffer;
        const int code =
            swap_failed(d->s, m.chunk, swap_drive_choose(d, 2) ? SWAP_DMA : SWAP_HOST_FULL, &err);
        swap_drive_must(d, code == POISE_OK || (buffer != SWAP_NONE && !swap_buffer_at(d->s, buffer)),
                        "a buffer is refused and is there");
        d->refusals += code != POISE_OK;
        return;
    }
    swap_drive_copy(d, &m);
    swap_relocated(d->s, m.chunk);
}

static inline void swap_drive_step(swap_drive *d)
{
    if (d->copies == 0 || swap_drive_choose(d, 2) == 0)
        swap_drive_begin(d);
    else
        swap_drive_end_copy(d, (uint32_t)swap_drive_choose(d, d->copies),
                            d->may_fail && swap_drive_choose(d, 6) == 0);
}

static inline void swap_drive_finish(swap_drive *d)
{
    while (swap_is_busy(d->s) && !d->broken)
        swap_drive_step(d);
}

/* ---- operations ---- */

static inline void swap_drive_allocate(swap_drive *d, uint16_t app, uint32_t page, uint32_t pages)
{
    static const uint32_t priorities[] = {0, 1, 64, 128, 128, 5000, UINT32_C(1) << 24, SWAP_PRIORITY_SYSTEM};
    const bool is_system = swap_drive_choose(d, 16) == 0;
    const swap_request request = {
        .first_page = page,
        .bytes = (uint64_t)(is_system ? 1 + pages % 8 : pages) * SWAP_PAGE,
        .app = app,
        .priority = priorities[swap_drive_choose(d, sizeof priorities / sizeof *priorities)],
        .is_system = is_system};
    const bool was_busy = swap_is_busy(d->s);
    const uint64_t vram = swap_vram_bytes(d->s), host = swap_host_bytes(d->s);
    uint32_t buffer;
    const int code = swap_allocate(d->s, &request, &buffer, NULL);
    swap_drive_must(d, !was_busy || code == POISE_USAGE, "an allocation did not wait");
    swap_drive_must(d, code == POISE_OK || (swap_vram_bytes(d->s) == vram && swap_host_bytes(d->s) == host),
                    "an allocation was refused and has changed something");
    swap_drive_must(d,
                    code != POISE_FAILED || is_system || swap_options_of(d->s)->host_bytes > 0 ||
                        d->s->system_bytes > 0,
                    "an allocation was refused while there is memory");
    if (code == POISE_OK)
        memset(&d->shadow[app][page], 0, request.bytes / SWAP_PAGE * sizeof **d->shadow);
}

static inline void swap_drive_free(swap_drive *d, uint16_t app, uint32_t page)
{
    const uint32_t chunk = swap_find(d->s, app, page);
    if (chunk == SWAP_NONE)
        return;
    const swap_buffer b = *swap_buffer_at(d->s, swap_chunk_at(d->s, chunk)->buffer);
    swap_free(d->s, swap_chunk_at(d->s, chunk)->buffer);
    memset(&d->shadow[app][b.first_page], 0, b.bytes / SWAP_PAGE * sizeof **d->shadow);
    swap_drive_must(d, swap_find(d->s, app, page) == SWAP_NONE, "a buffer was freed and is there");
}

/* What policies are told, and their own plans. */
static inline void swap_drive_tell(swap_drive *d, uint16_t app, uint32_t page)
{
    const uint32_t chunk = swap_find(d->s, app, page);
    const uint32_t value = (uint32_t)swap_drive_choose(d, 256), priority = value < 192 ? value : value << 24;
    switch (swap_drive_choose(d, 12)) {
    case 0: swap_set_weight(d->s, app, 1 + (uint32_t)swap_drive_choose(d, 4), NULL); break;
    case 1: swap_set_rate(d->s, app, value, NULL); break;
    case 2: swap_set_slowdown(d->s, app, 1 + value / 64., NULL); break;
    case 3: swap_set_chunk_priority(d->s, chunk, priority, NULL); break;
    case 4:
        if (chunk != SWAP_NONE)
            swap_set_priority(d->s, swap_chunk_at(d->s, chunk)->buffer, priority, NULL);
        break;
    case 5: swap_age(d->s, NULL); break;
    case 6: swap_reverse(d->s, app, NULL); break;
    case 7: swap_sample_begin(d->s, app, NULL); break;
    case 8: swap_sample_end(d->s, app, NULL); break;
    default: swap_referenced(d->s, chunk); swap_count(d->s, chunk, priority);
    }
}

static inline void swap_drive_operation(swap_drive *d)
{
    const uint64_t kind = swap_drive_choose(d, 64);
    const uint16_t app = (uint16_t)swap_drive_choose(d, d->s->options.apps);
    const uint32_t page = (uint32_t)swap_drive_choose(d, SWAP_DRIVE_PAGES);
    const uint32_t most = SWAP_DRIVE_PAGES - page < 256 ? SWAP_DRIVE_PAGES - page : 256;
    const uint32_t pages = 1 + (uint32_t)swap_drive_choose(d, most);
    if (kind < 14)
        swap_drive_allocate(d, app, page, pages);
    else if (kind < 20)
        swap_drive_free(d, app, page);
    else if (kind == 20) {
        swap_end(d->s, app);
        memset(d->shadow[app], 0, sizeof d->shadow[app]);
    } else if (kind < 24)
        swap_return(d->s, NULL);
    else if (kind < 30)
        swap_drive_tell(d, app, page);
    else if (kind < 40)
        for (uint32_t i = 0; i < pages; i++)
            swap_drive_store(d, app, page + i);
    else if (kind < 44)
        for (uint32_t i = 0; i < pages; i++)
            swap_drive_load(d, app, page + i);
    else if (kind < 47)
        swap_drive_finish(d);
    else
        for (uint32_t i = 0; i < 8; i++)
            swap_drive_step(d);
}

static inline bool swap_drive_holds(swap_drive *d)
{
    const char *broken = swap_check(d->s);
    swap_drive_must(d, !broken, broken);
    return !d->broken;
}

static inline void swap_drive_load_all(swap_drive *d)
{
    for (uint16_t app = 0; app < d->s->options.apps; app++)
        for (uint32_t page = 0; page < SWAP_DRIVE_PAGES; page++)
            if (d->shadow[app][page])
                swap_drive_load(d, app, page);
}

/* False when something does not hold, see d->broken. */
static inline bool swap_drive_run(swap_drive *d, uint32_t operations)
{
    for (uint32_t i = 0; i < operations; i++) {
        swap_drive_operation(d);
        if (i % 32 == 31)
            swap_drive_load_all(d);
        if ((!d->checks || d->checks(i, operations)) && !swap_drive_holds(d))
            return false;
    }
    return true;
}

/* At most SWAP_DRIVE_PLACES pages of VRAM, chunks of SWAP_DRIVE_CHUNK and SWAP_DRIVE_APPS applications. */
static inline int swap_drive_open(swap_drive *d, const swap_options *options, bool may_fail, uint64_t seed,
                                  poise_error *err)
{
    memset(d->shadow, 0, sizeof d->shadow);
    d->s = swap_open(options, err);
    d->input = NULL;
    d->n_input = 0;
    d->may_fail = may_fail;
    d->copies = d->values = 0;
    d->checks = NULL;
    d->broken = NULL;
    poise_random_seed(&d->random, seed);
    return d->s ? POISE_OK : (int)err->code;
}

static inline void swap_drive_close(swap_drive *d)
{
    swap_close(d->s);
    d->s = NULL;
}

#endif
