/* Replies of an L2 bank: what one costs, the response queue, and what its room is good for. */
#include "sim/l2/l2.h"

static uint32_t divided_up(uint32_t value, uint32_t by)
{
    return (value + by - 1) / by;
}

l2_costs l2_costs_make(const sim_config *config)
{
    l2_costs cost = {.units = units_make(config), .has_sectors = units_are_sectors(config)};
    for (uint32_t n = 0; n <= LINE_SECTORS; n++) {
        uint32_t bytes = n * SECTOR_BYTES;
        uint32_t flits = divided_up(bytes + config->header_bytes, config->flit_reply_bytes);
        cost.reply_flits[n] = (uint16_t)(flits ? flits : 1);
        cost.port_cycles[n] = (uint16_t)divided_up(bytes, config->l2_port_bytes);
    }
    return cost;
}

/* Besides the response queue there are the answers of fills that wait for room. */
crossbar_replies l2_replies(const sim_config *config)
{
    const l2_costs cost = l2_costs_make(config);
    const uint32_t sectors = cost.has_sectors ? LINE_SECTORS : 1;
    uint64_t room =
        config->l2_response_queue + config->icnt_buffer / cost.reply_flits[LINE_SECTORS / sectors];
    uint64_t of_a_fill = config->l2_merge * sectors; /* it is answered as a whole */
    const uint64_t limit = later(room, of_a_fill);
    const uint64_t waiting = cost.has_sectors ? config->l2_mshrs * of_a_fill : 0;
    return (crossbar_replies){.limit = (uint32_t)limit, .entries = (uint32_t)(limit + waiting)};
}

void l2_respond(l2_bank *bank, const packet *request, uint32_t delay, bool is_hit)
{
    packet reply = *request;
    const uint64_t cycle = clock_last(&bank->base->l2_clock, base_now(bank->base)) + delay;
    reply.l2_hit = is_hit;
    if (request->request.kind == MEM_TRANSLATION) { /* the walker is beside the L2 */
        bank->walker.answer(bank->walker.owner, &reply, clock_to_core(&bank->base->l2_clock, cycle));
        return;
    }
    if (request->request.depth) /* the write of an entry */
        return;
    const uint32_t sectors = request->request.kind == MEM_STORE ? 0 : sector_count(request->request.sectors);
    reply.ready = clock_next(&bank->base->icnt_clock, clock_to_core(&bank->base->l2_clock, cycle));
    reply.flits = bank->cost.reply_flits[sectors];
    bank->count[request->request.app].reply_flits += reply.flits;
    if (bank->stalls)
        reply.l2_waited = l2_stalls_waited(bank, request, is_hit);
    /* Answers of a fill go one a cycle, and with sectors hits between them [GS cache_cycle()]. */
    if (bank->cost.has_sectors)
        network_send_in_order(&bank->crossbar->replies, bank->index, &reply);
    else
        network_send(&bank->crossbar->replies, bank->index, &reply);
    if (bank->stalls)
        l2_stalls_replies(bank);
}

void l2_improve(l2_bank *bank, uint32_t cause, bool concerns, uint64_t when)
{
    concerns |= (bank->asleep >> cause & 1) != 0;
    if (bank->stalls)
        concerns |= bank->fills.count || bank->access.count;
    if (!concerns)
        return;
    bank->asleep = 0;
    base_wake_bank(bank->base, bank->index, when);
}

bool l2_response_left(l2_bank *bank, packet *reply)
{
    if (bank->stalls)
        l2_stalls_replies(bank);
    l2_improve(bank, L2_CAUSE_ICNT, bank->fill_waits | bank->route_waits, base_now(bank->base) + 1);
    if (bank->around_waits)
        base_wake_channel(bank->base, bank->channel, base_now(bank->base) + 1);
    return l2_split_left(bank, reply);
}
