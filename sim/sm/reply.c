/* What leaves the SM, and what the crossbar delivers: one packet a cycle is taken. A line fills the L1; the
 * loads that waited for it are written back one a cycle, and the last of them gives the MSHR back. Source:
 * simt_core_cluster::icnt_cycle(), ldst_unit::cycle() and writeback() [GS]. */
#include "sim/sm/events.h"
#include "sim/sm/l1_pipe.h"

static packet reply_of(const packet *p, uint64_t when)
{
    packet reply = *p;
    reply.ready = when;
    return reply;
}

static void schedule_reply(sim_sm *sm, const packet *p)
{
    uint64_t when = later(p->ready, sm->last_reply + 1);
    sm->last_reply = when;
    *packet_fifo_push(&sm->replies) = reply_of(p, when);
}

/* Without queues replies overtake each other, and any number is taken in a cycle. */
static void insert_reply(sim_sm *sm, const packet *p)
{
    packet_fifo *replies = &sm->replies;
    uint32_t i = replies->count;
    (void)packet_fifo_push(replies);
    for (; i; i--) {
        const packet *before = &replies->item[(replies->head + i - 1) & replies->mask];
        if (before->ready <= p->ready)
            break;
        replies->item[(replies->head + i) & replies->mask] = *before;
    }
    replies->item[(replies->head + i) & replies->mask] = reply_of(p, p->ready);
}

/* What needs no crossbar; false: it does. */
static bool send_at_once(sim_sm *sm, const packet *p, uint64_t now)
{
    const sim_config *config = &sm->base->config;
    switch (config->memory) {
    case MEMORY_FIXED: *packet_fifo_push(&sm->replies) = reply_of(p, now + config->memory_latency); break;
    case MEMORY_PERFECT: *packet_fifo_push(&sm->replies) = reply_of(p, now); break;
    case MEMORY_INFINITE: port_pass(&sm->port, p, now); break;
    default: return false;
    }
    return true;
}

void sm_send(sim_sm *sm, const packet *p, uint64_t now)
{
    if (!send_at_once(sm, p, now))
        port_send(&sm->port, p, now);
}

void sm_send_past(sim_sm *sm, const packet *p, uint64_t now)
{
    if (!send_at_once(sm, p, now - 1))
        port_send_past(&sm->port, p, now);
}

static bool waits_for_queue(const sim_sm *sm)
{
    for (uint32_t i = 0; i < sm->n_pipes; i++)
        if (sm->pipe[i].stalled == L1_STALL_QUEUE)
            return true;
    return false;
}

void sm_take_delivered(sim_sm *sm, uint64_t from)
{
    packet_fifo *packets = &port_delivered(&sm->port)->packets;
    bool in_order = sm->base->config.memory != MEMORY_INFINITE;
    bool new_first = packets->count && (!in_order || !sm->replies.count);
    for (; packets->count; packet_fifo_pop(packets)) {
        if (in_order)
            schedule_reply(sm, packet_fifo_front(packets));
        else
            insert_reply(sm, packet_fifo_front(packets));
    }
    if (new_first)
        sm->next = earlier(sm->next, later(from, packet_fifo_front(&sm->replies)->ready));
    bool was_blocked = sm->port.waiting.count != 0;
    const bool had_credit = port_has_credit(&sm->port);
    port_take_credits(&sm->port, from);
    if (!had_credit && port_has_credit(&sm->port) && sm->lsu.count)
        sm->next = earlier(sm->next, sm_lsu_next(sm, from - 1));
    if (was_blocked && waits_for_queue(sm))
        sm->next = earlier(sm->next, later(from, port_moves_at(&sm->port)));
}

static void count_miss(sim_sm *sm, const packet *reply, uint64_t now)
{
    uint32_t latency = (uint32_t)now - reply->request.born;
    if (sm->stalls)
        sm_stalls_filled(sm, latency - reply->held, reply->l2_hit);
    sm->hook.miss_latency += latency;
    sm->hook.misses_returned++;
}

