/* A set-associative array of translations with LRU replacement: an L1 TLB with one set, an L2 TLB, a
 * page-walk cache. Entries are tagged with the address space. A TLB is a pair of them, for base and for large
 * pages. */
#ifndef POISE_SIM_HOOKS_TLB_ARRAY_H
#define POISE_SIM_HOOKS_TLB_ARRAY_H

#include "sim_hooks/tlb.h"
#include "sim_hooks/vm.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct tlb_entry {
    uint64_t page, used; /* used: 0 = invalid, otherwise when it was used last, in accesses */
    uint16_t app;
} tlb_entry;

typedef struct tlb_array {
    tlb_entry *entry; /* [set * ways + way] */
    uint32_t sets, ways;
    uint64_t accesses;
} tlb_array;

/* `ways` 0: an array that never hits. False when there is no memory. */
static inline bool tlb_array_init(tlb_array *array, uint32_t sets, uint32_t ways)
{
    *array = (tlb_array){
        .entry = calloc((size_t)sets * ways + 1, sizeof *array->entry), .sets = sets, .ways = ways};
    return array->entry != NULL;
}

static inline void tlb_array_free(tlb_array *array)
{
    free(array->entry);
    array->entry = NULL;
}

static inline tlb_entry *tlb_array_set(const tlb_array *array, uint64_t page)
{
    return &array->entry[page % array->sets * array->ways];
}

/* Whether the page is there; it is the most recent of its set now. */
static inline bool tlb_array_look_up(tlb_array *array, uint16_t app, uint64_t page)
{
    tlb_entry *set = tlb_array_set(array, page);
    for (uint32_t i = 0; i < array->ways; i++) {
        if (set[i].used && set[i].page == page && set[i].app == app) {
            set[i].used = ++array->accesses;
            return true;
        }
    }
    return false;
}

/* Puts a page that may be there already in the place of the least recently used one of its set. */
static inline void tlb_array_insert(tlb_array *array, uint16_t app, uint64_t page)
{
    if (!array->ways || tlb_array_look_up(array, app, page))
        return;
    tlb_entry *set = tlb_array_set(array, page), *victim = set;
    for (uint32_t i = 1; i < array->ways; i++)
        if (set[i].used < victim->used)
            victim = &set[i];
    *victim = (tlb_entry){.page = page, .used = ++array->accesses, .app = app};
}

/* Invalidates what is known of an address space. */
static inline void tlb_array_flush(tlb_array *array, uint16_t app)
{
    for (uint32_t i = 0; i < array->sets * array->ways; i++)
        if (array->entry[i].app == app)
            array->entry[i].used = 0;
}

/* Invalidates a page, if it is there. */
static inline void tlb_array_invalidate(tlb_array *array, uint16_t app, uint64_t page)
{
    tlb_entry *set = tlb_array_set(array, page);
    for (uint32_t i = 0; i < array->ways; i++)
        if (set[i].page == page && set[i].app == app)
            set[i].used = 0;
}

/* A TLB: entries for base pages of 2^page_bits bytes and for large ones. */
typedef struct tlb_pair {
    tlb_array base, large;
    uint8_t page_bits;
} tlb_pair;

/* Both are looked up at once (Mosaic, thesis 7.3.3, has the large pages first). */
static inline bool tlb_pair_look_up(tlb_pair *pair, uint16_t app, uint64_t address)
{
    return tlb_array_look_up(&pair->large, app, address >> VM_LARGE_BITS) ||
           tlb_array_look_up(&pair->base, app, address >> pair->page_bits);
}

static inline tlb_array *tlb_pair_part(tlb_pair *pair, const tlb_page *page)
{
    return page->page_bits > pair->page_bits ? &pair->large : &pair->base;
}

static inline void tlb_pair_insert(tlb_pair *pair, const tlb_page *page)
{
    tlb_array_insert(tlb_pair_part(pair, page), page->app, page->page);
}

static inline void tlb_pair_invalidate(tlb_pair *pair, const tlb_page *page)
{
    tlb_array_invalidate(tlb_pair_part(pair, page), page->app, page->page);
}

static inline void tlb_pair_flush(tlb_pair *pair, uint16_t app)
{
    tlb_array_flush(&pair->base, app);
    tlb_array_flush(&pair->large, app);
}

static inline void tlb_pair_free(tlb_pair *pair)
{
    tlb_array_free(&pair->base);
    tlb_array_free(&pair->large);
}

#endif
