/* Fills of an L2 bank: what happens to what DRAM returns. */
#include "sim/gpu.h"

/* The fill port, or the data port when it serves both. */
static uint64_t *fill_port(const gpu *g, l2_bank *bank)
{
    return g->config.l2_fill_port == L2_FILL_PORT_SHARED ? &bank->port_free : &bank->fill_port_free;
}

/* All sectors are there: the requests that waited are answered one after the other. */
static void answer_merged(gpu *g, l2_bank *bank, uint32_t mshr)
{
    const l2_mshr *m = &bank->mshr[mshr];
    l2_line *line = &bank->line[m->set * bank->ways + m->way];
    uint32_t delay = L2_FETCH_DELAY;
    for (uint32_t i = 0; i < m->n_merged; i++) {
        const packet *request = &bank->merged[mshr * bank->merge_limit + i];
        if (mem_writes(&request->request))
            line->dirty |= request->request.sectors;
        l2_respond(g, bank, request, delay);
        delay += l2_units(g, request->request.sectors);
    }
    bank->mshr_units -= l2_units(g, m->sectors);
    pool_give(&bank->mshrs, (uint16_t)mshr);
}

bool l2_fill_line(gpu *g, l2_bank *bank, uint64_t cycle)
{
    const l2_fill *fill = l2_fill_fifo_front(&bank->fills);
    uint16_t mshr = fill->mshr;
    const l2_mshr *m = &bank->mshr[mshr];
    l2_line *line = &bank->line[m->set * bank->ways + m->way];
    uint64_t *port = fill_port(g, bank);
    if (*port > cycle)
        return false;
    bank->fill_waits = !l2_response_room(g, bank, m->reply_units);
    if (bank->fill_waits)
        return false;
    uint32_t bytes = l2_has_sectors(g) ? sector_count(fill->sectors) * SECTOR_BYTES : LINE_BYTES;
    *port = cycle + l2_port_cycles(g, bytes);
    line->valid |= fill->sectors;
    line->pending &= (uint8_t)~fill->sectors;
    bank->set[m->set].valid |= 1u << m->way;
    bank->asleep = 0;
    if (!line->pending) {
        bank->set[m->set].pending &= ~(1u << m->way);
        answer_merged(g, bank, mshr);
    }
    if (l2_fill_fifo_full(&bank->fills)) /* what the channel holds may wait for this place */
        gpu_wake_channel(g, bank->channel, gpu_now(g) + 1);
    l2_fill_fifo_pop(&bank->fills);
    return true;
}
