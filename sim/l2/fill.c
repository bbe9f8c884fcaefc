/* Fills of an L2 bank: what happens to what DRAM returns. */
#include "sim/gpu.h"

/* The fill port, or the data port when it serves both. */
static uint64_t *fill_port(const gpu *g, l2_bank *bank)
{
    return g->config.l2_fill_port == L2_FILL_PORT_SHARED ? &bank->port_free : &bank->fill_port_free;
}

/* All sectors are there: the requests that waited are answered one after the other. Returns the sectors that
 * they have written. */
static uint8_t answer_merged(gpu *g, l2_bank *bank, uint32_t mshr)
{
    const l2_mshr *m = &bank->mshr[mshr];
    uint32_t delay = L2_FETCH_DELAY;
    uint8_t dirty = 0;
    for (uint32_t i = 0; i < m->n_merged; i++) {
        const packet *request = &bank->merged[mshr * bank->merge_limit + i];
        if (mem_writes(&request->request))
            dirty |= request->request.sectors;
        l2_respond(g, bank, request, delay, false);
        delay += l2_units(g, request->request.sectors);
    }
    bank->mshr_units -= l2_units(g, m->sectors);
    pool_give(&bank->mshrs, (uint16_t)mshr);
    return dirty;
}

/* Sectors of a line arrive. */
static void fill_line(gpu *g, l2_bank *bank, const l2_fill *fill)
{
    const l2_mshr *m = &bank->mshr[fill->mshr];
    l2_line *line = &bank->line[m->set * bank->ways + m->way];
    line->valid |= fill->sectors;
    line->pending &= (uint8_t)~fill->sectors;
    bank->set[m->set].valid |= 1u << m->way;
    if (line->pending)
        return;
    bank->set[m->set].pending &= ~(1u << m->way);
    line->dirty |= answer_merged(g, bank, fill->mshr);
}

/* The same of a line that is not kept. */
static void pass_on(gpu *g, l2_bank *bank, const l2_fill *fill)
{
    l2_mshr *m = &bank->mshr[fill->mshr];
    m->pending &= (uint8_t)~fill->sectors;
    if (m->pending)
        return;
    (void)answer_merged(g, bank, fill->mshr);
    bank->no_allocate_used--;
}

/* A line that is not kept does not use the port. */
bool l2_fill_line(gpu *g, l2_bank *bank, uint64_t cycle)
{
    const l2_fill *fill = l2_fill_fifo_front(&bank->fills);
    const l2_mshr *m = &bank->mshr[fill->mshr];
    bool is_kept = m->way != L2_NO_WAY;
    uint64_t *port = fill_port(g, bank);
    if (is_kept && *port > cycle)
        return false;
    bank->fill_waits = !l2_response_room(g, bank, m->reply_units);
    if (bank->fill_waits)
        return false;
    bank->asleep = 0;
    if (is_kept) {
        uint32_t bytes = l2_has_sectors(g) ? sector_count(fill->sectors) * SECTOR_BYTES : LINE_BYTES;
        *port = cycle + l2_port_cycles(g, bytes);
        fill_line(g, bank, fill);
    } else {
        pass_on(g, bank, fill);
    }
    if (l2_fill_fifo_full(&bank->fills)) /* what the channel holds may wait for this place */
        gpu_wake_channel(g, bank->channel, gpu_now(g) + 1);
    l2_fill_fifo_pop(&bank->fills);
    return true;
}
