/* Pages of VRAM: the lowest free ones are given out, as few segments as that makes. Free pages are a tree of
 * bits of 64 ways, so that the lowest is found in as many steps as there are levels. */
#include "swap/swap_state.h"

#include <stdlib.h>

static uint64_t words(uint64_t bits)
{
    return (bits + 63) / 64;
}

static uint64_t ones(uint64_t n)
{
    return n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

static void fill(uint64_t *word, uint64_t bits)
{
    for (uint64_t i = 0; i < bits; i += 64)
        word[i / 64] = ones(bits - i);
}

bool swap_places_make(swap_places *p, uint64_t pages)
{
    p->pages = p->n_free = pages;
    p->segment = calloc(pages, sizeof *p->segment);
    bool is_made = p->segment != NULL;
    uint64_t bits = pages;
    do {
        uint64_t *level = calloc(words(bits), sizeof *level);
        if (level)
            fill(level, bits);
        is_made = is_made && level;
        p->level[p->levels++] = level;
        bits = words(bits);
    } while (bits > 1);
    return is_made;
}

void swap_places_clear(swap_places *p)
{
    for (unsigned i = 0; i < p->levels; i++)
        free(p->level[i]);
    free(p->segment);
    *p = (swap_places){0};
}

static uint32_t lowest(const swap_places *p)
{
    uint64_t at = 0;
    for (unsigned i = p->levels; i > 0; i--)
        at = at * 64 + (unsigned)__builtin_ctzll(p->level[i - 1][at]);
    return (uint32_t)at;
}

static void clear_bits(swap_places *p, uint64_t from, uint64_t n)
{
    uint64_t mask = ones(n) << from % 64;
    for (unsigned i = 0; i < p->levels; i++) {
        uint64_t *word = &p->level[i][from / 64];
        *word &= ~mask;
        if (*word != 0)
            return;
        from /= 64;
        mask = UINT64_C(1) << from % 64;
    }
}

static void set_bits(swap_places *p, uint64_t from, uint64_t n)
{
    uint64_t mask = ones(n) << from % 64;
    for (unsigned i = 0; i < p->levels; i++) {
        uint64_t *word = &p->level[i][from / 64];
        const bool was_empty = *word == 0;
        *word |= mask;
        if (!was_empty)
            return;
        from /= 64;
        mask = UINT64_C(1) << from % 64;
    }
}

/* Free pages from a free one on, within one word of bits. */
static uint64_t run(const swap_places *p, uint32_t from, uint64_t most)
{
    const uint64_t taken = ~(p->level[0][from / 64] >> from % 64);
    uint64_t n = taken == 0 ? 64 : (unsigned)__builtin_ctzll(taken);
    return n < most ? n : most;
}

uint32_t swap_places_take(swap_places *p, uint64_t pages)
{
    uint32_t first = SWAP_NONE, last = SWAP_NONE;
    p->n_free -= pages;
    while (pages > 0) {
        const uint32_t from = lowest(p);
        const uint64_t n = run(p, from, pages);
        clear_bits(p, from, n);
        pages -= n;
        if (last != SWAP_NONE && last + p->segment[last].pages == from) {
            p->segment[last].pages += (uint32_t)n;
            continue;
        }
        p->segment[from] = (swap_segment){.pages = (uint32_t)n, .next = SWAP_NONE};
        if (last == SWAP_NONE)
            first = from;
        else
            p->segment[last].next = from;
        last = from;
    }
    return first;
}

void swap_places_give(swap_places *p, uint32_t place)
{
    while (place != SWAP_NONE) {
        const swap_segment segment = p->segment[place];
        for (uint64_t at = place, end = at + segment.pages; at < end;) {
            const uint64_t to_word = 64 - at % 64, n = to_word < end - at ? to_word : end - at;
            set_bits(p, at, n);
            at += n;
        }
        p->n_free += segment.pages;
        place = segment.next;
    }
}
