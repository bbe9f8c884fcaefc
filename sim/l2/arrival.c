/* The way of a request from the crossbar through the delay pipe to the access queue of an L2 bank. */
#include "sim/l2/l2.h"

#include "sim_hooks/tlb.h"

/* Room in the access queue for a request: all its sectors, or an empty queue. */
static bool access_room(const l2_bank *bank, uint32_t units)
{
    return !bank->access.count || bank->access_units + units <= bank->base->config.l2_access_queue;
}

/* Another packet is at the head of the pipe, or none. */
static void head_changed(l2_bank *bank)
{
    bank->drained_at = UINT64_MAX;
    if (!bank->pipe.count)
        return;
    uint64_t when = later(packet_fifo_front(&bank->pipe)->ready, bank->drain_at);
    bank->drained_at = clock_to_core(&bank->base->l2_clock, clock_last(&bank->base->l2_clock, when) + 1);
}

/* The head of the pipe goes around the bank or into the access queue. Returns whether there was room. */
static bool hand_over(l2_bank *bank, uint32_t units, uint64_t cycle)
{
    const packet *head = packet_fifo_front(&bank->pipe);
    if (question_around(&bank->goes_around, bank->policy, bank->policy_state, &head->request)) {
        if (!l2_send_around(bank, head, cycle))
            return false;
    } else {
        if (!access_room(bank, units))
            return false;
        *packet_fifo_push(&bank->access) = *head;
        bank->access_units += units;
    }
    question_settled(&bank->goes_around);
    return true;
}

/* The pipe hands over one line or sector a cycle, which is looked up in the next [GS cache_cycle()]: here, as
 * nothing else needs to know it earlier, both happen in that next cycle. */
void l2_drain_pipe(l2_bank *bank, uint64_t now, uint64_t cycle)
{
    while (bank->drained_at <= now) {
        const packet *head = packet_fifo_front(&bank->pipe);
        uint64_t ready = head->ready;
        uint32_t units = l2_units(bank, head->request.sectors);
        bool room = hand_over(bank, units, cycle);
        /* What had to wait for room leaves when there is some. */
        uint64_t left = room && !bank->drain_blocked ? later(ready, bank->drain_at) : now;
        bank->drain_blocked = !room;
        if (!room)
            return;
        packet_fifo_pop(&bank->pipe);
        bank->drain_at =
            clock_to_core(&bank->base->l2_clock, clock_last(&bank->base->l2_clock, left) + units);
        head_changed(bank);
    }
}

static void enter_pipe(l2_bank *bank, const packet *request, uint64_t when)
{
    packet *entered = packet_fifo_push(&bank->pipe);
    *entered = *request;
    entered->ready = when + bank->base->config.l2_latency;
    if (bank->pipe.count == 1)
        head_changed(bank);
}

/* Room for whatever comes next. */
static bool pipe_room(const l2_bank *bank)
{
    return access_room(bank, l2_units(bank, ALL_SECTORS)) && !packet_fifo_full(&bank->pipe);
}

/* Takes one packet from the crossbar into the delay pipe, if it may pass, or into the buffer in front of it.
 * Returns the core cycle of the next try. */
static uint64_t take_packet(l2_bank *bank, uint64_t cycle, bool passes)
{
    if (!network_waits(&bank->crossbar->requests, bank->index) ||
        (!passes && bank->arrived_flits >= bank->base->config.icnt_out_buffer))
        return UINT64_MAX; /* tried again when the queue moves */
    packet p;
    uint32_t input;
    uint64_t retry;
    if (network_grant(&bank->crossbar->requests, bank->index, cycle, &p, &input, &retry)) {
        p.ready = clock_to_core(&bank->base->icnt_clock, p.ready);
        if (passes) {
            if (bank->stalls)
                l2_stalls_left_port(bank, &p, p.ready);
            enter_pipe(bank, &p, p.ready);
        } else {
            *packet_fifo_push(&bank->arrived) = p;
            bank->arrived_flits += p.flits;
        }
        crossbar_return_credit(bank->crossbar, p.request.source);
    }
    return retry == UINT64_MAX ? retry : clock_to_core(&bank->base->icnt_clock, retry);
}

/* The head of the buffer enters the pipe. */
static void leave_buffer(l2_bank *bank, uint64_t now)
{
    packet *head = packet_fifo_front(&bank->arrived);
    bank->arrived_flits -= head->flits;
    if (bank->stalls)
        l2_stalls_left_port(bank, head, now);
    enter_pipe(bank, head, now);
    packet_fifo_pop(&bank->arrived);
}

uint64_t l2_receive(l2_bank *bank)
{
    if (!network_waits(&bank->crossbar->requests, bank->index) && !bank->arrived.count)
        return UINT64_MAX;
    uint64_t now = base_now(bank->base), cycle = clock_last(&bank->base->icnt_clock, now);
    if (clock_to_core(&bank->base->icnt_clock, cycle) != now)
        return clock_to_core(&bank->base->icnt_clock, cycle + 1);
    bool passes = !bank->arrived.count && pipe_room(bank);
    if (bank->arrived.count && packet_fifo_front(&bank->arrived)->ready <= now && pipe_room(bank))
        leave_buffer(bank, now);
    uint64_t next = take_packet(bank, cycle, passes);
    if (bank->arrived.count && pipe_room(bank))
        next = earlier(next, clock_to_core(&bank->base->icnt_clock, cycle + 1));
    return next;
}

void l2_take_read(l2_bank *bank, const packet *request)
{
    *packet_fifo_push(&bank->walks) = *request;
    base_wake_bank(bank->base, bank->index, base_now(bank->base) + 1);
}

bool l2_walk_room(const l2_bank *bank)
{
    return bank->walks.count < TLB_READS; /* so that all reads have it */
}

bool l2_take_walk(l2_bank *bank, uint64_t now)
{
    if (pipe_room(bank)) {
        enter_pipe(bank, packet_fifo_front(&bank->walks), now);
        packet_fifo_pop(&bank->walks);
    }
    return bank->walks.count != 0;
}
