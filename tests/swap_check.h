/* What must hold of swap/swap.h between any two calls, counted anew from chunks, lists and places alone
 * [KE 3.2.4]: every chunk in one list, of its place and rank; no page of VRAM held twice or lost; sums that
 * agree; nothing half moved without a plan. */
#ifndef POISE_TESTS_SWAP_CHECK_H
#define POISE_TESTS_SWAP_CHECK_H

#include "swap/swap_state.h"

#include <stdlib.h>
#include <string.h>

enum { SWAP_CHECK_PLACES = 1 << 16, SWAP_CHECK_CHUNKS = 1 << 16 };

/* Scratch of a check. */
typedef struct swap_seen {
    uint8_t place[SWAP_CHECK_PLACES]; /* held */
    uint8_t listed[SWAP_CHECK_CHUNKS], owned[SWAP_CHECK_CHUNKS];
    uint64_t vram, host, system, n_free;
    uint32_t copying, planned, pending, buffers;
} swap_seen;

#define SWAP_MUST(condition, sentence) \
    do {                               \
        if (!(condition))              \
            return sentence;           \
    } while (0)

/* ---- lists ---- */

static inline const char *swap_check_listed(const swap *s, swap_seen *seen, uint16_t app, swap_where where,
                                            uint32_t chunk)
{
    SWAP_MUST(chunk < s->n_chunks && chunk < SWAP_CHECK_CHUNKS, "a list has what is no chunk");
    const swap_chunk *c = &s->chunk[chunk];
    SWAP_MUST(!seen->listed[chunk], "a chunk is in two lists");
    SWAP_MUST(c->app == app && c->where == where && !c->is_system, "a chunk is in the wrong list");
    SWAP_MUST(c->state != SWAP_UNUSED && c->state != SWAP_DOOMED, "a freed chunk is in a list");
    seen->listed[chunk] = 1;
    return NULL;
}

/* Adds what it has to `n`. */
static inline const char *swap_check_bucket(const swap *s, swap_seen *seen, uint16_t app, swap_where where,
                                            uint64_t rank, uint32_t *n)
{
    const swap_bucket *b = swap_lists_bucket(swap_list_of(s, app, where), (uint32_t)rank);
    const char *broken = NULL;
    for (uint32_t i = 0; i < b->n && !broken; i++) {
        broken = swap_check_listed(s, seen, app, where, b->chunk[i]);
        if (!broken)
            SWAP_MUST(s->chunk[b->chunk[i]].slot == i && swap_rank_of(s, &s->chunk[b->chunk[i]]) == rank,
                      "a chunk has another rank or place in its list");
    }
    *n += b->n;
    return broken;
}

/* `rank`: the digits above. */
static inline const char *swap_check_ranks(const swap *s, swap_seen *seen, uint16_t app, swap_where where,
                                           const swap_ranks *ranks, unsigned level, uint64_t rank,
                                           uint32_t *n)
{
    const char *broken = NULL;
    for (unsigned i = 0; i < SWAP_DIGITS && !broken; i++) {
        const uint64_t below = rank << SWAP_DIGIT_BITS | i;
        const uint32_t before = *n;
        if (level == 0)
            broken = swap_check_bucket(s, seen, app, where, below, n);
        else if (ranks->next[i])
            broken = swap_check_ranks(s, seen, app, where, ranks->next[i], level - 1, below, n);
        SWAP_MUST(broken || (ranks->occupied >> i & 1) == (*n > before), "a bit of ranks is wrong");
    }
    return broken;
}

static inline const char *swap_check_buckets(const swap *s, swap_seen *seen, uint16_t app, swap_where where)
{
    const swap_list *l = swap_list_of(s, app, where);
    uint32_t n = 0;
    const char *broken =
        l->levels > 0 ? swap_check_ranks(s, seen, app, where, l->root, l->levels - 1, 0, &n) : NULL;
    SWAP_MUST(broken || n == l->n, "a list is miscounted");
    return broken;
}

static inline const char *swap_check_order(const swap *s, swap_seen *seen, uint16_t app, swap_where where)
{
    const swap_list *l = swap_list_of(s, app, where);
    uint32_t before = SWAP_NONE, n = 0;
    const char *broken = NULL;
    for (uint32_t i = l->oldest; i != SWAP_NONE && !broken; i = s->chunk[i].next) {
        broken = swap_check_listed(s, seen, app, where, i);
        SWAP_MUST(broken || s->chunk[i].previous == before, "a list goes back elsewhere");
        before = i;
        n++;
    }
    SWAP_MUST(broken || (l->newest == before && l->n == n), "a list ends elsewhere or is miscounted");
    return broken;
}

