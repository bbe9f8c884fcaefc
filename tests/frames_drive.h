/* Random programs on sim_hooks/vm/frames.h, with a page table, TLBs and memory that know only what its hooks
 * tell: every load must read what was stored last at its virtual page, whatever has moved, through a TLB that
 * keeps every translation until it is told to drop it. */
#ifndef POISE_TESTS_FRAMES_DRIVE_H
#define POISE_TESTS_FRAMES_DRIVE_H

#include "common/random.h"
#include "tests/frames_check.h"

enum { FRAMES_DRIVE_APPS = 4, FRAMES_DRIVE_PAGES = 4096 /* virtual, of a program */ };

typedef enum frames_event {
    FRAMES_MAP,
    FRAMES_UNMAP,
    FRAMES_COALESCE,
    FRAMES_SPLINTER,
    FRAMES_STALL,
    FRAMES_MOVE,
    FRAMES_EVENTS
} frames_event;

/* What the page tables and the TLBs of a program hold: number + 1; 0 = nothing. */
typedef struct frames_program {
    uint32_t entry[FRAMES_DRIVE_PAGES], base_tlb[FRAMES_DRIVE_PAGES];  /* [page]: place */
    uint32_t large[FRAMES_DRIVE_PAGES], large_tlb[FRAMES_DRIVE_PAGES]; /* [large page]: frame */
    uint32_t shadow[FRAMES_DRIVE_PAGES];                               /* [page]: last stored; 0 = nothing */
} frames_program;

typedef struct frames_drive {
    frames f;
    poise_random random;
    const uint8_t *input; /* choices, before random ones */
    size_t n_input;
    uint32_t virtual_pages;
    frames_program program[FRAMES_DRIVE_APPS];
    uint32_t memory[FRAMES_CHECK_PLACES];
    uint32_t announced; /* pages that are still to be moved */
    uint32_t values;    /* stored so far */
    uint64_t event[FRAMES_EVENTS], loads, flushed;
    bool (*checks)(uint32_t step, uint32_t steps); /* when everything is checked; NULL = after each step */
    unsigned lost; /* bits of events that are counted and not heard, for tests of these tests */
    const char *broken;
} frames_drive;

static inline void frames_drive_must(frames_drive *d, bool holds, const char *sentence)
{
    if (!holds && !d->broken)
        d->broken = sentence;
}

static inline bool frames_drive_hears(frames_drive *d, frames_event event)
{
    d->event[event]++;
    return (d->lost >> event & 1) == 0;
}

static inline uint64_t frames_drive_choose(frames_drive *d, uint64_t below)
{
    if (d->n_input == 0)
        return poise_random_below(&d->random, below);
    d->n_input--;
    return *d->input++ * below / 256;
}

/* ---- what is told ---- */

static inline void frames_drive_map(void *opaque, uint16_t app, uint64_t page, uint64_t place)
{
    frames_drive *d = opaque;
    frames_program *p = &d->program[app];
    const uint32_t large = p->large[page >> d->f.options.page_bits];
    if (!frames_drive_hears(d, FRAMES_MAP))
        return;
    frames_drive_must(d, !p->entry[page], "a page is mapped twice");
    frames_drive_must(d,
                      !large || place == ((large - 1) << d->f.options.page_bits) + (page & (d->f.pages - 1)),
                      "a page of a large page lies elsewhere");
    p->entry[page] = (uint32_t)place + 1;
    d->memory[place] = ++d->values; /* of somebody before */
}

static inline void frames_drive_unmap(void *opaque, uint16_t app, uint64_t page, uint64_t place)
{
    frames_drive *d = opaque;
    frames_program *p = &d->program[app];
    if (!frames_drive_hears(d, FRAMES_UNMAP))
        return;
    frames_drive_must(d, p->entry[page] == place + 1, "a page is unmapped where it does not lie");
    d->flushed += p->base_tlb[page] != 0;
    p->entry[page] = p->base_tlb[page] = p->shadow[page] = 0;
}

static inline void frames_drive_coalesce(void *opaque, uint16_t app, uint64_t large_page, uint32_t frame)
{
    frames_drive *d = opaque;
    frames_program *p = &d->program[app];
    if (!frames_drive_hears(d, FRAMES_COALESCE))
        return;
    frames_drive_must(d, !p->large[large_page], "a large page is coalesced twice");
    for (uint32_t i = 0; i < d->f.pages; i++)
        frames_drive_must(d, p->entry[large_page * d->f.pages + i] == frame * d->f.pages + i + 1,
                          "pages are coalesced that do not lie in order");
    p->large[large_page] = frame + 1;
}

