/* What the SMs and the L2 lose of pages that change, at an exchange: answers to TLBs that are on their way
 * and what instructions know of their pages, lines of caches. */
#include "sim/gpu.h"
#include "sim/sm/translate.h"

static void changed(void *owner, const tlb_page *page)
{
    gpu *g = owner;
    for (uint32_t i = 0; page->page_bits == VM_LARGE_BITS && i < g->base.n_sms; i++)
        sm_translation_splinter(&g->sms[i], page);
}

static void gone(void *owner, uint16_t app, uint64_t page)
{
    gpu *g = owner;
    for (uint32_t i = 0; i < g->base.n_sms; i++)
        sm_translation_lose(&g->sms[i], app, page);
}

/* Lines of the base page at physical `address` in the L2, one by one. Returns of how many `is_dirty` says so.
 */
static uint32_t count_dirty(gpu *g, uint16_t app, uint64_t address,
                            bool (*is_dirty)(l2_bank *bank, uint32_t set, uint64_t address))
{
    uint32_t dirty = 0;
    for (uint32_t i = 0; i < 1u << (VM_BASE_BITS - LINE_SHIFT); i++) {
        address_place place;
        address_find_l2(base_map(&g->base, app), address + line_address(i), &place);
        dirty += is_dirty(&g->banks[place.l2_bank], place.l2_set, address + line_address(i));
    }
    return dirty;
}

static uint32_t lose_lines(gpu *g, uint16_t app, uint64_t address)
{
    return count_dirty(g, app, address, l2_lose);
}

static bool has_dirty_lines(void *owner, uint16_t app, uint64_t address)
{
    return count_dirty(owner, app, address, l2_is_dirty) != 0;
}

void gpu_hold_for_copies(gpu *g, uint64_t now)
{
    if (gpu_copies_pages(g) && page_copier_is_busy(&g->copier))
        g->base.stalled_until = later(g->base.stalled_until, now + g->base.window);
}

/* Whether DRAM sees a copy from frame to frame. */
static bool has_traffic(const gpu *g, uint64_t from, uint64_t to)
{
    const sim_config *c = &g->base.config;
    if (vm_is_host(from) && vm_is_host(to))
        return false;
    return vm_is_host(from) || vm_is_host(to) ? c->host_copies == HOST_COPIES_TRAFFIC
                                              : c->page_copies == PAGE_COPIES_TRAFFIC;
}

/* Dirty lines leave with the copy, which takes as long with them as without (our choice). */
static void moved(void *owner, uint16_t app, uint64_t from, uint64_t to)
{
    gpu *g = owner;
    for (uint32_t i = 0; i < g->base.n_sms; i++) {
        l1_lose_page(&g->sms[i].l1, from);
        l1_lose_page(&g->sms[i].l1, to);
    }
    g->banks[0].count[app].l2_writebacks += lose_lines(g, app, from);
    (void)lose_lines(g, app, to);
    if (has_traffic(g, from, to))
        page_copier_add(&g->copier, &(page_copy){.from = from, .to = to, .app = app},
                        pages_now(&g->translation.pages));
}

void gpu_watch_pages(gpu *g)
{
    g->translation.around = (page_changes){
        .owner = g, .changed = changed, .gone = gone, .moved = moved, .is_dirty = has_dirty_lines};
}
