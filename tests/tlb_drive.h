/* A tlb policy under a hostile stream: programs that use the same virtual addresses, SMs that change hands,
 * pages that are missing, flushes, restarts. The drive plays the simulator and believes nothing:
 *
 *   - an L1 TLB hits only for a page that it has been told of since the last flush of its address space;
 *   - every request is answered exactly once, and for a page that is in memory and that frame() has been
 * asked about since that flush: its last entry has been read by a walk of this address space;
 *   - a walk reads in order of depth: an entry after the one that points to it, for a page that somebody
 * waits for, one read at a time, and never more than TLB_DRIVE_WALKS at once.
 *
 * Base pages become parts of large pages and these go again while requests are under way, and base pages move
 * or go: what is known of a page that is none any more must not count.
 *
 * An answer that comes from another address space breaks one of these. Choices are those of an input, then of
 * a generator, so that a fuzzer can steer it. A policy that has look_up() alone must hit always. */
#ifndef POISE_TESTS_TLB_DRIVE_H
#define POISE_TESTS_TLB_DRIVE_H

#include "tests/tlb_changes.h"

/* ---- SMs ---- */

static inline tlb_drive_request *tlb_drive_waits(tlb_drive *d, uint32_t sm, uint64_t page, uint32_t *free_one)
{
    *free_one = TLB_DRIVE_HANDLES;
    for (uint32_t i = sm * TLB_DRIVE_MSHRS; i < (sm + 1) * TLB_DRIVE_MSHRS; i++) {
        if (!d->request[i].is_used)
            *free_one = i;
        else if (d->request[i].page == page)
            return &d->request[i];
    }
    return NULL;
}

static inline bool tlb_drive_is_idle(const tlb_drive *d, uint32_t sm)
{
    for (uint32_t i = sm * TLB_DRIVE_MSHRS; i < (sm + 1) * TLB_DRIVE_MSHRS; i++)
        if (d->request[i].is_used)
            return false;
    return true;
}

static inline void tlb_drive_take_answers(tlb_drive *d)
{
    for (uint32_t i = 0; i < TLB_DRIVE_HANDLES; i++) {
        tlb_drive_request *r = &d->request[i];
        if (r->is_used && !r->is_asked && r->asked_at <= d->now) {
            const mem_request request = {.virtual_address = r->page << VM_BASE_BITS,
                                         .app = r->app,
                                         .source = (uint16_t)(i / TLB_DRIVE_MSHRS)};
            r->is_asked = true;
            d->policy->ask(d->state, i, &request, d->now);
            d->is_told = true;
        } else if (r->is_answered && r->arrives <= d->now) {
            uint32_t sm = i / TLB_DRIVE_MSHRS;
            const tlb_page page = {r->page >> (r->bits - VM_BASE_BITS), r->app, r->bits};
            if (r->bits == VM_BASE_BITS)
                d->page[r->app][r->page].told[sm] = true;
            else
                d->large[r->app][page.page].told[sm] = true;
            d->policy->fill(d->state, sm, &page, d->now);
            *r = (tlb_drive_request){0};
        }
    }
}

/* Of it, or of the large page that it is a part of. */
static inline bool tlb_drive_was_told(tlb_drive *d, uint32_t sm, uint16_t app, uint64_t page)
{
    return d->page[app][page].told[sm] || tlb_drive_known_of(d, app, page)->told[sm];
}

static inline void tlb_drive_look_up(tlb_drive *d, uint32_t sm)
{
    uint16_t app = d->app_of[sm];
    uint64_t page =
        tlb_drive_percent(d, d->stream->near) ? d->last[sm] + 1 : tlb_drive_choose(d, d->stream->pages);
    page %= d->stream->pages;
    d->last[sm] = page;
    uint32_t free_one;
    if (tlb_drive_waits(d, sm, page, &free_one) || free_one == TLB_DRIVE_HANDLES)
        return;
    const mem_request request = {.virtual_address = page << VM_BASE_BITS, .app = app, .source = (uint16_t)sm};
    bool hit = d->policy->look_up(d->state, &request, d->now) == TLB_HIT;
    d->look_ups++;
    d->hits += hit;
    if (!d->policy->ask && !hit)
        tlb_drive_break(d, "misses, and cannot be asked");
    else if (d->policy->ask && hit && !tlb_drive_was_told(d, sm, app, page))
        tlb_drive_break(d, "hits in an L1 TLB that has not been told of the page");
    else if (!hit)
        d->request[free_one] = (tlb_drive_request){
            .page = page, .app = app, .is_used = true, .asked_at = d->now + TLB_DRIVE_TRAVEL};
}

