/* What leaves the SM, and what the crossbar delivers: one packet a cycle is taken. A line fills the L1; the
 * loads that waited for it are written back one a cycle, and the last of them gives the MSHR back. Source:
 * simt_core_cluster::icnt_cycle(), ldst_unit::cycle() and writeback() [GS]. */
#include "sim/gpu.h"

static sm_reply reply_of(const packet *p, uint64_t when)
{
    return (sm_reply){.when = when,
                      .born = p->born,
                      .held = p->held,
                      .tag = p->tag,
                      .warp = p->warp,
                      .kind = p->kind,
                      .sectors = p->sectors,
                      .l2_hit = p->l2_hit};
}

static void schedule_reply(sim_sm *sm, const packet *p)
{
    uint64_t when = later(p->ready, sm->last_reply + 1);
    sm->last_reply = when;
    *sm_reply_fifo_push(&sm->replies) = reply_of(p, when);
}

/* Without queues replies overtake each other, and any number is taken in a cycle. */
static void insert_reply(sim_sm *sm, const packet *p)
{
    sm_reply_fifo *replies = &sm->replies;
    uint32_t i = replies->count;
    (void)sm_reply_fifo_push(replies);
    for (; i; i--) {
        const sm_reply *before = &replies->item[(replies->head + i - 1) & replies->mask];
        if (before->when <= p->ready)
            break;
        replies->item[(replies->head + i) & replies->mask] = *before;
    }
    replies->item[(replies->head + i) & replies->mask] = reply_of(p, p->ready);
}

void sm_send(sim_sm *sm, const packet *p, uint64_t now)
{
    const sim_config *config = &sm->gpu->config;
    switch (config->memory) {
    case MEMORY_FIXED:
        *sm_reply_fifo_push(&sm->replies) = reply_of(p, now + (uint64_t)config->memory_latency);
        break;
    case MEMORY_PERFECT: *sm_reply_fifo_push(&sm->replies) = reply_of(p, now); break;
    case MEMORY_INFINITE: port_pass(&sm->port, p, now); break;
    default: port_send(&sm->port, p, now);
    }
}

void sm_take_delivered(sim_sm *sm, uint64_t from)
{
    packet_fifo *packets = &port_delivered(&sm->port)->packets;
    bool in_order = sm->gpu->config.memory != MEMORY_INFINITE;
    bool new_first = packets->count && (!in_order || !sm->replies.count);
    for (; packets->count; packet_fifo_pop(packets)) {
        if (in_order)
            schedule_reply(sm, packet_fifo_front(packets));
        else
            insert_reply(sm, packet_fifo_front(packets));
    }
    if (new_first)
        sm->next = earlier(sm->next, later(from, sm_reply_fifo_front(&sm->replies)->when));
    bool was_blocked = sm->port.waiting.count != 0;
    port_take_credits(&sm->port, from);
    if (was_blocked && sm->stalled == L1_STALL_QUEUE)
        sm->next = earlier(sm->next, later(from, port_moves_at(&sm->port)));
}

static void count_miss(sim_sm *sm, const sm_reply *reply, uint64_t now)
{
    uint32_t latency = (uint32_t)now - reply->born;
    if (sm->stalls)
        sm_stalls_filled(sm, latency - reply->held, reply->l2_hit);
    sm->hook.miss_latency += latency;
    sm->hook.misses_returned++;
}

static void fill(sim_sm *sm, const sm_reply *reply, uint64_t now)
{
    uint16_t woken[L1_MOST_MERGED];
    bool is_done;
    if (!sm->l1.mshr[reply->tag].is_prefetch) /* latencies are those of loads */
        count_miss(sm, reply, now);
    uint32_t n_woken = l1_fill(&sm->l1, reply->tag, reply->sectors, woken, &is_done);
    uint64_t write_back = now;
    for (uint32_t i = 0; i < n_woken; i++) {
        write_back = slots_take(&sm->write_back, write_back + 1);
        sm_load_done(sm, woken[i], now, write_back + 1);
    }
    /* Nobody may have waited for a prefetch. */
    uint64_t free_at = later(write_back, now + 1);
    if (is_done)
        *sm_release_fifo_push(&sm->releases) = (sm_release){.when = free_at, .mshr = reply->tag};
    sm->filled = true;
}

/* The reply ends the access as that of an atomic does. [GS ldst_unit::cycle(), bypassL1D] */
static void arrive_around(sim_sm *sm, const sm_reply *reply, uint64_t now)
{
    count_miss(sm, reply, now);
    sm_load_done(sm, reply->tag, now, slots_take(&sm->write_back, now + 1) + 1);
}

static void acknowledge(sim_sm *sm, sm_warp *w, uint64_t now)
{
    if (--w->stores == 0 && w->exhausted)
        sm_warp_prepare(sm, w, now);
}

static void take_reply(sim_sm *sm, const sm_reply *reply, uint64_t now)
{
    switch ((packet_kind)reply->kind) {
    case PACKET_READ: fill(sm, reply, now); break;
    case PACKET_AROUND: arrive_around(sm, reply, now); break;
    case PACKET_WRITE: acknowledge(sm, &sm->warp[reply->warp], now); break;
    case PACKET_ATOMIC: sm_load_done(sm, reply->tag, now, slots_take(&sm->write_back, now + 1) + 1); break;
    case PACKET_CODE: sm_fetch_filled(sm, reply->tag); break;
    }
}

void sm_replies_step(sim_sm *sm, uint64_t now)
{
    while (sm->releases.count && sm_release_fifo_front(&sm->releases)->when <= now) {
        l1_release(&sm->l1, sm_release_fifo_front(&sm->releases)->mshr);
        sm_release_fifo_pop(&sm->releases);
    }
    while (sm->replies.count && sm_reply_fifo_front(&sm->replies)->when <= now) {
        sm_reply reply = *sm_reply_fifo_front(&sm->replies);
        sm_reply_fifo_pop(&sm->replies);
        take_reply(sm, &reply, now);
    }
}

uint64_t sm_replies_next(const sim_sm *sm, uint64_t now)
{
    return sm->replies.count ? later(sm_reply_fifo_front(&sm->replies)->when, now + 1) : UINT64_MAX;
}
