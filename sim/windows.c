/* The course of a launch in windows: within one, every SM and the memory side advance independently; between
 * two, packets, credits and free block slots change hands (port.h). Windows begin at multiples of their
 * length, so it does not matter which of them are skipped because everything sleeps. */
#include "sim/gpu.h"

/* ---- the memory side ---- */

static void run_reply_port(gpu *g, uint32_t index)
{
    uint64_t now = gpu_now(g), cycle = clock_last(&g->icnt_clock, now);
    uint64_t retry = cycle + 1;
    packet p;
    uint32_t bank;
    if (clock_to_core(&g->icnt_clock, cycle) == now &&
        network_grant(&g->replies, index, cycle, &p, &bank, &retry)) {
        p.ready = clock_to_core(&g->icnt_clock, p.ready);
        *packet_fifo_push(&g->sms[index].port.inbox[g->window_number & 1].packets) = p;
        l2_response_left(g, bank);
    }
    if (retry != UINT64_MAX)
        wheel_wake(&g->wheel, g->first_reply + index, clock_to_core(&g->icnt_clock, retry));
}

static void run_component(void *context, uint32_t component)
{
    gpu *g = context;
    if (component >= g->first_reply)
        run_reply_port(g, component - g->first_reply);
    else if (component >= g->first_bank)
        l2_run(g, component - g->first_bank);
    else
        dram_run(g, component);
}

/* Takes what the SMs have sent in the last window. */
static void take_requests(gpu *g)
{
    for (uint32_t i = 0; i < g->n_sms; i++) {
        packet_fifo *outbox = &g->sms[i].port.outbox[~g->window_number & 1];
        if (g->config.memory == MEMORY_INFINITE)
            ideal_answer(g, i, outbox);
        for (; outbox->count; packet_fifo_pop(outbox))
            network_send(&g->requests, i, packet_fifo_front(outbox));
    }
}

static void advance_memory(gpu *g, uint64_t from, uint64_t end)
{
    if (g->wheel.now < from)
        wheel_skip(&g->wheel, from);
    take_requests(g);
    if (gpu_wakes_all(g)) {
        for (uint64_t cycle = from; cycle < end; cycle++) {
            for (uint32_t component = 0; component < g->n_components; component++)
                wheel_wake(&g->wheel, component, cycle);
            wheel_run(&g->wheel, cycle + 1, run_component, g);
        }
    }
    wheel_run(&g->wheel, end, run_component, g);
}

/* ---- between windows ---- */

/* Block slots that were freed in the last window, in order of time, then of SM, take new blocks; these start
 * with the window that begins at `now`. */
static void hand_out_blocks(gpu *g, uint64_t now)
{
    for (;;) {
        sim_sm *first = NULL;
        for (uint32_t i = 0; i < g->n_sms; i++) {
            sim_sm *sm = &g->sms[i];
            if (sm->n_freed && (!first || sm->freed[0].when < first->freed[0].when))
                first = sm;
        }
        if (!first)
            return;
        uint32_t slot = first->freed[0].slot;
        first->n_freed--;
        for (uint32_t i = 0; i < first->n_freed; i++)
            first->freed[i] = first->freed[i + 1];
        g->blocks_left--;
        if (g->next_block < g->trace->n_thread_blocks)
            sm_start_block(first, slot, g->next_block++, now);
    }
}

static bool boxes_hold_something(const sim_sm *sm, uint64_t window_number)
{
    const crossbar_port *port = &sm->port;
    const port_delivery *inbox = &port->inbox[window_number & 1];
    return port->outbox[window_number & 1].count || inbox->packets.count ||
           (inbox->credits && port->waiting.count);
}

/* Core cycle of the next window in which something happens, UINT64_MAX if none. */
static uint64_t next_window(const gpu *g, uint64_t end)
{
    if (gpu_wakes_all(g))
        return end;
    uint64_t next = wheel_peek(&g->wheel);
    for (uint32_t i = 0; i < g->n_sms; i++) {
        if (g->sms[i].next <= end || boxes_hold_something(&g->sms[i], g->window_number))
            return end;
        next = earlier(next, g->sms[i].next);
    }
    return next == UINT64_MAX ? next : next - next % g->window;
}

bool gpu_run_windows(gpu *g, uint64_t limit)
{
    uint64_t now = 0;
    while (now <= limit) {
        uint64_t end = now + g->window;
        for (uint32_t i = 0; i < g->n_sms; i++)
            sm_advance(&g->sms[i], now, end);
        advance_memory(g, now, end);
        hand_out_blocks(g, end);
        now = next_window(g, end);
        g->window_number++;
        if (end >= g->watchdog.look_at && watchdog_looks(g, end))
            return false;
    }
    return now != UINT64_MAX;
}
