/* What a vm policy may ask of the machine. */
#include "sim/translation/translation.h"
#include "sim_hooks/tlb/page_table.h"

#include <math.h>

static void transfer(void *opaque, uint32_t token, uint64_t bytes, bool to_gpu)
{
    translation *t = opaque;
    if (!translation_may_call(t, HOST_VM_transfer))
        return;
    const int way = to_gpu ? LINK_TO_GPU : LINK_TO_HOST;
    if (!host_link_transfer(&t->link, way, token, bytes, pages_now(&t->pages)))
        pages_fail(&t->pages, PAGES_TRANSFERS, 0, 0, 0);
    else
        wheel_wake(&t->base->wheel, t->component, host_link_next(&t->link, way));
}

static void present(void *opaque, uint16_t app, uint64_t page)
{
    translation *t = opaque;
    uint64_t address = page << t->pages.page_bits;
    if (!translation_may_call(t, HOST_VM_present) || !pages_present(&t->pages, app, address) || !t->tlb->ask)
        return;
    t->tlb->present(t->tlb_state, app, address, pages_now(&t->pages));
    t->told = true;
}

/* ---- pages that change ---- */

/* `is_still`: no SM may see it half done. */
static bool may_change(translation *t, host_function function, bool is_still)
{
    if (!translation_may_call(t, function))
        return false;
    const bool runs = is_still && t->pages.still_at == UINT64_MAX;
    if (runs || t->pages.is_placing)
        contract_misused(
            &t->base->contract,
            &(contract_misuse){.function = function, .how = runs ? MISUSE_WHILE_RUNNING : MISUSE_IN_PLACE});
    return !runs && !t->pages.is_placing;
}

static void coalesce(void *opaque, uint16_t app, uint64_t large_page)
{
    translation *t = opaque;
    if (!may_change(t, HOST_VM_coalesce, false))
        return;
    pages_coalesce(&t->pages, app, large_page);
    translation_write_entries(t);
}

static void splinter(void *opaque, uint16_t app, uint64_t large_page)
{
    translation *t = opaque;
    if (!may_change(t, HOST_VM_splinter, true))
        return;
    pages_splinter(&t->pages, app, large_page);
    translation_write_entries(t);
}

static void move(void *opaque, uint16_t app, uint64_t page, uint64_t frame)
{
    translation *t = opaque;
    if (!may_change(t, HOST_VM_move, true))
        return;
    pages_move(&t->pages, app, page, frame);
    translation_write_entries(t);
}

static void unmap(void *opaque, uint16_t app, uint64_t page)
{
    translation *t = opaque;
    if (!may_change(t, HOST_VM_unmap, true))
        return;
    pages_unmap(&t->pages, app, page);
    translation_write_entries(t);
}

static void stall(void *opaque, uint64_t cycles)
{
    translation *t = opaque;
    if (may_change(t, HOST_VM_stall, true))
        t->base->stalled_until = later(t->base->stalled_until, t->pages.still_at) + cycles;
}

static void settle(void *opaque)
{
    translation *t = opaque;
    if (translation_may_call(t, HOST_VM_settle))
        t->must_settle = true;
}

static void refuse(void *opaque, uint16_t app, uint64_t address, uint64_t bytes)
{
    translation *t = opaque;
    if (translation_may_call(t, HOST_VM_refuse))
        pages_fail(&t->pages, PAGES_REFUSED, app, address, bytes);
}

static bool is_dirty(void *opaque, uint16_t app, uint64_t page)
{
    translation *t = opaque;
    return may_change(t, HOST_VM_is_dirty, true) && pages_is_dirty(&t->pages, app, page);
}

/* A base page is read and written by the data bus of its channel ([RA] 7.3.4: 64 bits at a time; ours is as
 * wide as the machine says): a burst takes t_ccd command cycles. */
static uint32_t copy_cycles(const sim_config *c)
{
    const double bursts = 2.0 * (1 << VM_BASE_BITS) / c->dram_burst_bytes;
    return (uint32_t)ceil(bursts * c->t_ccd * c->core_mhz / c->dram_mhz);
}

vm_host translation_vm_host(translation *t)
{
    return (vm_host){.pages = t->handles,
                     .core_mhz = t->base->config.core_mhz,
                     .copy_cycles = copy_cycles(&t->base->config),
                     .waiting = t->waiting,
                     .opaque = t,
                     .transfer = transfer,
                     .present = present,
                     .coalesce = coalesce,
                     .splinter = splinter,
                     .move = move,
                     .unmap = unmap,
                     .stall = stall,
                     .settle = settle,
                     .refuse = refuse,
                     .is_dirty = is_dirty};
}

/* ---- page-table entries ---- */

void translation_write_entries(translation *t)
{
    if (!t->pages.unwritten || t->entries_at != UINT64_MAX)
        return;
    t->entries_at = pages_now(&t->pages) + 1;
    wheel_wake(&t->base->wheel, t->component, t->entries_at);
}

/* Nobody waits for it. */
static void send_write(translation *t, const tlb_read *write, l2_bank *bank, const address_place *place)
{
    packet p = {.request = {.address = line_begin(write->address),
                            .pc = MEM_NO_PC,
                            .born = (uint32_t)base_now(t->base),
                            .app = write->app,
                            .kind = MEM_STORE,
                            .depth = write->depth,
                            .sectors = (uint8_t)(write->depth == PAGE_TABLE_LEVELS
                                                     ? ALL_SECTORS
                                                     : 1u << (write->address % LINE_BYTES / SECTOR_BYTES))},
                .l2_set = place->l2_set,
                .bank = (uint16_t)place->l2_bank,
                .ready = base_now(t->base)};
    if (t->base->config.memory == MEMORY_INFINITE)
        (void)l2_touch(bank, &p);
    else
        l2_take_read(bank, &p);
}

/* Memory without L2 banks has no place for them; a tlb policy may not say where they lie. */
void translation_run_entries(translation *t, uint64_t now)
{
    const int memory = t->base->config.memory;
    tlb_read write;
    if (t->entries_at > now)
        return;
    t->entries_at = UINT64_MAX;
    if (!t->tlb->entry || memory == MEMORY_PERFECT || memory == MEMORY_FIXED)
        pages_forget_unwritten(&t->pages);
    if (!pages_next_unwritten(&t->pages, &write))
        return;
    write.address = t->tlb->entry(t->tlb_state, write.app, write.address, write.depth);
    if (!translation_may_read(t, write.address))
        return;
    address_place place;
    address_find_l2(base_map(t->base, write.app), line_begin(write.address), &place);
    l2_bank *bank = &t->banks[place.l2_bank];
    if (l2_walk_room(bank)) {
        send_write(t, &write, bank, &place);
        pages_written(&t->pages);
    }
    translation_write_entries(t);
}
