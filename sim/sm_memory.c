/* Load-store unit: in order and blocking. The request at the head that the L1 refuses blocks everything
 * behind it. Source: bandwidth_ccn.md section 1.4 (3, 4, 6). */
#include "sim/gpu.h"

bool sm_memory_full(const sim_sm *sm)
{
    return sm->lsu_taken || sm->lsu_requests >= (uint64_t)sm->gpu->config.lsu_queue || pool_full(&sm->loads);
}

static uint16_t take_load(sim_sm *sm, const sm_warp *w, uint16_t destination, uint32_t requests)
{
    uint16_t load = pool_take(&sm->loads);
    sm->load[load] =
        (sm_load){.warp = (uint16_t)(w - sm->warp), .destination = destination, .left = (uint16_t)requests};
    return load;
}

static lsu_kind kind_of(trace_op op)
{
    switch (op) {
    case TRACE_OP_STORE_GLOBAL:
    case TRACE_OP_STORE_PRIVATE: return LSU_STORE;
    case TRACE_OP_ATOMIC_GLOBAL: return LSU_ATOMIC;
    case TRACE_OP_LOAD_SHARED:
    case TRACE_OP_STORE_SHARED:
    case TRACE_OP_ATOMIC_SHARED: return LSU_SHARED;
    default: return LSU_LOAD;
    }
}

void sm_memory_issue(sim_sm *sm, sm_warp *w, const program_inst *inst, bool pollute, uint64_t now)
{
    lsu_kind kind = kind_of((trace_op)inst->op);
    uint32_t requests = *w->cursor++;
    const uint32_t *lines = w->cursor;
    if (kind != LSU_SHARED) {
        requests &= 0xff;
        w->cursor += requests;
    }
    uint16_t load = SM_NO_LOAD;
    if (kind != LSU_STORE) {
        load = take_load(sm, w, inst->destination, kind == LSU_SHARED ? 1 : requests);
        w->in_flight++;
        if (inst->destination != TRACE_NO_REGISTER)
            w->ready_at[inst->destination] = SM_PENDING;
    }
    *lsu_fifo_push(&sm->lsu) = (lsu_entry){.ready = now + 1 + (uint64_t)sm->gpu->config.lsu_overhead,
                                           .line = lines,
                                           .left = requests,
                                           .load = load,
                                           .warp = (uint16_t)(w - sm->warp),
                                           .kind = (uint8_t)kind,
                                           .pollute = pollute};
    sm->lsu_requests += requests;
    sm->lsu_taken = true;
}

/* The head request has been served. */
static void advance(sim_sm *sm, lsu_entry *e)
{
    sm->lsu_requests--;
    e->line++;
    if (--e->left == 0)
        lsu_fifo_pop(&sm->lsu);
}

static void send(sim_sm *sm, packet_kind kind, uint32_t line, uint32_t sectors, uint32_t tag, uint16_t warp,
                 uint64_t now)
{
    gpu *g = sm->gpu;
    uint64_t address = trace_line_address(g->trace, line);
    address_place place;
    address_locate(&g->map, address, &place);
    packet p = {.address = address,
                .l2_set = place.l2_set,
                .sm = (uint16_t)sm->index,
                .bank = (uint16_t)place.l2_bank,
                .warp = warp,
                .tag = (uint16_t)tag,
                .kind = (uint8_t)kind,
                .sectors = (uint8_t)sectors};
    uint32_t bytes = kind == PACKET_READ ? 0 : packet_sector_bytes(&p);
    network_send(&g->requests, sm->index, &p, bytes, clock_next(&g->icnt_clock, now + 1));
}

static l1_outcome look_up(sim_sm *sm, const l1_request *e, uint64_t now)
{
    uint32_t line = e->line_word >> 4;
    l1_load_access access = {
        .line = line,
        .warp = sm->warp[e->warp].launch_warp,
        .request = {.line = line, .sm = sm->index, .warp = e->warp, .is_write = 0},
        .load = e->load,
        .pollute = e->pollute,
        .queue_room = network_room(&sm->gpu->requests, sm->index, 1),
        .started = e->entered,
    };
    bool intra = false;
    uint16_t mshr = 0;
    l1_outcome outcome = l1_load(&sm->l1, &access, &intra, &mshr);
    if (outcome > L1_MISS)
        return outcome;
    sm->hook.l1_accesses++;
    if (outcome == L1_HIT) {
        sm->hook.l1_hits++;
        sm->hook.l1_intra_hits += intra;
        *sm_timed_fifo_push(&sm->hits) = (sm_timed){.ready = now + 1, .load = e->load};
    } else if (outcome == L1_MERGED) {
        sm->count.l1_merges++;
    } else {
        sm->count.l1_read_misses++;
        sm->count.l1_bypasses += sm->l1.mshr[mshr].way == L1_NO_WAY;
        send(sm, PACKET_READ, line, 0xf, mshr, e->warp, now);
    }
    return L1_HIT;
}

/* Stores and atomics go to L2 without an MSHR; a store that hits evicts the line, an atomic bypasses L1.
 * [T3.1] */
