/* A table of pages with a vm policy that puts them where it is told to, and what TLBs, caches and the policy
 * hear.
 */
#ifndef POISE_TESTS_PAGE_SCENE_H
#define POISE_TESTS_PAGE_SCENE_H

#include "sim/translation/pages.h"
#include "tests/test.h"

#include <string.h>

enum { PAGES = VM_CHUNK_PAGES, FIRST = 7, CHUNKS = 4, MOST_TOLD = 32 };

/* A vm policy that puts page p into frame p + offset, and those that are `missing` nowhere. */
static uint64_t offset, missing;

typedef struct told {
    bool is_release;
    uint64_t address, bytes;
} told;

static struct {
    tlb_page changed[MOST_TOLD];
    uint64_t from[MOST_TOLD], to[MOST_TOLD];
    told told[MOST_TOLD];
    uint32_t n_changed, n_moved, n_told;
} seen;

static vm_answer place(void *state, uint16_t app, uint64_t page, vm_place *at, uint64_t cycle)
{
    (void)state, (void)app, (void)cycle;
    if (page == missing)
        return VM_FAULT;
    at->frame = page + offset;
    return VM_PRESENT;
}

static void tell(bool is_release, uint64_t address, uint64_t bytes)
{
    assert_true(seen.n_told < MOST_TOLD);
    seen.told[seen.n_told++] = (told){is_release, address, bytes};
}
static void allocate(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle)
{
    (void)state, (void)app, (void)cycle;
    tell(false, address, bytes);
}
static void release(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle)
{
    (void)state, (void)app, (void)cycle;
    tell(true, address, bytes);
}

static void changed(void *owner, const tlb_page *page)
{
    (void)owner;
    seen.changed[seen.n_changed++ % MOST_TOLD] = *page;
}
static void moved(void *owner, uint16_t app, uint64_t from, uint64_t to)
{
    (void)owner, (void)app;
    seen.from[seen.n_moved % MOST_TOLD] = from;
    seen.to[seen.n_moved++ % MOST_TOLD] = to;
}

static const vm_policy policy = {
    .info = {.name = "offset"}, .place = place, .allocate = allocate, .release = release};

static sim_base base;
static page_tables tables;
static launch_pages launch;
static warp_trace trace;
static uint64_t touched[2 * CHUNKS];
static poise_error err;

/* A launch that touches these large pages, with code in a place of its own. */
static inline void begin(uint32_t n, const uint64_t *chunks, uint32_t n_events, trace_event *events)
{
    for (uint32_t i = 0; i < n; i++)
        touched[i] = chunks[i] << VM_LARGE_BITS;
    static char name[] = "k";
    trace = (warp_trace){.n_pages = n, .page_address = touched};
    trace.header = (trace_header){.kernel = name, .n_inst = 1, .n_events = n_events, .events = events};
    seen.n_told = 0;
    assert_int_equal(pages_announce(&tables, &launch, &trace, UINT64_C(1) << 40, &err), 0);
    assert_int_equal(pages_begin(&tables, &launch, &trace, UINT64_C(1) << 40, false, &err), 0);
}

static inline int open(void **state)
{
    (void)state;
    static char label[] = "offset";
    static const policy_choice choice = {.policy = &policy.info, .label = label};
    static const uint64_t chunks[CHUNKS] = {FIRST, FIRST + 1, FIRST + 2, FIRST + 3};
    memset(&seen, 0, sizeof seen);
    base = (sim_base){.config.inst_bytes = 8};
    offset = PAGES;
    missing = UINT64_MAX;
    launch = (launch_pages){.space = 3};
    tables = (page_tables){.base = &base,
                           .choice = &choice,
                           .vm = &policy,
                           .tlb_label = "t",
                           .are_placed = true,
                           .are_walked = true,
                           .page_bits = VM_BASE_BITS,
                           .changes = {.changed = changed, .moved = moved}};
    begin(CHUNKS, chunks, 0, NULL);
    return 0;
}

static inline int shut(void **state)
{
    (void)state;
    launch_pages_free(&launch);
    pages_free(&tables);
    return 0;
}

static inline uint64_t address_of(uint64_t chunk, uint64_t page)
{
    return (chunk << VM_LARGE_BITS) + (page << VM_BASE_BITS);
}

/* The chunk gets the places of all its pages. */
static inline void place_all(uint64_t chunk)
{
    for (uint64_t i = 0; i < PAGES; i++)
        assert_int_equal(pages_frame(&tables, 3, address_of(chunk, i)), VM_BASE_BITS);
}

#endif