static inline const char *swap_check_lists(const swap *s, swap_seen *seen)
{
    const char *broken = NULL;
    for (uint16_t app = 0; app < s->options.apps; app++)
        for (int where = 0; where < SWAP_PLACES && !broken; where++)
            broken = s->options.policy == SWAP_LRU ? swap_check_order(s, seen, app, (swap_where)where)
                                                   : swap_check_buckets(s, seen, app, (swap_where)where);
    return broken;
}

/* ---- places ---- */

static inline bool swap_check_holds_vram(const swap_chunk *c)
{
    switch (c->state) {
    case SWAP_SETTLED: return c->where == SWAP_VRAM;
    case SWAP_PLANNED: return c->where == SWAP_SYSRAM;
    case SWAP_COPYING:
    case SWAP_DOOMED: return true;
    default: return false;
    }
}

static inline bool swap_check_holds_host(const swap_chunk *c)
{
    return c->state == SWAP_PLANNED || c->state == SWAP_COPYING || c->state == SWAP_DOOMED ||
           c->where == SWAP_SYSRAM;
}

static inline const char *swap_check_segments(const swap *s, swap_seen *seen, const swap_chunk *c)
{
    uint64_t pages = 0;
    for (uint32_t at = c->place; at != SWAP_NONE; at = s->places.segment[at].next) {
        const uint32_t n = s->places.segment[at].pages;
        SWAP_MUST(n > 0 && at + n <= s->places.pages && at + n <= SWAP_CHECK_PLACES,
                  "a segment outside VRAM");
        for (uint32_t i = at; i < at + n; i++) {
            SWAP_MUST(!seen->place[i], "a page of VRAM is held twice");
            seen->place[i] = 1;
        }
        pages += n;
    }
    SWAP_MUST(pages == (swap_check_holds_vram(c) ? swap_pages(c->bytes) : 0),
              "a chunk has too much or too little VRAM");
    return NULL;
}

static inline const char *swap_check_places(const swap *s, const swap_seen *seen)
{
    uint64_t n_free = 0;
    for (uint64_t i = 0; i < s->places.pages; i++) {
        const bool is_free = s->places.level[0][i / 64] >> i % 64 & 1;
        SWAP_MUST(is_free == !seen->place[i], "a page of VRAM is lost, or is free and held");
        n_free += is_free;
    }
    SWAP_MUST(n_free == s->places.n_free, "free pages are miscounted");
    for (unsigned level = 1; level < s->places.levels; level++)
        for (uint64_t i = 0, words = s->places.pages; i < (words + 63) / 64 && level == 1; i++)
            SWAP_MUST((s->places.level[1][i / 64] >> i % 64 & 1) == (s->places.level[0][i] != 0),
                      "a word of free pages is not found");
    return NULL;
}

/* ---- chunks ---- */

static inline const char *swap_check_chunk(const swap *s, swap_seen *seen, uint32_t chunk)
{
    const swap_chunk *c = &s->chunk[chunk];
    seen->n_free += c->state == SWAP_UNUSED;
    if (c->state == SWAP_UNUSED)
        return NULL;
    SWAP_MUST(c->app < s->options.apps, "a chunk of nobody");
    SWAP_MUST(seen->listed[chunk] == (c->state != SWAP_DOOMED && !c->is_system), "a chunk is in no list");
    SWAP_MUST((c->state == SWAP_DOOMED) == !seen->owned[chunk], "a chunk of no buffer");
    if (swap_check_holds_host(c))
        seen->host += c->bytes;
    if (c->is_system)
        seen->system += c->bytes;
    if (c->state != SWAP_DOOMED && c->where == SWAP_VRAM)
        seen->vram += c->bytes;
    seen->copying += c->state == SWAP_COPYING || c->state == SWAP_DOOMED;
    seen->planned += c->state == SWAP_PLANNED;
    seen->pending += c->state == SWAP_PENDING;
    SWAP_MUST(c->state != SWAP_PENDING || c->buffer == s->plan.buffer,
              "a chunk without data outside the plan");
    if (swap_is_moving(c))
        SWAP_MUST(c->move < s->plan.n_moves && s->move[c->move].chunk == chunk &&
                      s->move[c->move].to == c->where &&
                      (c->move < s->plan.next) == (c->state == SWAP_COPYING),
                  "a chunk that is moved is not in the plan");
    return swap_check_segments(s, seen, c);
}

static inline const char *swap_check_app(const swap *s, uint16_t app)
{
    uint64_t bytes[SWAP_PLACES] = {0}, system = 0;
    for (uint32_t i = 0; i < s->n_chunks; i++) {
        const swap_chunk *c = &s->chunk[i];
        if (c->state == SWAP_UNUSED || c->state == SWAP_DOOMED || c->app != app)
            continue;
        system += c->is_system ? c->bytes : 0;
        bytes[c->where] += c->is_system ? 0 : c->bytes;
    }
    SWAP_MUST(bytes[SWAP_VRAM] == s->app[app].bytes[SWAP_VRAM] &&
                  bytes[SWAP_SYSRAM] == s->app[app].bytes[SWAP_SYSRAM] && system == s->app[app].system_bytes,
              "bytes of an application are miscounted");
    return NULL;
}

