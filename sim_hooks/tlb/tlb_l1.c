#include "sim_hooks/tlb/tlb_l1.h"

#include <string.h>

bool tlb_l1s_init(tlb_l1s *l1, const tlb_host *host, const tlb_l1_options *options)
{
    *l1 = (tlb_l1s){.sm = aligned_alloc(alignof(tlb_l1), host->sms * sizeof *l1->sm), .sms = host->sms};
    if (!l1->sm)
        return false;
    memset(l1->sm, 0, host->sms * sizeof *l1->sm);
    bool ok = true;
    for (uint32_t i = 0; i < host->sms && ok; i++) {
        tlb_pair *pages = &l1->sm[i].pages;
        pages->page_bits = host->page_bits;
        ok = tlb_array_init(&pages->base, 1, (uint32_t)options->entries) &&
             tlb_array_init(&pages->large, 1, (uint32_t)options->large);
    }
    return ok;
}

void tlb_l1s_free(tlb_l1s *l1)
{
    for (uint32_t i = 0; l1->sm && i < l1->sms; i++)
        tlb_pair_free(&l1->sm[i].pages);
    free(l1->sm);
}

tlb_answer tlb_l1s_look_up(tlb_l1s *l1, const mem_request *request)
{
    tlb_l1 *own = &l1->sm[request->source];
    own->look_ups++;
    if (tlb_pair_look_up(&own->pages, request->app, request->virtual_address))
        return TLB_HIT;
    own->misses++;
    return TLB_MISS;
}

void tlb_l1s_fill(tlb_l1s *l1, uint32_t sm, const tlb_page *page)
{
    tlb_pair_insert(&l1->sm[sm].pages, page);
}

void tlb_l1s_restart(tlb_l1s *l1)
{
    for (uint32_t i = 0; i < l1->sms; i++)
        l1->sm[i].look_ups = l1->sm[i].misses = 0;
}

void tlb_l1s_flush(tlb_l1s *l1, uint16_t app)
{
    for (uint32_t i = 0; i < l1->sms; i++)
        tlb_pair_flush(&l1->sm[i].pages, app);
}

void tlb_l1s_invalidate(tlb_l1s *l1, const tlb_page *page)
{
    for (uint32_t i = 0; i < l1->sms; i++)
        tlb_pair_invalidate(&l1->sm[i].pages, page);
}

/* An entry without an address space: a virtual and a physical page number, and flags as in the L2 TLB. */
uint64_t tlb_l1s_bits(const tlb_l1s *l1)
{
    enum { ENTRY = 119 };
    const tlb_pair *pages = &l1->sm[0].pages;
    return (uint64_t)(pages->base.ways + pages->large.ways) * ENTRY * l1->sms;
}

void tlb_l1s_count(const tlb_l1s *l1, uint64_t *look_ups, uint64_t *misses)
{
    *look_ups = *misses = 0;
    for (uint32_t i = 0; i < l1->sms; i++) {
        *look_ups += l1->sm[i].look_ups;
        *misses += l1->sm[i].misses;
    }
}
