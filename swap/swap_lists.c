/* Which chunks an application has in VRAM and in SYSRAM, and which of them is chosen: in constant time, as
 * ranks are 256 and any one of a rank is as good as another. */
#include "swap/swap_state.h"

#include <stdlib.h>

swap_list *swap_list_of(const swap *s, uint16_t app, swap_where where)
{
    return &s->list[(uint32_t)app * SWAP_PLACES + where];
}

uint8_t swap_rank_of(const swap *s, const swap_chunk *c)
{
    switch (s->options.policy) {
    case SWAP_PRIORITY:
    case SWAP_SAMPLING: return c->priority;
    case SWAP_NFU: return c->age;
    default: return 0;
    }
}

static bool grow(swap_bucket *b, uint32_t n)
{
    if (n <= b->capacity)
        return true;
    const uint32_t capacity = n < 16 ? 16 : n + n / 2;
    uint32_t *chunk = realloc(b->chunk, capacity * sizeof *chunk);
    if (!chunk)
        return false;
    b->chunk = chunk;
    b->capacity = capacity;
    return true;
}

bool swap_lists_reserve(swap *s, uint16_t app, uint8_t rank, uint32_t more)
{
    swap_bucket *in_vram = &swap_list_of(s, app, SWAP_VRAM)->bucket[rank];
    swap_bucket *in_sysram = &swap_list_of(s, app, SWAP_SYSRAM)->bucket[rank];
    const uint32_t n = in_vram->n + in_sysram->n + more;
    return s->options.policy == SWAP_LRU || (grow(in_vram, n) && grow(in_sysram, n));
}

/* ---- in order of use ---- */

static void append(swap *s, swap_list *l, uint32_t chunk)
{
    s->chunk[chunk].previous = l->newest;
    s->chunk[chunk].next = SWAP_NONE;
    if (l->newest == SWAP_NONE)
        l->oldest = chunk;
    else
        s->chunk[l->newest].next = chunk;
    l->newest = chunk;
}

static void unlink_chunk(swap *s, swap_list *l, const swap_chunk *c)
{
    if (c->previous == SWAP_NONE)
        l->oldest = c->next;
    else
        s->chunk[c->previous].next = c->next;
    if (c->next == SWAP_NONE)
        l->newest = c->previous;
    else
        s->chunk[c->next].previous = c->previous;
}

/* ---- in buckets ---- */

static void put(swap *s, swap_list *l, uint32_t chunk)
{
    const uint8_t rank = swap_rank_of(s, &s->chunk[chunk]);
    swap_bucket *b = &l->bucket[rank];
    s->chunk[chunk].slot = b->n;
    b->chunk[b->n++] = chunk;
    l->occupied[rank / 64] |= UINT64_C(1) << rank % 64;
}

static void take(swap *s, swap_list *l, uint32_t chunk)
{
    const uint8_t rank = swap_rank_of(s, &s->chunk[chunk]);
    swap_bucket *b = &l->bucket[rank];
    const uint32_t slot = s->chunk[chunk].slot, last = b->chunk[--b->n];
    b->chunk[slot] = last;
    s->chunk[last].slot = slot;
    if (b->n == 0)
        l->occupied[rank / 64] &= ~(UINT64_C(1) << rank % 64);
}

/* ---- both ---- */

void swap_lists_add(swap *s, uint32_t chunk)
{
    const swap_chunk *c = &s->chunk[chunk];
    swap_list *l = swap_list_of(s, c->app, c->where);
    if (s->options.policy == SWAP_LRU)
        append(s, l, chunk); /* one that comes counts as used (our choice) */
    else
        put(s, l, chunk);
    l->n++;
    s->app[c->app].bytes[c->where] += c->bytes;
    s->vram_bytes += c->where == SWAP_VRAM ? c->bytes : 0;
}

void swap_lists_remove(swap *s, uint32_t chunk)
{
    const swap_chunk *c = &s->chunk[chunk];
    swap_list *l = swap_list_of(s, c->app, c->where);
    if (s->options.policy == SWAP_LRU)
        unlink_chunk(s, l, c);
    else
        take(s, l, chunk);
    l->n--;
    s->app[c->app].bytes[c->where] -= c->bytes;
    s->vram_bytes -= c->where == SWAP_VRAM ? c->bytes : 0;
}

void swap_lists_shift(swap *s, uint32_t chunk)
{
    swap_lists_remove(s, chunk);
    s->chunk[chunk].where = s->chunk[chunk].where == SWAP_VRAM ? SWAP_SYSRAM : SWAP_VRAM;
    swap_lists_add(s, chunk);
}

void swap_lists_use(swap *s, uint32_t chunk)
{
    const swap_chunk *c = &s->chunk[chunk];
    swap_list *l = swap_list_of(s, c->app, c->where);
    unlink_chunk(s, l, c);
    append(s, l, chunk);
}

uint32_t swap_lists_lowest(swap *s, uint16_t app, swap_where where)
{
    const swap_list *l = swap_list_of(s, app, where);
    if (s->options.policy == SWAP_LRU)
        return l->oldest;
    unsigned word = 0;
    while (l->occupied[word] == 0)
        word++;
    const swap_bucket *b = &l->bucket[word * 64 + (unsigned)__builtin_ctzll(l->occupied[word])];
    return b->chunk[poise_random_below(&s->random, b->n)];
}

static uint32_t any_that_fits(swap *s, const swap_bucket *b, uint64_t most_bytes)
{
    uint32_t found = SWAP_NONE;
    for (uint32_t i = 0, n = 0; i < b->n; i++)
        if (s->chunk[b->chunk[i]].bytes <= most_bytes && poise_random_below(&s->random, ++n) == 0)
            found = b->chunk[i];
    return found;
}

uint32_t swap_lists_highest(swap *s, uint16_t app, swap_where where, uint64_t most_bytes)
{
    const swap_list *l = swap_list_of(s, app, where);
    if (s->options.policy == SWAP_LRU)
        return s->chunk[l->newest].bytes <= most_bytes ? l->newest : SWAP_NONE;
    unsigned word = SWAP_RANK_WORDS - 1;
    while (l->occupied[word] == 0)
        word--;
    const swap_bucket *b = &l->bucket[word * 64 + 63 - (unsigned)__builtin_clzll(l->occupied[word])];
    const uint32_t chunk = b->chunk[poise_random_below(&s->random, b->n)];
    return s->chunk[chunk].bytes <= most_bytes ? chunk : any_that_fits(s, b, most_bytes);
}