/* ---- buffers ---- */

static inline const char *swap_check_buffer(const swap *s, swap_seen *seen, uint32_t buffer, uint64_t *end)
{
    const swap_buffer *b = &s->buffer[buffer];
    const uint64_t size = b->is_system ? b->bytes : s->options.chunk_bytes;
    SWAP_MUST(b->first_page >= *end, "buffers out of order, or over each other");
    *end = b->first_page + swap_pages(b->bytes);
    SWAP_MUST(b->n_chunks == (b->bytes + size - 1) / size, "a buffer has more or less chunks");
    for (uint32_t i = 0; i < b->n_chunks; i++) {
        const swap_chunk *c = &s->chunk[b->chunk[i]];
        const uint64_t left = b->bytes - i * size;
        SWAP_MUST(c->state != SWAP_UNUSED && c->buffer == buffer && c->app == b->app,
                  "a chunk of another buffer");
        SWAP_MUST(c->bytes == (left < size ? left : size), "a chunk of another size");
        SWAP_MUST(c->first_page == b->first_page + swap_pages(i * size), "a chunk begins elsewhere");
        SWAP_MUST(swap_find(s, b->app, c->first_page) == b->chunk[i],
                  "the first page of a chunk is not found");
        SWAP_MUST(swap_find(s, b->app, c->first_page + swap_pages(c->bytes) - 1) == b->chunk[i],
                  "the last page of a chunk is not found");
        seen->owned[b->chunk[i]] = 1;
    }
    seen->buffers++;
    return NULL;
}

static inline const char *swap_check_tree(const swap *s, swap_seen *seen, uint32_t root, uint64_t *end)
{
    if (root == SWAP_NONE)
        return NULL;
    SWAP_MUST(swap_is_buffer(s, root), "a tree has what is no buffer");
    const char *broken = swap_check_tree(s, seen, s->buffer[root].left, end);
    if (!broken)
        broken = swap_check_buffer(s, seen, root, end);
    return broken ? broken : swap_check_tree(s, seen, s->buffer[root].right, end);
}

/* ---- the whole ---- */

static inline const char *swap_check_sums(const swap *s, const swap_seen *seen)
{
    uint32_t buffers = 0, to_do = 0;
    for (uint32_t i = 0; i < s->n_buffers; i++)
        buffers += swap_is_buffer(s, i);
    for (uint32_t i = s->plan.next; i < s->plan.n_moves; i++)
        to_do += s->move[i].chunk != SWAP_NONE;
    for (uint32_t i = 1; i < s->plan.n_moves; i++)
        SWAP_MUST(s->move[i].app >= s->move[i - 1].app, "a plan goes to and fro among applications");
    SWAP_MUST(s->plan.buffer == SWAP_NONE || swap_is_buffer(s, s->plan.buffer),
              "a plan is for a freed buffer");
    SWAP_MUST(buffers == seen->buffers, "a buffer is in no tree");
    SWAP_MUST(seen->n_free == s->chunks_free, "free chunks are miscounted");
    SWAP_MUST(seen->vram == s->vram_bytes && seen->system == s->system_bytes, "VRAM is miscounted");
    SWAP_MUST(seen->host == s->host_bytes, "host memory is miscounted");
    SWAP_MUST(s->vram_bytes <= s->options.vram_bytes, "more in VRAM than fits");
    SWAP_MUST(s->options.host_bytes == 0 || s->host_bytes <= s->options.host_bytes,
              "more in SYSRAM than fits");
    SWAP_MUST(seen->planned == to_do && seen->copying == s->plan.copying, "a plan is miscounted");
    SWAP_MUST(s->plan.is_on == (seen->planned + seen->copying > 0),
              "a plan has ended early or goes on for nothing");
    SWAP_MUST(s->plan.is_on || seen->pending == 0, "a chunk has got no data place");
    return NULL;
}

/* NULL or what is wrong. At most SWAP_CHECK_PLACES pages of VRAM and SWAP_CHECK_CHUNKS chunks. */
static inline const char *swap_check(const swap *s)
{
    static swap_seen seen;
    memset(&seen, 0, sizeof seen);
    const char *broken = swap_check_lists(s, &seen);
    for (uint16_t app = 0; app < s->options.apps && !broken; app++) {
        uint64_t end = 0;
        broken = swap_check_tree(s, &seen, s->app[app].root, &end);
        broken = broken ? broken : swap_check_app(s, app);
    }
    for (uint32_t i = 0; i < s->n_chunks && !broken; i++)
        broken = swap_check_chunk(s, &seen, i);
    if (!broken)
        broken = swap_check_places(s, &seen);
    return broken ? broken : swap_check_sums(s, &seen);
}

#endif
