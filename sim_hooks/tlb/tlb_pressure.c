#include "sim_hooks/tlb/tlb_pressure.h"

#include <stdlib.h>
#include <string.h>

bool tlb_pressure_init(tlb_pressure *p, const tlb_host *host)
{
    *p = (tlb_pressure){.host = host, .sm = aligned_alloc(alignof(tlb_misses), host->sms * sizeof *p->sm)};
    if (p->sm)
        tlb_pressure_restart(p);
    return p->sm != NULL;
}

void tlb_pressure_free(tlb_pressure *p)
{
    free(p->sm);
}

void tlb_pressure_restart(tlb_pressure *p)
{
    memset(p->sm, 0, p->host->sms * sizeof *p->sm);
    memset(p->walks, 0, sizeof p->walks);
    memset(p->warps, 0, sizeof p->warps);
    p->at = 0;
    p->epoch_at = TLB_PRESSURE_EPOCH;
}

/* ---- on an SM ---- */

void tlb_pressure_missed(tlb_pressure *p, const mem_request *request)
{
    tlb_misses *m = &p->sm[request->source];
    const uint64_t page = request->virtual_address >> p->host->page_bits;
    tlb_missing *unused = NULL;
    if (request->kind == MEM_PREFETCH) /* is dropped */
        return;
    for (uint32_t i = 0, left = m->used; i < TLB_PRESSURE_MISSES && (left || !unused); i++) {
        tlb_missing *one = &m->page[i];
        if (one->warps && one->page == page && one->app == request->app) {
            one->warps = (uint8_t)(one->warps + (one->warps < TLB_PRESSURE_MOST));
            return;
        }
        left -= one->warps != 0;
        unused = unused || one->warps ? unused : one;
    }
    if (!unused)
        return;
    *unused = (tlb_missing){.page = page, .app = request->app, .warps = 1};
    m->used++;
}

void tlb_pressure_filled(tlb_pressure *p, uint32_t sm, const tlb_page *page)
{
    tlb_misses *m = &p->sm[sm];
    const uint32_t shift = page->page_bits - p->host->page_bits;
    for (uint32_t i = 0, left = m->used; left; i++) {
        tlb_missing *one = &m->page[i];
        left -= one->warps != 0;
        if (!one->warps || one->page >> shift != page->page || one->app != page->app)
            continue;
        one->warps = 0;
        m->used--;
    }
}

/* ---- on the shared side ---- */

static void count_walks(const tlb_walker *walker, uint32_t *walks)
{
    for (uint32_t i = 0, left = walker->walks; i < walker->mshrs && left; i++) {
        const tlb_walk *walk = &walker->walk[i];
        left -= walk->state == WALK_STEPS;
        if (walk->state == WALK_STEPS && walk->app < POLICY_PROGRAMS)
            walks[walk->app] += walks[walk->app] < TLB_PRESSURE_MOST;
    }
}

static void count_warps(const tlb_misses *m, uint64_t *warps, uint64_t *mshrs)
{
    for (uint32_t i = 0, left = m->used; left; i++) {
        const tlb_missing *one = &m->page[i];
        left -= one->warps != 0;
        if (!one->warps || one->app >= POLICY_PROGRAMS)
            continue;
        warps[one->app] += one->warps;
        mshrs[one->app]++;
    }
}

static void look(tlb_pressure *p, const tlb_walker *walker)
{
    uint32_t walks[POLICY_PROGRAMS] = {0};
    uint64_t warps[POLICY_PROGRAMS] = {0}, mshrs[POLICY_PROGRAMS] = {0};
    count_walks(walker, walks);
    for (uint32_t i = 0; i < p->host->sms; i++)
        count_warps(&p->sm[i], warps, mshrs);
    for (uint32_t i = 0; i < POLICY_PROGRAMS; i++) {
        p->walks[i] = walks[i] > p->walks[i] ? walks[i] : p->walks[i];
        if (mshrs[i])
            p->warps[i] = (uint32_t)((warps[i] + mshrs[i] / 2) / mshrs[i]);
        if (p->host->pressure)
            p->host->pressure[i] = (uint64_t)p->walks[i] * p->warps[i];
    }
}

uint64_t tlb_pressure_gather(tlb_pressure *p, const tlb_walker *walker, uint64_t cycle)
{
    if (cycle < p->at)
        return p->at - cycle;
    if (cycle >= p->epoch_at) {
        memset(p->walks, 0, sizeof p->walks);
        memset(p->warps, 0, sizeof p->warps);
        p->epoch_at = cycle - cycle % TLB_PRESSURE_EPOCH + TLB_PRESSURE_EPOCH;
    }
    look(p, walker);
    p->at = cycle - cycle % TLB_PRESSURE_PERIOD + TLB_PRESSURE_PERIOD;
    return p->at - cycle;
}