static inline void frames_drive_splinter(void *opaque, uint16_t app, uint64_t large_page, uint32_t frame)
{
    frames_drive *d = opaque;
    frames_program *p = &d->program[app];
    if (!frames_drive_hears(d, FRAMES_SPLINTER))
        return;
    frames_drive_must(d, p->large[large_page] == frame + 1, "what is no large page is splintered");
    d->flushed += p->large_tlb[large_page] != 0;
    p->large[large_page] = p->large_tlb[large_page] = 0;
}

static inline void frames_drive_stall(void *opaque, uint32_t pages)
{
    frames_drive *d = opaque;
    if (!frames_drive_hears(d, FRAMES_STALL))
        return;
    frames_drive_must(d, d->announced == 0, "pages were to be moved and were not");
    d->announced = pages;
}

static inline void frames_drive_move(void *opaque, uint16_t app, uint64_t page, uint64_t from, uint64_t to)
{
    frames_drive *d = opaque;
    frames_program *p = &d->program[app % FRAMES_DRIVE_APPS];
    if (!frames_drive_hears(d, FRAMES_MOVE))
        return;
    const uint32_t bits = d->f.options.page_bits, channels = d->f.options.channels;
    frames_drive_must(d, d->announced > 0, "a page is moved while the machine runs");
    d->announced -= d->announced > 0;
    frames_drive_must(d, (from >> bits) % channels == (to >> bits) % channels, "a page leaves its channel");
    d->memory[to] = d->memory[from];
    d->memory[from] = ++d->values;
    if (app == d->f.options.apps)
        return;
    frames_drive_must(d, p->entry[page] == from + 1, "a page is moved from where it does not lie");
    frames_drive_must(d, !p->large[page >> bits], "a page of a large page is moved");
    d->flushed += p->base_tlb[page] != 0;
    p->base_tlb[page] = 0;
    p->entry[page] = (uint32_t)to + 1;
}

/* ---- the programs ---- */

/* Where a page lies for a program: large entries first; a walk fills the TLB. */
static inline uint32_t frames_drive_translate(frames_drive *d, frames_program *p, uint32_t page)
{
    const uint32_t bits = d->f.options.page_bits, in_frame = page & (d->f.pages - 1);
    uint32_t *large_tlb = &p->large_tlb[page >> bits], *base_tlb = &p->base_tlb[page];
    if (!*large_tlb && !*base_tlb) {
        *large_tlb = p->large[page >> bits];
        *base_tlb = *large_tlb ? 0 : p->entry[page];
    }
    frames_drive_must(d, *large_tlb || *base_tlb, "a page that is allocated is not mapped");
    return *large_tlb ? ((*large_tlb - 1) << bits) + in_frame : *base_tlb ? *base_tlb - 1 : 0;
}

/* Pages can be used when their data have arrived. */
static inline bool frames_drive_is_usable(const frames_drive *d, uint16_t app, uint32_t page)
{
    const uint32_t place = frames_place(&d->f, app, page);
    return place != FRAMES_NIL && frames_has_arrived(&d->f, place);
}

static inline void frames_drive_store(frames_drive *d, uint16_t app, uint32_t page)
{
    frames_program *p = &d->program[app];
    if (!frames_drive_is_usable(d, app, page))
        return;
    p->shadow[page] = ++d->values;
    d->memory[frames_drive_translate(d, p, page)] = p->shadow[page];
}

static inline void frames_drive_load(frames_drive *d, uint16_t app, uint32_t page)
{
    frames_program *p = &d->program[app];
    if (!frames_drive_is_usable(d, app, page) || !p->shadow[page])
        return;
    d->loads++;
    frames_drive_must(d, d->memory[frames_drive_translate(d, p, page)] == p->shadow[page],
                      "a load reads what was not stored there");
}

static inline void frames_drive_arrive(frames_drive *d, uint16_t app, uint32_t page)
{
    const bool was_usable = frames_drive_is_usable(d, app, page);
    frames_arrived(&d->f, app, page);
    if (!was_usable)
        frames_drive_store(d, app, page);
}

static inline void frames_drive_allocate(frames_drive *d, uint16_t app, uint32_t page, uint32_t n)
{
    const uint64_t refused = frames_allocate(&d->f, app, page, n);
    uint64_t missing = 0;
    for (uint32_t i = page; i < page + n; i++)
        missing += frames_place(&d->f, app, i) == FRAMES_NIL;
    frames_drive_must(d, missing == refused, "pages refused miscounted");
    frames_drive_must(d, refused == 0 || (d->f.free_frames == 0 && d->f.n_shuffled == 0),
                      "pages are refused while memory is left");
}

static inline void frames_drive_release(frames_drive *d, uint16_t app, uint32_t page, uint32_t n)
{
    frames_release(&d->f, app, page, n);
    for (uint32_t i = page; i < page + n; i++)
        frames_drive_must(d, frames_place(&d->f, app, i) == FRAMES_NIL, "a page was released and is there");
}

