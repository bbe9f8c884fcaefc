/* What an L2 bank does when its DRAM channel has taken a miss, and with what it returns. */
#include "sim/l2/l2.h"

/* The fill port, or the data port when it serves both. */
static uint64_t *fill_port(l2_bank *bank)
{
    return bank->base->config.l2_fill_port == L2_FILL_PORT_SHARED ? &bank->port_free : &bank->fill_port_free;
}

/* L2 cycles from now until an answer of a fill can go: one does a cycle [GS cache_cycle(), next_access()]. */
static uint32_t next_answer(l2_bank *bank)
{
    const uint64_t cycle = clock_last(&bank->base->l2_clock, base_now(bank->base));
    const uint64_t at = later(cycle + L2_FETCH_DELAY, bank->answers_free);
    bank->answers_free = at + 1;
    return (uint32_t)(at - cycle);
}

/* Each of `sectors` goes to all that wait for it before the next one does [GS: MSHRs of sectors]. */
static void send_sectors(l2_bank *bank, uint32_t mshr, uint32_t sectors)
{
    const l2_mshr *m = &bank->mshr[mshr];
    for (; sectors; sectors &= sectors - 1)
        for (uint32_t left = m->n_merged, at = m->first; left; left--, at = l2_merged(bank, at)->next) {
            const packet *request = &l2_merged(bank, at)->request;
            if (request->request.sectors & sectors & -sectors)
                l2_respond(bank, request, next_answer(bank), false);
        }
}

/* Without sectors the requests are answered one after the other. */
static void send_lines(l2_bank *bank, uint32_t mshr)
{
    uint32_t delay = L2_FETCH_DELAY;
    const l2_mshr *m = &bank->mshr[mshr];
    for (uint32_t left = m->n_merged, at = m->first; left; left--, at = l2_merged(bank, at)->next)
        l2_respond(bank, &l2_merged(bank, at)->request, delay++, false);
}

/* The requests that wait for no sector of `missing` have been answered. Returns the sectors that they have
 * written. */
static uint8_t forget_served(l2_bank *bank, uint32_t mshr, uint32_t missing)
{
    l2_mshr *m = &bank->mshr[mshr];
    uint32_t *link = &m->first; /* of the last one that stays */
    uint8_t dirty = 0;
    for (uint32_t left = m->n_merged; left; left--) {
        const uint32_t at = *link;
        l2_waiting *w = l2_merged(bank, at);
        const mem_request *request = &w->request.request;
        if (request->sectors & missing) {
            m->last = at;
            link = &w->next;
            continue;
        }
        if (mem_writes(request))
            dirty |= request->sectors;
        m->n_merged--;
        *link = w->next;
        w->next = bank->merged_given;
        bank->merged_given = at;
    }
    return dirty;
}

/* `arrived` of the sectors that an MSHR fetches are there, and those `pending` not yet. Returns the sectors
 * that those who have waited have written. */
static uint8_t answer_arrived(l2_bank *bank, uint32_t mshr, uint32_t arrived, uint32_t pending)
{
    l2_mshr *m = &bank->mshr[mshr];
    const bool is_kept = m->way != L2_NO_WAY; /* else it is held until all has come, for who asks for it */
    if (bank->cost.has_sectors)
        send_sectors(bank, mshr, is_kept ? arrived : ALL_SECTORS & ~pending);
    else if (!pending)
        send_lines(bank, mshr);
    else
        return 0;
    const uint8_t dirty = forget_served(bank, mshr, pending);
    uint32_t gone = is_kept ? arrived : 0;
    if (!pending) {
        gone = m->sectors;
        pool_give(&bank->mshrs, (uint16_t)mshr);
    }
    bank->mshr_units -= l2_units(bank, gone);
    m->sectors &= (uint8_t)~gone;
    return dirty;
}

/* Sectors of a line arrive. */
static void fill_line(l2_bank *bank, const l2_fill *fill)
{
    const l2_mshr *m = &bank->mshr[fill->mshr];
    l2_line *line = &bank->line[m->set * bank->ways + m->way];
    line->valid |= fill->sectors;
    line->pending &= (uint8_t)~fill->sectors;
    bank->set[m->set].valid |= 1u << m->way;
    if (!line->pending)
        bank->set[m->set].pending &= ~(1u << m->way);
    const uint8_t written = answer_arrived(bank, fill->mshr, fill->sectors, line->pending);
    if (!l2_writes_through(bank, line->address))
        line->dirty |= written;
}

/* The same of a line that is not kept. */
static void pass_on(l2_bank *bank, const l2_fill *fill)
{
    l2_mshr *m = &bank->mshr[fill->mshr];
    m->pending &= (uint8_t)~fill->sectors;
    (void)answer_arrived(bank, fill->mshr, fill->sectors, m->pending);
    bank->no_allocate_used -= m->pending == 0;
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
    bank->fill_waits = l2_responses(bank) + m->n_merged > bank->fill_limit;
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
    bank->around_waits = !l2_response_room(bank);
    if (bank->around_waits)
        return false;
    l2_respond(bank, &bank->around[number], L2_AROUND_DELAY, false);
    pool_give(&bank->arounds, number); /* who finds no place waits for room in the miss queue, too */
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
