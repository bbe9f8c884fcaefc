/* What an L2 bank does when its DRAM channel has taken a miss, and with what it returns. */
#include "sim/l2/l2.h"

/* The fill port, or the data port when it serves both. */
static uint64_t *fill_port(l2_bank *bank)
{
    return bank->base->config.l2_fill_port == L2_FILL_PORT_SHARED ? &bank->port_free : &bank->fill_port_free;
}

static bool is_served(const packet *request, uint32_t missing)
{
    return !(request->request.sectors & missing);
}

/* Each sector goes to all that wait for it before the next one does [GS: MSHRs of sectors]. */
static void send_sectors(l2_bank *bank, uint32_t mshr, uint32_t missing)
{
    const uint32_t n = bank->mshr[mshr].n_merged;
    uint32_t delay = L2_FETCH_DELAY;
    for (uint32_t sector = 1; sector <= ALL_SECTORS; sector <<= 1)
        for (uint32_t i = 0; i < n; i++) {
            const packet *request = l2_merged(bank, mshr, i);
            if (is_served(request, missing) && request->request.sectors & sector)
                l2_respond_with(bank, request, sector, delay++);
        }
}

/* The requests that wait for no sector of `missing` are answered one after the other. Returns the sectors
 * that they have written. */
static uint8_t answer_served(l2_bank *bank, uint32_t mshr, uint32_t missing)
{
    l2_mshr *m = &bank->mshr[mshr];
    uint32_t delay = L2_FETCH_DELAY, kept = 0;
    uint8_t dirty = 0;
    /* Of one alone all sectors are pieces of a packet, which comes to the same. */
    const bool by_sector = bank->cost.has_sectors && m->n_merged > 1;
    if (by_sector)
        send_sectors(bank, mshr, missing);
    for (uint32_t i = 0; i < m->n_merged; i++) {
        const packet *request = l2_merged(bank, mshr, i);
        if (!is_served(request, missing)) {
            *l2_merged(bank, mshr, kept++) = *request;
            continue;
        }
        if (mem_writes(&request->request))
            dirty |= request->request.sectors;
        if (!by_sector)
            l2_respond(bank, request, delay, false);
        const uint32_t units = l2_units(bank, request->request.sectors);
        delay += units;
        m->reply_units = (uint16_t)(m->reply_units - units);
    }
    m->n_merged = (uint16_t)kept;
    return dirty;
}

/* All sectors are there. */
static uint8_t answer_merged(l2_bank *bank, uint32_t mshr)
{
    const uint8_t dirty = answer_served(bank, mshr, 0);
    bank->mshr_units -= l2_units(bank, bank->mshr[mshr].sectors);
    pool_give(&bank->mshrs, (uint16_t)mshr);
    return dirty;
}

/* Of a line others of whose sectors are still on their way. */
static uint8_t answer_some(l2_bank *bank, uint32_t mshr, const l2_line *line, uint32_t arrived)
{
    bank->mshr_units -= l2_units(bank, arrived);
    bank->mshr[mshr].sectors &= (uint8_t)~arrived;
    return answer_served(bank, mshr, line->pending);
}

/* Sectors of a line arrive. */
static void fill_line(l2_bank *bank, const l2_fill *fill)
{
    const l2_mshr *m = &bank->mshr[fill->mshr];
    l2_line *line = &bank->line[m->set * bank->ways + m->way];
    line->valid |= fill->sectors;
    line->pending &= (uint8_t)~fill->sectors;
    bank->set[m->set].valid |= 1u << m->way;
    if (line->pending && !bank->is_per_sector)
        return;
    if (!line->pending)
        bank->set[m->set].pending &= ~(1u << m->way);
    uint8_t written =
        line->pending ? answer_some(bank, fill->mshr, line, fill->sectors) : answer_merged(bank, fill->mshr);
    if (!l2_writes_through(bank, line->address))
        line->dirty |= written;
}

/* The same of a line that is not kept. */
static void pass_on(l2_bank *bank, const l2_fill *fill)
{
    l2_mshr *m = &bank->mshr[fill->mshr];
    m->pending &= (uint8_t)~fill->sectors;
    if (m->pending)
        return;
    (void)answer_merged(bank, fill->mshr);
    bank->no_allocate_used--;
}

/* A line that is not kept does not use the port. */
bool l2_fill_line(l2_bank *bank, uint64_t cycle)
{
    const l2_fill *fill = l2_fill_fifo_front(&bank->fills);
    const l2_mshr *m = &bank->mshr[fill->mshr];
    bool is_kept = m->way != L2_NO_WAY;
    uint64_t *port = fill_port(bank);
    if (is_kept && *port > cycle)
        return false;
    /* With sectors what a fill answers goes into the response queue before any hit, as soon as there is room;
     * until then it is in the MSHR [GS cache_cycle()]. It is counted as if it were in the queue. */
    bank->fill_waits = !bank->cost.has_sectors && !l2_response_room(bank, m->reply_units);
    if (bank->fill_waits)
        return false;
    bank->asleep = 0;
    if (is_kept) {
        uint32_t bytes = bank->cost.has_sectors ? sector_count(fill->sectors) * SECTOR_BYTES : LINE_BYTES;
        *port = cycle + l2_port_cycles(bank, bytes);
        fill_line(bank, fill);
    } else {
        pass_on(bank, fill);
    }
    if (l2_fill_fifo_full(&bank->fills)) /* what the channel holds may wait for this place */
        base_wake_channel(bank->base, bank->channel, base_now(bank->base) + 1);
    l2_fill_fifo_pop(&bank->fills);
    return true;
}

/* Answers a load that went around. */
static bool answer_around(l2_bank *bank, uint16_t number)
{
    const packet *request = &bank->around[number];
    bank->around_waits = !l2_response_room(bank, l2_units(bank, request->request.sectors));
    if (bank->around_waits)
        return false;
    l2_respond(bank, request, L2_AROUND_DELAY, false);
    pool_give(&bank->arounds, number);
    l2_improve(bank, L2_CAUSE_DRAM, bank->route_waits, base_now(bank->base));
    return true;
}

static bool take_fill(void *owner, const dram_reply *reply)
{
    l2_bank *bank = owner;
    if (reply->tag >= bank->mshrs.total)
        return answer_around(bank, (uint16_t)(reply->tag - bank->mshrs.total));
    if (l2_fill_fifo_full(&bank->fills))
        return false; /* the bank wakes the channel when it has taken one */
    *l2_fill_fifo_push(&bank->fills) = (l2_fill){.mshr = reply->tag, .sectors = reply->sectors};
    base_wake_bank(bank->base, bank->index, base_now(bank->base));
    return true;
}

static void miss_taken(void *owner, dram_access_fifo *misses)
{
    l2_bank *bank = owner;
    bank->miss_units -= l2_units(bank, dram_access_fifo_front(misses)->request.sectors);
    dram_access_fifo_pop(misses);
    /* Banks run after channels and the link: it sees the room now. */
    l2_improve(bank, L2_CAUSE_DRAM, bank->route_waits, base_now(bank->base));
}

dram_input l2_input(l2_bank *bank)
{
    return (dram_input){.queue = &bank->misses, .owner = bank, .taken = miss_taken, .give = take_fill};
}

dram_input l2_remote_input(l2_bank *bank)
{
    return (dram_input){.queue = &bank->remote, .owner = bank, .taken = miss_taken, .give = take_fill};
}