/* What is said of it before is what happens. */
static inline void frames_drive_gather(frames_drive *d, uint16_t app, uint32_t large_page)
{
    const uint32_t pages = frames_gather_pages(&d->f, app, large_page);
    const uint64_t before = d->event[FRAMES_MOVE];
    const bool was_large = frames_large(&d->f, app, large_page) != FRAMES_NIL,
               is_gathered = frames_gather(&d->f, app, large_page);
    frames_drive_must(d, is_gathered == (pages != FRAMES_NIL),
                      "pages are gathered that cannot be, or are not");
    frames_drive_must(d, d->event[FRAMES_MOVE] - before == (is_gathered ? pages : 0),
                      "pages moved miscounted");
    frames_drive_must(d, (frames_large(&d->f, app, large_page) != FRAMES_NIL) == (was_large || is_gathered),
                      "a large page that is gathered is none");
}

/* ---- the drive ---- */

static inline int frames_drive_open(frames_drive *d, const frames_options *options, uint32_t large_pages,
                                    uint64_t seed, poise_error *err)
{
    const frames_hooks hooks = {.opaque = d,
                                .map = frames_drive_map,
                                .unmap = frames_drive_unmap,
                                .coalesce = frames_drive_coalesce,
                                .splinter = frames_drive_splinter,
                                .stall = frames_drive_stall,
                                .move = frames_drive_move};
    memset(d, 0, sizeof *d);
    poise_random_seed(&d->random, seed);
    d->virtual_pages = large_pages << options->page_bits;
    const int code = frames_init(&d->f, options, &hooks, err);
    for (uint32_t i = 0; code == POISE_OK && i < options->frames << options->page_bits; i++)
        d->memory[i] = ++d->values; /* what a stranger has is the place where it was at first, plus one */
    return code;
}

static inline void frames_drive_close(frames_drive *d)
{
    frames_free(&d->f);
}

/* After every operation. */
static inline bool frames_drive_holds(frames_drive *d)
{
    frames_drive_must(d, d->announced == 0, "pages were to be moved and were not");
    const char *broken = frames_check(&d->f);
    frames_drive_must(d, !broken, broken);
    for (uint32_t i = 0; i < d->f.options.frames << d->f.options.page_bits; i++) {
        const uint64_t key = d->f.page_of[i];
        if (key != FRAMES_NONE && frames_app_of(key) == d->f.options.apps)
            frames_drive_must(d, d->memory[i] == frames_page_of(key) + 1, "a stranger's page is lost");
    }
    return !d->broken;
}

/* Half of the ranges are whole large pages, en masse; the others begin and end anywhere. */
static inline void frames_drive_range(frames_drive *d, uint32_t *page, uint32_t *n)
{
    const uint32_t bits = d->f.options.page_bits, large_pages = d->virtual_pages >> bits;
    if (frames_drive_choose(d, 2)) {
        *page = (uint32_t)frames_drive_choose(d, large_pages) << bits;
        *n = (1 + (uint32_t)frames_drive_choose(d, 3)) << bits;
    } else {
        *page = (uint32_t)frames_drive_choose(d, large_pages) << bits |
                (uint32_t)frames_drive_choose(d, d->f.pages);
        *n = 1 + (uint32_t)frames_drive_choose(d, d->f.pages);
    }
    if (*n > d->virtual_pages - *page)
        *n = d->virtual_pages - *page;
}

static inline void frames_drive_operation(frames_drive *d)
{
    const uint64_t kind = frames_drive_choose(d, 64);
    const uint16_t app = (uint16_t)frames_drive_choose(d, d->f.options.apps);
    uint32_t page, n;
    frames_drive_range(d, &page, &n);
    if (kind < 16)
        frames_drive_allocate(d, app, page, n);
    else if (kind < 28)
        frames_drive_release(d, app, page, n);
    else if (kind == 28)
        frames_release_all(&d->f, app);
    else if (kind < 44)
        for (uint32_t i = 0; i < n; i++)
            frames_drive_arrive(d, app, page + i);
    else if (d->f.options.gathers && kind >= 56)
        frames_drive_gather(d, app, page >> d->f.options.page_bits);
    else if (kind < 50)
        frames_drive_store(d, app, page + (uint32_t)frames_drive_choose(d, n));
    else
        for (uint32_t i = 0; i < n; i++)
            frames_drive_load(d, app, page + i);
}

/* False when something does not hold, see d->broken. */
static inline bool frames_drive_run(frames_drive *d, uint32_t operations)
{
    for (uint32_t i = 0; i < operations; i++) {
        frames_drive_operation(d);
        if ((!d->checks || d->checks(i, operations)) && !frames_drive_holds(d))
            return false;
    }
    return true;
}

#endif
