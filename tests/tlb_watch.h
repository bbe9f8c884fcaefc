/* What a tlb policy asks of its host, judged: answers, page tables, reads of walks (tests/tlb_drive.h drives
 * it). */
#ifndef POISE_TESTS_TLB_WATCH_H
#define POISE_TESTS_TLB_WATCH_H

#include "common/random.h"
#include "sim_hooks/registry.h"
#include "sim_hooks/tlb.h"
#include "sim_hooks/tlb/page_table.h"
#include "sim_hooks/vm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TLB_DRIVE_SMS = 4,
    TLB_DRIVE_MSHRS = 24, /* pages that an SM can miss at once */
    TLB_DRIVE_HANDLES = TLB_DRIVE_SMS * TLB_DRIVE_MSHRS,
    TLB_DRIVE_APPS = 3,
    TLB_DRIVE_PAGES = 2048, /* of an address space: four of 2 MB */
    TLB_DRIVE_CHUNKS = TLB_DRIVE_PAGES >> (VM_LARGE_BITS - VM_BASE_BITS),
    TLB_DRIVE_TRAVEL = 8,
    TLB_DRIVE_WALKS = 64,
    TLB_DRIVE_LONGEST = 200000 /* cycles until everything is answered */
};

/* What the requests are like: shares in percent. */
typedef struct tlb_stream {
    const char *name;
    uint32_t pages;   /* that are used of each address space, from 1 */
    uint32_t near;    /* requests for the page after the last one */
    uint32_t missing; /* pages that are not in memory at first */
    uint32_t large;   /* chunks of 2 MB that are one page */
    uint32_t changes; /* of 1000 cycles, that give an SM to another program or end one */
    uint32_t latency; /* of reads, at most */
    uint32_t turns;   /* of 1000 cycles, that coalesce, splinter, move or unmap a page */
} tlb_stream;

typedef enum tlb_drive_page { PAGE_UNPLACED, PAGE_COMING, PAGE_PLACED } tlb_drive_page;

/* A page as an address space has it; all of it is forgotten by a flush. */
typedef struct tlb_drive_known {
    uint8_t state;            /* tlb_drive_page */
    bool was_asked_about;     /* frame() */
    bool told[TLB_DRIVE_SMS]; /* fill() */
    uint64_t comes;
} tlb_drive_known;

typedef struct tlb_drive_read {
    uint64_t when;
    tlb_read read;
} tlb_drive_read;

typedef struct tlb_drive_request {
    uint64_t page, arrives; /* at the SM, once answered */
    uint16_t app;
    bool is_used, is_asked, is_answered;
    uint8_t bits; /* of the page that it is answered for */
    uint64_t asked_at;
} tlb_drive_request;

typedef struct tlb_drive {
    policy_choice choice;
    const tlb_policy *policy;
    void *state;
    tlb_host host;
    page_table table;
    const tlb_stream *stream;
    uint64_t now, tick_at, next_comes; /* no page that is coming comes before */
    bool is_told;
    uint16_t app_of[TLB_DRIVE_SMS];
    uint64_t last[TLB_DRIVE_SMS];
    tlb_drive_known page[TLB_DRIVE_APPS][TLB_DRIVE_PAGES];
    bool is_large[TLB_DRIVE_APPS][TLB_DRIVE_CHUNKS], was_large[TLB_DRIVE_APPS][TLB_DRIVE_CHUNKS];
    tlb_drive_known large[TLB_DRIVE_APPS][TLB_DRIVE_CHUNKS];               /* of those that are large */
    bool was_read[TLB_DRIVE_APPS][PAGE_TABLE_LEVELS + 1][TLB_DRIVE_PAGES]; /* [depth][first page below] */
    tlb_drive_request request[TLB_DRIVE_HANDLES];
    tlb_drive_read reads[TLB_READS];
    uint32_t n_reads;
    poise_random random;
    const uint8_t *input;
    size_t n_input;
    uint64_t look_ups, hits, answers, walks, coalesced, splintered, lost;
    char broken[200]; /* "" = nothing is wrong */
} tlb_drive;

static inline bool tlb_drive_break(tlb_drive *d, const char *why)
{
    if (!d->broken[0])
        snprintf(d->broken, sizeof d->broken, "%s, cycle %llu: %s", d->choice.label,
                 (unsigned long long)d->now, why);
    return false;
}

static inline uint32_t tlb_drive_choose(tlb_drive *d, uint32_t below)
{
    if (!d->n_input)
        return (uint32_t)poise_random_below(&d->random, below);
    d->n_input--;
    return *d->input++ * below >> 8;
}