/* ---- programs ---- */

static inline void tlb_drive_begin_program(tlb_drive *d, uint16_t app)
{
    memset(d->page[app], 0, sizeof d->page[app]);
    memset(d->large[app], 0, sizeof d->large[app]);
    memset(d->was_read[app], 0, sizeof d->was_read[app]);
    for (uint32_t i = 0; i < TLB_DRIVE_CHUNKS; i++)
        d->is_large[app][i] = d->was_large[app][i] = tlb_drive_percent(d, d->stream->large);
}

static inline bool tlb_drive_is_coming(const tlb_drive *d, uint16_t app)
{
    for (uint32_t page = 0; page < TLB_DRIVE_PAGES; page++)
        if (d->page[app][page].state == PAGE_COMING)
            return true;
    for (uint32_t i = 0; i < TLB_DRIVE_CHUNKS; i++)
        if (d->large[app][i].state == PAGE_COMING)
            return true;
    return false;
}

static inline void tlb_drive_end_program(tlb_drive *d, uint16_t app)
{
    for (uint32_t i = 0; i < TLB_DRIVE_HANDLES; i++)
        if (d->request[i].is_used && d->request[i].app == app)
            return; /* not while something of it is under way */
    if (tlb_drive_is_coming(d, app))
        return;
    d->policy->flush(d->state, app);
    tlb_drive_begin_program(d, app);
}

/* Time begins again: what was under way is forgotten, what is known stays. */
static inline void tlb_drive_restart(tlb_drive *d)
{
    for (uint32_t app = 0; app < TLB_DRIVE_APPS; app++) {
        for (uint32_t page = 0; page < TLB_DRIVE_PAGES; page++)
            if (d->page[app][page].state == PAGE_COMING)
                d->page[app][page].state = PAGE_PLACED;
        for (uint32_t i = 0; i < TLB_DRIVE_CHUNKS; i++)
            if (d->large[app][i].state == PAGE_COMING)
                d->large[app][i].state = PAGE_PLACED;
    }
    memset(d->request, 0, sizeof d->request);
    d->n_reads = 0;
    d->now = 0;
    d->tick_at = UINT64_MAX;
    d->policy->restart(d->state);
}

static inline void tlb_drive_change(tlb_drive *d)
{
    uint32_t sm = tlb_drive_choose(d, TLB_DRIVE_SMS), what = tlb_drive_choose(d, 16);
    if (what == 0 && d->policy->restart)
        tlb_drive_restart(d);
    else if (what < 6 && d->policy->flush)
        tlb_drive_end_program(d, (uint16_t)tlb_drive_choose(d, TLB_DRIVE_APPS));
    else if (tlb_drive_is_idle(d, sm))
        d->app_of[sm] = (uint16_t)tlb_drive_choose(d, TLB_DRIVE_APPS);
}

/* ---- all of it ---- */

static inline bool tlb_drive_is_busy(const tlb_drive *d)
{
    for (uint32_t sm = 0; sm < TLB_DRIVE_SMS; sm++)
        if (!tlb_drive_is_idle(d, sm))
            return true;
    return false;
}

static inline void tlb_drive_step(tlb_drive *d, bool asks)
{
    d->is_told = false;
    if (d->policy->ask) {
        tlb_drive_take_answers(d);
        tlb_drive_take_reads(d);
        if (!(d->now % 16))
            tlb_drive_take_pages(d);
        if (d->is_told || d->tick_at <= d->now) {
            d->tick_at = d->policy->tick(d->state, d->now);
            if (d->tick_at <= d->now)
                d->tick_at = d->now + 1;
        }
    }
    for (uint32_t sm = 0; asks && sm < TLB_DRIVE_SMS; sm++)
        if (tlb_drive_percent(d, 60))
            tlb_drive_look_up(d, sm);
    d->now++;
    if (asks && tlb_drive_choose(d, 1000) < d->stream->changes)
        tlb_drive_change(d);
    if (asks && d->stream->turns && tlb_drive_choose(d, 1000) < d->stream->turns)
        tlb_drive_turn(d);
}

