/* Which chunks an application has in VRAM and in SYSRAM, and which of them is chosen: in constant time, as a
 * rank has at most SWAP_RANK_LEVELS digits and any chunk of a rank is as good as another. */
#include "swap/swap_state.h"

#include <stdlib.h>

swap_list *swap_list_of(const swap *s, uint16_t app, swap_where where)
{
    return &s->list[(uint32_t)app * SWAP_PLACES + where];
}

uint32_t swap_rank_of(const swap *s, const swap_chunk *c)
{
    if (swap_ranks_by_priority(s))
        return c->priority;
    return s->options.policy == SWAP_NFU ? c->age : 0;
}

/* ---- room ---- */

static unsigned digit_of(uint32_t rank, unsigned level)
{
    return (uint64_t)rank >> level * SWAP_DIGIT_BITS & (SWAP_DIGITS - 1);
}

static bool has_levels_for(const swap_list *l, uint32_t rank)
{
    return (uint64_t)rank >> l->levels * SWAP_DIGIT_BITS == 0 && l->levels > 0;
}

swap_bucket *swap_lists_bucket(const swap_list *l, uint32_t rank)
{
    swap_ranks *at = has_levels_for(l, rank) ? l->root : NULL;
    for (unsigned level = l->levels; at && level-- > 1;)
        at = at->next[digit_of(rank, level)];
    return at ? &at->bucket[digit_of(rank, 0)] : NULL;
}

static bool add_level(swap_list *l)
{
    swap_ranks *root = calloc(1, sizeof *root);
    if (!root)
        return false;
    if (l->levels > 0) {
        root->next[0] = l->root;
        root->occupied = l->root->occupied != 0;
    }
    l->root = root;
    l->levels++;
    return true;
}

/* NULL: no memory. */
static swap_bucket *make_bucket(swap_list *l, uint32_t rank)
{
    while (!has_levels_for(l, rank))
        if (!add_level(l))
            return NULL;
    swap_ranks *at = l->root;
    for (unsigned level = l->levels - 1; level > 0; level--) {
        swap_ranks **next = &at->next[digit_of(rank, level)];
        *next = *next ? *next : calloc(1, sizeof **next);
        if (!*next)
            return NULL;
        at = *next;
    }
    return &at->bucket[digit_of(rank, 0)];
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

bool swap_lists_reserve(swap *s, uint16_t app, uint32_t rank, uint32_t more)
{
    if (s->options.policy == SWAP_LRU)
        return true;
    swap_bucket *in_vram = make_bucket(swap_list_of(s, app, SWAP_VRAM), rank);
    swap_bucket *in_sysram = in_vram ? make_bucket(swap_list_of(s, app, SWAP_SYSRAM), rank) : NULL;
    if (!in_sysram)
        return false;
    const uint32_t n = in_vram->n + in_sysram->n + more;
    return grow(in_vram, n) && grow(in_sysram, n);
}

static void clear(swap_ranks *ranks, unsigned level)
{
    for (unsigned i = 0; ranks && i < SWAP_DIGITS; i++)
        if (level > 0)
            clear(ranks->next[i], level - 1);
        else
            free(ranks->bucket[i].chunk);
    free(ranks);
}

void swap_lists_clear(swap_list *l)
{
    if (l->levels > 0)
        clear(l->root, l->levels - 1);
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

/* The rank has a bucket. */
static void put(swap *s, swap_list *l, uint32_t chunk)
{
    const uint32_t rank = swap_rank_of(s, &s->chunk[chunk]);
    swap_ranks *at = l->root;
    for (unsigned level = l->levels - 1; level > 0; level--) {
        at->occupied |= UINT64_C(1) << digit_of(rank, level);
        at = at->next[digit_of(rank, level)];
    }
    at->occupied |= UINT64_C(1) << digit_of(rank, 0);
    swap_bucket *b = &at->bucket[digit_of(rank, 0)];
    s->chunk[chunk].slot = b->n;
    b->chunk[b->n++] = chunk;
}

/* The bucket of a rank has become empty. */
static void clear_bits(swap_list *l, uint32_t rank)
{
    swap_ranks *node[SWAP_RANK_LEVELS], *at = l->root;
    for (unsigned level = l->levels - 1; level > 0; level--) {
        node[level] = at;
        at = at->next[digit_of(rank, level)];
    }
    at->occupied &= ~(UINT64_C(1) << digit_of(rank, 0));
    for (unsigned level = 1; level < l->levels && at->occupied == 0; level++) {
        at = node[level];
        at->occupied &= ~(UINT64_C(1) << digit_of(rank, level));
    }
}

static void take(swap *s, swap_list *l, uint32_t chunk)
{
    const uint32_t rank = swap_rank_of(s, &s->chunk[chunk]);
    swap_bucket *b = swap_lists_bucket(l, rank);
    const uint32_t slot = s->chunk[chunk].slot, last = b->chunk[--b->n];
    b->chunk[slot] = last;
    s->chunk[last].slot = slot;
    if (b->n == 0)
        clear_bits(l, rank);
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

static const swap_bucket *lowest_bucket(const swap_list *l)
{
    const swap_ranks *at = l->root;
    for (unsigned level = l->levels; level-- > 1;)
        at = at->next[__builtin_ctzll(at->occupied)];
    return &at->bucket[__builtin_ctzll(at->occupied)];
}

static const swap_bucket *highest_bucket(const swap_list *l)
{
    const swap_ranks *at = l->root;
    for (unsigned level = l->levels; level-- > 1;)
        at = at->next[63 - __builtin_clzll(at->occupied)];
    return &at->bucket[63 - __builtin_clzll(at->occupied)];
}

uint32_t swap_lists_lowest(swap *s, uint16_t app, swap_where where)
{
    const swap_list *l = swap_list_of(s, app, where);
    if (s->options.policy == SWAP_LRU)
        return l->oldest;
    const swap_bucket *b = lowest_bucket(l);
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
    const swap_bucket *b = highest_bucket(l);
    const uint32_t chunk = b->chunk[poise_random_below(&s->random, b->n)];
    return s->chunk[chunk].bytes <= most_bytes ? chunk : any_that_fits(s, b, most_bytes);
}