static inline bool tlb_drive_percent(tlb_drive *d, uint32_t share)
{
    return tlb_drive_choose(d, 100) < share;
}

/* ---- pages ---- */

static inline uint8_t tlb_drive_size(const tlb_drive *d, uint16_t app, uint64_t page)
{
    return d->is_large[app][page >> (VM_LARGE_BITS - VM_BASE_BITS)] ? VM_LARGE_BITS : VM_BASE_BITS;
}

static inline uint64_t tlb_drive_first(const tlb_drive *d, uint16_t app, uint64_t page)
{
    uint32_t shift = tlb_drive_size(d, app, page) - VM_BASE_BITS;
    return page >> shift << shift;
}

/* As what it is translated now. */
static inline tlb_drive_known *tlb_drive_known_of(tlb_drive *d, uint16_t app, uint64_t page)
{
    const uint64_t chunk = page >> (VM_LARGE_BITS - VM_BASE_BITS);
    return d->is_large[app][chunk] ? &d->large[app][chunk] : &d->page[app][page];
}

static inline tlb_drive_known *tlb_drive_page_of(tlb_drive *d, uint16_t app, uint64_t address)
{
    uint64_t page = address >> VM_BASE_BITS;
    if (app < TLB_DRIVE_APPS && page < TLB_DRIVE_PAGES)
        return tlb_drive_known_of(d, app, page);
    tlb_drive_break(d, "asks about a page that no request is for");
    return &d->page[0][0];
}

static inline uint8_t tlb_drive_mapped(void *opaque, uint16_t app, uint64_t address)
{
    tlb_drive *d = opaque;
    const tlb_drive_known *known = tlb_drive_page_of(d, app, address);
    return known->state == PAGE_PLACED ? tlb_drive_size(d, app, address >> VM_BASE_BITS) : 0;
}

static inline uint8_t tlb_drive_frame(void *opaque, uint16_t app, uint64_t address)
{
    tlb_drive *d = opaque;
    tlb_drive_known *known = tlb_drive_page_of(d, app, address);
    known->was_asked_about = true;
    if (known->state == PAGE_UNPLACED && tlb_drive_percent(d, d->stream->missing)) {
        known->state = PAGE_COMING;
        known->comes = d->now + 1 + tlb_drive_choose(d, 3000);
        d->next_comes = known->comes < d->next_comes ? known->comes : d->next_comes;
    } else if (known->state == PAGE_UNPLACED) {
        known->state = PAGE_PLACED;
    }
    return tlb_drive_mapped(opaque, app, address);
}

/* ---- answers and reads ---- */

static inline void tlb_drive_translated(void *opaque, uint32_t handle)
{
    tlb_drive *d = opaque;
    tlb_drive_request *r = &d->request[handle < TLB_DRIVE_HANDLES ? handle : 0];
    if (handle >= TLB_DRIVE_HANDLES || !r->is_asked || r->is_answered) {
        tlb_drive_break(d, "answers a request that does not wait");
        return;
    }
    const uint64_t chunk = r->page >> (VM_LARGE_BITS - VM_BASE_BITS);
    const tlb_drive_known *known = tlb_drive_known_of(d, r->app, r->page), *base = &d->page[r->app][r->page];
    const bool *was_read = d->was_read[r->app][PAGE_TABLE_LEVELS];
    const bool was_large = d->was_large[r->app][chunk];
    if (known->state != PAGE_PLACED)
        tlb_drive_break(d, "answers for a page that is not in memory");
    else if (!known->was_asked_about && !base->was_asked_about)
        tlb_drive_break(d, "answers for a page of which it cannot know");
    if (!was_read[r->page] && !(was_large && was_read[chunk << (VM_LARGE_BITS - VM_BASE_BITS)]))
        tlb_drive_break(d, "answers without having read the last entry");
    r->is_answered = true;
    r->bits = tlb_drive_size(d, r->app, r->page);
    r->arrives = d->now + TLB_DRIVE_TRAVEL;
    d->answers++;
}

/* The first page that the entry of this depth for `page` covers. */
static inline uint64_t tlb_drive_below(const tlb_drive *d, uint64_t page, uint32_t depth)
{
    uint32_t shift = page_table_shift(&d->table, depth) - PAGE_TABLE_PAGE_BITS;
    return page >> shift << shift;
}

