/* Pages of a tlb drive that change while requests are under way (vm.h): large pages that come to be and go,
 * base pages that move or go. */
#ifndef POISE_TESTS_TLB_CHANGES_H
#define POISE_TESTS_TLB_CHANGES_H

#include "tests/tlb_watch.h"

enum { TLB_DRIVE_CHUNK_PAGES = TLB_DRIVE_PAGES / TLB_DRIVE_CHUNKS };

/* Base pages without a place get one. Nothing is flushed: what is known of base pages stays. */
static inline void tlb_drive_coalesce(tlb_drive *d, uint16_t app, uint32_t chunk)
{
    tlb_drive_known *page = &d->page[app][chunk * TLB_DRIVE_CHUNK_PAGES];
    for (uint32_t i = 0; i < TLB_DRIVE_CHUNK_PAGES; i++)
        if (page[i].state == PAGE_COMING)
            return;
    for (uint32_t i = 0; i < TLB_DRIVE_CHUNK_PAGES; i++)
        page[i].state = PAGE_PLACED;
    d->large[app][chunk] = (tlb_drive_known){.state = PAGE_PLACED};
    d->is_large[app][chunk] = d->was_large[app][chunk] = true;
    d->coalesced++;
}

/* Answers on their way are of base pages. */
static inline void tlb_drive_splinter(tlb_drive *d, uint16_t app, uint32_t chunk)
{
    tlb_drive_known *page = &d->page[app][chunk * TLB_DRIVE_CHUNK_PAGES];
    if (d->large[app][chunk].state != PAGE_PLACED)
        return;
    for (uint32_t i = 0; i < TLB_DRIVE_CHUNK_PAGES; i++)
        page[i].state = PAGE_PLACED;
    d->is_large[app][chunk] = false;
    d->large[app][chunk] = (tlb_drive_known){0};
    for (uint32_t i = 0; i < TLB_DRIVE_HANDLES; i++)
        if (d->request[i].app == app && d->request[i].page / TLB_DRIVE_CHUNK_PAGES == chunk)
            d->request[i].bits = VM_BASE_BITS;
    const tlb_page gone = {.page = chunk, .app = app, .page_bits = VM_LARGE_BITS};
    d->policy->invalidate(d->state, &gone);
    d->splintered++;
}

/* A base page is somewhere else, or nowhere. */
static inline void tlb_drive_lose(tlb_drive *d, uint16_t app, uint64_t page, bool is_gone)
{
    tlb_drive_known *known = &d->page[app][page];
    for (uint32_t i = 0; i < TLB_DRIVE_HANDLES; i++)
        if (d->request[i].is_used && d->request[i].app == app && d->request[i].page == page)
            return; /* not of what is running (vm.h) */
    if (known->state != PAGE_PLACED)
        return;
    *known = (tlb_drive_known){.state = is_gone ? PAGE_UNPLACED : PAGE_PLACED};
    const tlb_page gone = {.page = page, .app = app, .page_bits = VM_BASE_BITS};
    d->policy->invalidate(d->state, &gone);
    d->lost++;
}

static inline void tlb_drive_turn(tlb_drive *d)
{
    const uint16_t app = (uint16_t)tlb_drive_choose(d, TLB_DRIVE_APPS);
    const uint64_t page = tlb_drive_choose(d, d->stream->pages);
    const uint32_t chunk = (uint32_t)(page / TLB_DRIVE_CHUNK_PAGES), what = tlb_drive_choose(d, 4);
    if (!d->policy->invalidate)
        return;
    if (d->is_large[app][chunk])
        tlb_drive_splinter(d, app, chunk);
    else if (what < 2)
        tlb_drive_coalesce(d, app, chunk);
    else
        tlb_drive_lose(d, app, page, what == 2);
}

#endif