void sm_fill(sim_sm *sm, const packet *reply, uint64_t now)
{
    uint16_t woken[L1_MOST_WOKEN];
    bool is_done;
    if (!sm->l1.mshr[reply->tag].is_prefetch) /* latencies are those of loads */
        count_miss(sm, reply, now);
    if (sm->ccn)
        ccn_filled(sm->ccn, reply->tag, sm->count.thread_insts, now);
    sm_tags_written(sm, now);
    const uint32_t warp = sm->warp[reply->request.warp].launch_warp;
    uint32_t n_woken = l1_fill(&sm->l1, reply->tag, &reply->request, warp, woken, &is_done);
    sm_on_eviction(sm, reply->request.warp, false, now);
    uint64_t write_back = now;
    for (uint32_t i = 0; i < n_woken; i++) {
        write_back = slots_take(&sm->write_back, write_back + 1);
        if (sm->stalls)
            sm_stalls_answered(sm, woken[i], reply, now);
        sm_load_done(sm, woken[i], now, write_back + 1);
    }
    /* Nobody may have waited for a prefetch. */
    uint64_t free_at = later(write_back, now + 1);
    if (is_done)
        *sm_release_fifo_push(&sm->releases) = (sm_release){.when = free_at, .mshr = reply->tag};
    for (uint32_t i = 0; i < sm->n_pipes; i++)
        sm->pipe[i].filled = true;
}

/* The reply ends the access as that of an atomic does. [GS ldst_unit::cycle(), bypassL1D] */
static void arrive_around(sim_sm *sm, const packet *reply, uint64_t now)
{
    count_miss(sm, reply, now);
    if (sm->stalls)
        sm_stalls_answered(sm, reply->tag, reply, now);
    sm_load_done(sm, reply->tag, now, slots_take(&sm->write_back, now + 1) + 1);
}

static void acknowledge(sim_sm *sm, sm_warp *w, uint64_t now)
{
    if (--w->stores == 0 && w->exhausted)
        sm_warp_examine(sm, w, now);
}

static void take_reply(sim_sm *sm, const packet *reply, uint64_t now)
{
    switch ((mem_kind)reply->request.kind) {
    case MEM_LOAD:
    case MEM_PREFETCH:
        if (reply->is_around)
            arrive_around(sm, reply, now);
        else
            sm_fill(sm, reply, now);
        break;
    case MEM_STORE: acknowledge(sm, &sm->warp[reply->request.warp], now); break;
    case MEM_ATOMIC: sm_load_done(sm, reply->tag, now, slots_take(&sm->write_back, now + 1) + 1); break;
    case MEM_CODE: sm_fetch_filled(sm, reply->tag); break;
    case MEM_WRITE_BACK:
    case MEM_TRANSLATION: break; /* not of an SM */
    }
}

void sm_replies_step(sim_sm *sm, uint64_t now)
{
    while (sm->releases.count && sm_release_fifo_front(&sm->releases)->when <= now) {
        l1_release(&sm->l1, sm_release_fifo_front(&sm->releases)->mshr);
        sm_release_fifo_pop(&sm->releases);
    }
    while (sm->replies.count && packet_fifo_front(&sm->replies)->ready <= now) {
        take_reply(sm, packet_fifo_front(&sm->replies), now);
        packet_fifo_pop(&sm->replies);
    }
    /* From other L1s, past what the crossbar brings [S4.4.2]. */
    for (ring_fifo *fills = sm->ccn ? &sm->ccn->fills : NULL;
         fills && fills->count && ring_fifo_front(fills)->ready <= now; ring_fifo_pop(fills))
        sm_fill(sm, &ring_fifo_front(fills)->miss, now);
}

uint64_t sm_replies_next(const sim_sm *sm, uint64_t now)
{
    uint64_t next = sm->replies.count ? packet_fifo_front(&sm->replies)->ready : UINT64_MAX;
    if (sm->ccn && sm->ccn->fills.count)
        next = earlier(next, ring_fifo_front(&sm->ccn->fills)->ready);
    return later(next, now + 1);
}