/* Of those that are waited for, the page whose entry is read; TLB_DRIVE_PAGES when there is none. `follows`:
 * the entry that points to it has been read. A page that is or was
 * part of a large one has the last entry of the first base page there. */
static inline uint64_t tlb_drive_read_for(const tlb_drive *d, const tlb_read *read, bool *follows)
{
    uint64_t found = TLB_DRIVE_PAGES;
    *follows = false;
    for (uint32_t i = 0; i < TLB_DRIVE_HANDLES && !*follows; i++) {
        const tlb_drive_request *r = &d->request[i];
        if (!r->is_asked || r->is_answered || r->app != read->app)
            continue;
        const uint64_t chunk = r->page >> (VM_LARGE_BITS - VM_BASE_BITS), own = r->page << VM_BASE_BITS;
        const bool was_large = d->was_large[r->app][chunk];
        const uint64_t first = was_large ? chunk << (VM_LARGE_BITS - VM_BASE_BITS) : r->page;
        if (read->address == page_table_entry(&d->table, r->app, own, read->depth))
            found = r->page;
        else if (read->address == page_table_entry(&d->table, r->app, first << VM_BASE_BITS, read->depth))
            found = first;
        else
            continue;
        uint32_t above = read->depth - 1u;
        *follows = !above || d->was_read[r->app][above][tlb_drive_below(d, r->page, above)];
    }
    return found;
}

static inline void tlb_drive_read_memory(void *opaque, const tlb_read *read)
{
    tlb_drive *d = opaque;
    if (d->n_reads == TLB_DRIVE_WALKS) {
        tlb_drive_break(d, "has more walks at once than it may");
        return;
    }
    for (uint32_t i = 0; i < d->n_reads; i++)
        if (d->reads[i].read.token == read->token)
            tlb_drive_break(d, "reads twice at once for one walk");
    if (read->app >= TLB_DRIVE_APPS || !read->depth || read->depth > PAGE_TABLE_LEVELS) {
        tlb_drive_break(d, "reads what is no page table");
        return;
    }
    bool follows;
    if (tlb_drive_read_for(d, read, &follows) == TLB_DRIVE_PAGES)
        tlb_drive_break(d, "reads an entry that nobody waits for");
    else if (!follows)
        tlb_drive_break(d, "reads an entry before the one that points to it");
    d->walks += read->depth == PAGE_TABLE_LEVELS;
    d->reads[d->n_reads++] = (tlb_drive_read){d->now + 1 + tlb_drive_choose(d, d->stream->latency), *read};
}

static inline void tlb_drive_take_reads(tlb_drive *d)
{
    for (uint32_t i = 0; i < d->n_reads && !d->broken[0];) {
        if (d->reads[i].when > d->now) {
            i++;
            continue;
        }
        tlb_read read = d->reads[i].read;
        d->reads[i] = d->reads[--d->n_reads];
        bool follows;
        uint64_t page = tlb_drive_read_for(d, &read, &follows);
        if (page < TLB_DRIVE_PAGES && read.depth == PAGE_TABLE_LEVELS)
            page = tlb_drive_first(d, read.app, page); /* all of a large page say the same */
        if (page < TLB_DRIVE_PAGES)
            d->was_read[read.app][read.depth][tlb_drive_below(d, page, read.depth)] = true;
        d->policy->read_done(d->state, read.token, tlb_drive_percent(d, 50), d->now);
        d->is_told = true;
    }
}

static inline void tlb_drive_take_page(tlb_drive *d, tlb_drive_known *known, uint16_t app, uint64_t page)
{
    if (known->state != PAGE_COMING)
        return;
    if (known->comes > d->now) {
        d->next_comes = known->comes < d->next_comes ? known->comes : d->next_comes;
        return;
    }
    known->state = PAGE_PLACED;
    d->policy->present(d->state, app, page << VM_BASE_BITS, d->now);
    d->is_told = true;
}

/* Pages that come from the host. */
static inline void tlb_drive_take_pages(tlb_drive *d)
{
    if (d->next_comes > d->now)
        return;
    d->next_comes = UINT64_MAX;
    for (uint16_t app = 0; app < TLB_DRIVE_APPS; app++) {
        for (uint64_t page = 0; page < TLB_DRIVE_PAGES; page++)
            tlb_drive_take_page(d, &d->page[app][page], app, page);
        for (uint64_t i = 0; i < TLB_DRIVE_CHUNKS; i++)
            tlb_drive_take_page(d, &d->large[app][i], app, i << (VM_LARGE_BITS - VM_BASE_BITS));
    }
}

#endif
