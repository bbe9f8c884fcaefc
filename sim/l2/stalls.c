/* Why an L2 bank does not serve the head of its access queue, and how full that is. Source:
 * [S3.4.2]. */
#include "sim/l2/l2.h"

static void count_occupancy(l2_bank *bank, uint32_t units, uint64_t cycles)
{
    uint32_t limit = bank->base->config.l2_access_queue;
    bank->stalls->statistics.l2_queue[occupancy_bin(units, limit)] += cycles;
}

static void count_stall(l2_bank *bank, uint64_t cycles)
{
    bank->stalls->statistics.l2[first_cause(bank->stalls->set)] += cycles;
    bank->stalls->statistics.l2_sets[bank->stalls->set] += cycles;
}

void l2_stalls_settle(l2_bank *bank, uint64_t end)
{
    l2_stalls *stalls = bank->stalls;
    if (end <= stalls->since)
        return;
    uint64_t cycles = end - stalls->since;
    stalls->since = end;
    if (!stalls->units)
        return;
    count_occupancy(bank, stalls->units, cycles);
    count_stall(bank, cycles);
}

void l2_stalls_edge(l2_bank *bank, uint64_t cycle, uint32_t units, bool served)
{
    l2_stalls *stalls = bank->stalls;
    l2_stalls_settle(bank, cycle);
    stalls->since = cycle + 1;
    stalls->units = bank->access.count;
    /* What nothing else refuses waits for the data port. */
    stalls->set = served || !bank->refused ? 1u << L2_CAUSE_PORT : bank->refused;
    bank->refused = 0;
    if (!units)
        return;
    count_occupancy(bank, units, 1);
    if (served)
        stalls->statistics.l2_served++;
    else
        count_stall(bank, 1);
}

void l2_stalls_left_port(l2_bank *bank, packet *p, uint64_t when)
{
    uint64_t waited = when - p->ready;
    bank->stalls->statistics.l2_wait += waited * l2_units(bank, p->request.sectors);
    p->port_waited = waited < UINT16_MAX ? (uint16_t)waited : UINT16_MAX;
}

uint32_t l2_stalls_waited(const l2_bank *bank, const packet *request, bool is_hit)
{
    return is_hit ? (uint32_t)(base_now(bank->base) - request->ready) + request->port_waited : 0;
}

void l2_stalls_replies(l2_bank *bank)
{
    l2_stalls *stalls = bank->stalls;
    uint32_t limit = bank->crossbar->replies.input[bank->index].queue.limit;
    uint64_t now = base_now(bank->base);
    if (stalls->replies)
        stalls->statistics.replies[occupancy_bin(stalls->replies, limit)] += now - stalls->replies_since;
    stalls->replies_since = now;
    stalls->replies = l2_responses(bank);
}
