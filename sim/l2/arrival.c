/* The way of a request from the crossbar through the delay pipe to the access queue of an L2 bank.
 *
 * What comes in a window cannot leave the pipe in it when the window is no longer than the pipe. Then the
 * bank need not know of it while it runs, only the crossbar needs to know when the bank had room: arrivals
 * may be simulated after all else that the window brings (`arrivals`, sim/alone.c). */
#include "sim/l2/l2.h"

#include "sim_hooks/tlb.h"

/* Room in the access queue for whatever comes next: for all sectors of a request, or an empty queue. */
static bool access_room(const l2_bank *bank)
{
    return !bank->access.count || bank->access.count + l2_units(bank, ALL_SECTORS) <= bank->access.limit;
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
static bool hand_over(l2_bank *bank, uint64_t cycle)
{
    const packet *head = packet_fifo_front(&bank->pipe);
    if (question_around(&bank->goes_around, bank->policy, bank->policy_state, &head->request)) {
        if (!l2_send_around(bank, head, cycle))
            return false;
    } else {
        if (packet_fifo_full(&bank->access))
            return false;
        *packet_fifo_push(&bank->access) = *head;
    }
    question_settled(&bank->goes_around);
    return true;
}

/* The pipe hands over one line or sector a cycle, which is looked up in the next [GS cache_cycle()]: here, as
 * nothing else needs to know it earlier, both happen in that next cycle. */
void l2_drain_pipe(l2_bank *bank, uint64_t now, uint64_t cycle)
{
    while (bank->drained_at <= now) {
        const uint64_t ready = packet_fifo_front(&bank->pipe)->ready;
        const bool room = hand_over(bank, cycle);
        /* What had to wait for room leaves when there is some. */
        uint64_t left = room && !bank->drain_blocked ? later(ready, bank->drain_at) : now;
        bank->drain_blocked = !room;
        if (!room)
            return;
        packet_fifo_pop(&bank->pipe);
        bank->drain_at = clock_to_core(&bank->base->l2_clock, clock_last(&bank->base->l2_clock, left) + 1);
        head_changed(bank);
    }
}

static void enter_pipe(l2_bank *bank, const packet *request, uint64_t when)
{
    const bool was_empty = !bank->pipe.count;
    l2_split_enter(bank, request, when + bank->base->config.l2_latency);
    if (!was_empty)
        return;
    head_changed(bank);
    if (bank->arrivals)
        wheel_wake(&bank->base->wheel, bank->base->first_bank + bank->index, bank->drained_at);
}

uint32_t l2_most_arrivals(const l2_bank *bank)
{
    return (bank->cost.has_sectors ? LINE_SECTORS : 1) + 1; /* of the crossbar and of walks */
}

void l2_open_window(l2_bank *bank, uint64_t cycles)
{
    bank->is_full = bank->pipe.count + l2_most_arrivals(bank) * cycles > bank->pipe.limit;
}

bool l2_pipe_never_fills(const sim_config *config)
{
    const bool is_one_unit =
        units_of(units_make(config), ALL_SECTORS) == 1 || config->coalesce_bytes == SECTOR_BYTES;
    return is_one_unit && config->l2_mhz >= config->icnt_mhz;
}

/* Cycles of the present window after which there is no room; at first it is as it was at the end of the last
 * in which anything has changed. */
static uint64_t *shut_cycles(l2_bank *bank)
{
    if (bank->shut_since != bank->base->window_from) {
        bank->shut_since = bank->base->window_from;
        bank->shut = bank->shut >> (SIM_LONGEST_WINDOW - 1) ? ~UINT64_C(0) : 0;
    }
    return &bank->shut;
}

void l2_note_room(l2_bank *bank, uint64_t now)
{
    uint64_t *shut = shut_cycles(bank);
    const uint64_t from_now = ~UINT64_C(0) << (now - bank->base->window_from);
    const bool is_open = access_room(bank);
    *shut = is_open ? *shut & ~from_now : *shut | from_now;
}

/* Room for whatever comes next, in core cycle `now`. */
static bool pipe_room(l2_bank *bank, uint64_t now)
{
    if (bank->is_full)
        return false;
    if (bank->arrivals)
        return !(*shut_cycles(bank) >> (now - bank->base->window_from) & 1);
    return access_room(bank);
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
    uint64_t now = bank->arrivals ? bank->arrivals->now : base_now(bank->base);
    uint64_t cycle = clock_last(&bank->base->icnt_clock, now);
    if (clock_to_core(&bank->base->icnt_clock, cycle) != now)
        return clock_to_core(&bank->base->icnt_clock, cycle + 1);
    const bool has_room = pipe_room(bank, now), passes = !bank->arrived.count && has_room;
    if (bank->arrived.count && packet_fifo_front(&bank->arrived)->ready <= now && has_room)
        leave_buffer(bank, now);
    uint64_t next = take_packet(bank, cycle, passes);
    if (bank->arrived.count && has_room)
        next = earlier(next, clock_to_core(&bank->base->icnt_clock, cycle + 1));
    return next;
}

/* The first core cycle after `now` after which there is room, `end` if none is before. */
static uint64_t opens_at(l2_bank *bank, uint64_t now, uint64_t end)
{
    const uint64_t after = now + 1 - bank->base->window_from;
    const uint64_t open = after < SIM_LONGEST_WINDOW ? ~*shut_cycles(bank) >> after : 0;
    return open ? earlier(end, now + 1 + (uint64_t)__builtin_ctzll(open)) : end;
}

void l2_arrive(l2_bank *bank, uint64_t end)
{
    const uint64_t now = bank->arrivals->now;
    uint64_t next = l2_receive(bank);
    if (!pipe_room(bank, now) &&
        (bank->arrived.count || network_waits(&bank->crossbar->requests, bank->index)))
        next = earlier(next, opens_at(bank, now, end));
    if (next != UINT64_MAX)
        wheel_wake(bank->arrivals, bank->index, next);
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
    if (pipe_room(bank, now)) {
        enter_pipe(bank, packet_fifo_front(&bank->walks), now);
        packet_fifo_pop(&bank->walks);
    }
    return bank->walks.count != 0;
}