static l1_outcome pass_through(sim_sm *sm, const l1_request *e, uint64_t now)
{
    if (!network_room(&sm->gpu->requests, sm->index, 1))
        return L1_STALL_QUEUE;
    uint32_t line = e->line_word >> 4, sectors = e->line_word & 0xf;
    l1_store(&sm->l1, line);
    if (e->kind == LSU_STORE) {
        sm->count.l1_writes++;
        send(sm, PACKET_WRITE, line, sectors, 0, e->warp, now);
    } else {
        send(sm, PACKET_ATOMIC, line, sectors, e->load, e->warp, now);
    }
    return L1_HIT;
}

static void count_stall(sim_sm *sm, uint64_t now)
{
    uint64_t cycles = now - sm->stalled_since;
    switch (sm->stalled) {
    case L1_STALL_LINE: sm->count.l1_stall_line += cycles; break;
    case L1_STALL_MSHR: sm->count.l1_stall_mshr += cycles; break;
    case L1_STALL_QUEUE: sm->count.l1_stall_queue += cycles; break;
    default: break;
    }
}

/* Whether anything has happened that can change the refusal of the head. */
static bool still_stalled(const sim_sm *sm)
{
    switch (sm->stalled) {
    case L1_STALL_LINE:
    case L1_STALL_MSHR: return !sm->filled;
    case L1_STALL_QUEUE: return !network_room(&sm->gpu->requests, sm->index, 1);
    default: return false;
    }
}

/* The oldest request in the pipe. */
static void step_pipe(sim_sm *sm, uint64_t now)
{
    if (!sm->pipe.count || l1_request_fifo_front(&sm->pipe)->ready > now || still_stalled(sm))
        return;
    sm->filled = false;
    const l1_request *request = l1_request_fifo_front(&sm->pipe);
    if (sm->stalled != L1_HIT)
        count_stall(sm, now);
    sm->stalled = request->kind == LSU_LOAD ? look_up(sm, request, now) : pass_through(sm, request, now);
    sm->stalled_since = now;
    if (sm->stalled == L1_HIT)
        l1_request_fifo_pop(&sm->pipe);
}

/* The head of the queue: one request into the pipe, or one pass of a shared-memory access, the last of which
 * starts its latency. */
static void step_queue(sim_sm *sm, uint64_t now)
{
    if (!sm->lsu.count || lsu_fifo_front(&sm->lsu)->ready > now)
        return;
    lsu_entry *e = lsu_fifo_front(&sm->lsu);
    if (e->kind == LSU_SHARED) {
        if (e->left == 1)
            sm_load_done(sm, e->load, now, (uint32_t)sm->gpu->config.shared_latency);
    } else {
        if (l1_request_fifo_full(&sm->pipe))
            return;
        *l1_request_fifo_push(&sm->pipe) =
            (l1_request){.entered = now,
                         .ready = now + (uint64_t)sm->gpu->config.l1_latency - 1,
                         .line_word = *e->line,
                         .load = e->load,
                         .warp = e->warp,
                         .kind = e->kind,
                         .pollute = e->pollute};
    }
    advance(sm, e);
}

void sm_memory_step(sim_sm *sm, uint64_t now)
{
    bool looked_up = sm->pipe.count != 0;
    if (looked_up)
        step_pipe(sm, now);
    step_queue(sm, now);
    if (!looked_up) /* a pipe of one stage looks up in the cycle of entry */
        step_pipe(sm, now);
}

uint64_t sm_memory_next(const sim_sm *sm, uint64_t now)
{
    uint64_t next = UINT64_MAX;
    if (sm->pipe.count && sm->stalled == L1_HIT)
        next = l1_request_fifo_front(&sm->pipe)->ready;
    if (sm->lsu.count && (!l1_request_fifo_full(&sm->pipe) || lsu_fifo_front(&sm->lsu)->kind == LSU_SHARED)) {
        uint64_t ready = lsu_fifo_front(&sm->lsu)->ready;
        next = ready < next ? ready : next;
    }
    return next > now ? next : now + 1;
}

void sm_receive(sim_sm *sm, const packet *reply, uint64_t ready)
{
    if (reply->kind == PACKET_WRITE)
        return; /* nobody waits for an acknowledgement */
    *sm_reply_fifo_push(&sm->inbox) = (sm_reply){.ready = ready, .tag = reply->tag, .kind = reply->kind};
    gpu_wake_sm(sm->gpu, sm->index, ready);
}

static void fill(sim_sm *sm, uint16_t mshr, uint64_t now)
{
    const l1_mshr *m = l1_fill(&sm->l1, mshr);
    sm->hook.miss_latency += now - m->started;
    sm->hook.misses_returned++;
    const uint16_t *merged = l1_merged(&sm->l1, mshr);
    for (uint32_t i = 0; i < m->n_merged; i++)
        sm_load_done(sm, merged[i], now, 0);
    l1_release(&sm->l1, mshr);
    sm->filled = true;
}

void sm_memory_replies(sim_sm *sm, uint64_t now)
{
    while (sm->hits.count && sm_timed_fifo_front(&sm->hits)->ready <= now) {
        uint16_t load = sm_timed_fifo_front(&sm->hits)->load;
        sm_timed_fifo_pop(&sm->hits);
        sm_load_done(sm, load, now, 0);
    }
    while (sm->inbox.count && sm_reply_fifo_front(&sm->inbox)->ready <= now) {
        sm_reply reply = *sm_reply_fifo_front(&sm->inbox);
        sm_reply_fifo_pop(&sm->inbox);
        if (reply.kind == PACKET_READ)
            fill(sm, reply.tag, now);
        else
            sm_load_done(sm, reply.tag, now, 0);
    }
}