static inline uint64_t tlb_drive_sooner(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* When something happens again of itself; UINT64_MAX = never. Pages are looked at in each 16th cycle. */
static inline uint64_t tlb_drive_next(const tlb_drive *d)
{
    uint64_t next = d->tick_at;
    for (uint32_t i = 0; i < TLB_DRIVE_HANDLES; i++) {
        const tlb_drive_request *r = &d->request[i];
        if (r->is_used && !r->is_asked)
            next = tlb_drive_sooner(next, r->asked_at);
        else if (r->is_answered)
            next = tlb_drive_sooner(next, r->arrives);
    }
    for (uint32_t i = 0; i < d->n_reads; i++)
        next = tlb_drive_sooner(next, d->reads[i].when);
    return d->next_comes == UINT64_MAX ? next : tlb_drive_sooner(next, (d->next_comes + 15) / 16 * 16);
}

/* Until every request is answered, without the cycles in which nothing happens. */
static inline void tlb_drive_drain(tlb_drive *d)
{
    for (const uint64_t end = d->now + TLB_DRIVE_LONGEST;
         d->now < end && tlb_drive_is_busy(d) && !d->broken[0];) {
        const uint64_t next = tlb_drive_next(d);
        d->now = next > d->now ? tlb_drive_sooner(next, end) : d->now;
        tlb_drive_step(d, false);
    }
    if (!d->broken[0] && tlb_drive_is_busy(d))
        tlb_drive_break(d, "never answers a request");
}

/* The value of an option of the policy, NULL if it has none of this name. */
static inline const void *tlb_drive_option(const tlb_drive *d, const char *name)
{
    const policy_info *info = d->choice.policy;
    for (size_t i = 0; i < info->n_options; i++)
        if (!strcmp(info->options[i].name, name))
            return (const char *)d->choice.options + info->options[i].offset;
    return NULL;
}

/* Of the policy: its page table, 9 bits a level and entries of 8 bytes where it says nothing. */
static inline void tlb_drive_table(tlb_drive *d)
{
    static const char *const names[] = {"level1", "level2", "level3", "level4"};
    for (uint32_t level = 0; level < PAGE_TABLE_LEVELS; level++) {
        const int64_t *bits = tlb_drive_option(d, names[level]);
        d->table.bits[level] = (uint8_t)(bits ? *bits : PAGE_TABLE_MOST_BITS);
    }
    const int *entry = tlb_drive_option(d, "entry");
    d->table.entry_bits = (uint8_t)(PAGE_TABLE_ENTRY_BITS + (entry ? *entry : 0));
}

/* `policy`: its functions, or NULL for those of the policy string. Closed by tlb_drive_close. */
static inline int tlb_drive_open(tlb_drive *d, const char *string, const tlb_policy *policy, uint64_t seed,
                                 const tlb_stream *stream, poise_error *err)
{
    memset(d, 0, sizeof *d);
    int code = policy_choose(POLICY_TLB, string, &d->choice, err);
    if (code != POISE_OK)
        return code;
    d->policy = policy ? policy : policy_functions(&d->choice);
    d->stream = stream;
    d->tick_at = d->next_comes = UINT64_MAX;
    poise_random_seed(&d->random, seed);
    tlb_drive_table(d);
    for (uint32_t sm = 0; sm < TLB_DRIVE_SMS; sm++)
        d->app_of[sm] = (uint16_t)(sm % TLB_DRIVE_APPS);
    d->host = (tlb_host){.sms = TLB_DRIVE_SMS,
                         .page_bits = VM_BASE_BITS,
                         .handles = TLB_DRIVE_HANDLES,
                         .opaque = d,
                         .frame = tlb_drive_frame,
                         .mapped = tlb_drive_mapped,
                         .translated = tlb_drive_translated,
                         .read = tlb_drive_read_memory};
    return d->policy->create ? d->policy->create(&d->host, d->choice.options, &d->state, err) : POISE_OK;
}

static inline void tlb_drive_close(tlb_drive *d)
{
    if (d->policy && d->policy->life.destroy && d->state)
        d->policy->life.destroy(d->state);
    policy_choice_free(&d->choice);
}

/* False: something is wrong, d->broken says what. */
static inline bool tlb_drive_run(tlb_drive *d, uint64_t cycles)
{
    if (!d->policy->look_up)
        return true;
    for (uint16_t app = 0; app < TLB_DRIVE_APPS; app++)
        tlb_drive_begin_program(d, app);
    for (uint64_t i = 0; i < cycles && !d->broken[0]; i++)
        tlb_drive_step(d, true);
    tlb_drive_drain(d);
    return !d->broken[0];
}

#endif
