/* The L1 pipes, one for each bank: one request a cycle, `l1_latency` deep; the head is looked up, and holds
 * its pipe up while the L1 refuses it. */
#include "sim/sm/events.h"
#include "sim/sm/l1_pipe.h"

static void find_bank(const sim_sm *sm, packet *p)
{
    address_place place;
    address_find_l2(base_map(sm->base, p->request.app), p->request.address, &place);
    p->l2_set = place.l2_set;
    p->bank = (uint16_t)place.l2_bank;
}

void sm_send_below(sim_sm *sm, packet *p, uint64_t now)
{
    find_bank(sm, p);
    sm_send(sm, p, now);
}

/* A load miss needs two places in the miss queue [GS miss_queue_full(1)], a store one. */
static bool queue_room(sim_sm *sm, uint32_t places, uint64_t now)
{
    uint32_t limit = sm->port.queue_limit;
    if (sm->ccn && sm->ccn->has_returned)
        places++; /* what has gone around goes first (our choice) */
    uint32_t needed = places < limit ? places : limit;
    return port_queued(&sm->port, now) + needed <= limit;
}
enum { ROOM_LOAD = 2, ROOM_STORE = 1 };

bool sm_load_room(sim_sm *sm, uint64_t now)
{
    return queue_room(sm, ROOM_LOAD, now);
}

static void mark(const l1_cache *l1, mem_request *request)
{
    if (l1->policy->mark)
        request->mark = l1->policy->mark(l1->policy_state, request);
}

void sm_send_miss(sim_sm *sm, const l1_load_access *access, const l1_answer *answer, uint64_t now)
{
    uint32_t held = (uint32_t)now - access->request->born;
    packet p = {.request = *access->request,
                .tag = answer->is_around ? access->load : answer->mshr,
                .held = held < UINT16_MAX ? (uint16_t)held : UINT16_MAX,
                .is_around = answer->is_around};
    p.request.sectors = answer->sectors;
    mark(&sm->l1, &p.request);
    if (!sm->ccn || !sm_may_ask(sm, &p, answer) || !sm_ccn_takes(sm, &p, access, now))
        sm_send_below(sm, &p, now);
}

static l1_load_access access_of(sim_sm *sm, const l1_request *e, uint64_t now)
{
    const bool has_room = queue_room(sm, ROOM_LOAD, now);
    return (l1_load_access){
        .request = &e->request,
        .line = e->line,
        .warp = sm->warp[e->request.warp].launch_warp,
        .load = e->load,
        .pollute = e->pollute,
        .queue_room = has_room,
        .other_room = !has_room && sm->ccn && sm_ccn_has_place(sm, e),
    };
}

static void miss(sim_sm *sm, const l1_request *e, const l1_load_access *access, const l1_answer *answer,
                 uint64_t now)
{
    sm_on_eviction(sm, e->request.warp, false, now);
    sm_on_access(sm, e, SCHED_MISS, answer, now);
    if (answer->reserves)
        sm_tags_written(sm, now);
    sm->count.l1_read_misses++;
    sm->count.l1_bypasses += answer->is_no_allocate;
    sm->count.l1_sector_misses += answer->is_sector_miss;
    sm->count.l1_miss_sectors += sector_count(answer->sectors);
    sm_send_miss(sm, access, answer, now);
}

static l1_outcome look_up(sim_sm *sm, const l1_request *e, uint64_t now)
{
    l1_load_access access = access_of(sm, e, now);
    l1_answer answer = {0};
    l1_outcome outcome = l1_load(&sm->l1, &access, &answer);
    if (outcome > L1_MISS)
        return outcome;
    sm->hook.l1_accesses++;
    sm->count.l1_polluting_accesses += e->pollute;
    if (outcome == L1_HIT) {
        sm_on_access(sm, e, SCHED_HIT, &answer, now);
        sm->count.l1_polluting_hits += e->pollute;
        sm->hook.l1_hits++;
        sm->hook.l1_intra_hits += answer.intra;
        sm_load_done(sm, e->load, now, now);
    } else if (outcome == L1_MERGED) {
        sm_on_eviction(sm, e->request.warp, false, now); /* a line reserved for what is on its way */
        sm_on_access(sm, e, SCHED_MERGED, &answer, now);
        sm->count.l1_merges++;
    } else {
        miss(sm, e, &access, &answer, now);
    }
    return L1_HIT;
}

/* Stores go to L2 without an MSHR, whatever they do to the L1's lines. */
static l1_outcome pass_through(sim_sm *sm, const l1_request *e, uint64_t now)
{
    if (!queue_room(sm, ROOM_STORE, now))
        return L1_STALL_QUEUE;
    if (!l1_store(&sm->l1, e->line, &e->request))
        return L1_STALL_LINE;
    if (sm->l1.evicted.line != L1_NO_LINE || sm->l1.writes_through)
        sm_tags_written(sm, now);
    sm_on_eviction(sm, e->request.warp, true, now);
    sm_on_store(sm, e, now);
    sm->count.l1_writes++;
    packet p = {.request = e->request};
    mark(&sm->l1, &p.request);
    sm_send_below(sm, &p, now);
    return L1_HIT;
}

void sm_bypass_l1(sim_sm *sm, const mem_request *request, uint16_t load, uint64_t now)
{
    packet p = {.request = *request, .tag = load, .is_around = request->kind == MEM_LOAD};
    if (request->kind == MEM_STORE)
        sm->count.l1_writes++; /* stores of the SM, whatever the L1 does */
    find_bank(sm, &p);
    sm_send_past(sm, &p, now);
}

/* Stall causes are those of the first bank (our choice). */
static bool is_measured(const sim_sm *sm, const l1_pipe *pipe)
{
    return sm->stalls && pipe == sm->pipe;
}

static void count_stall(sim_sm *sm, const l1_pipe *pipe, uint64_t now)
{
    uint64_t cycles = now - pipe->stalled_since;
    if (is_measured(sm, pipe))
        sm_stalls_refused(sm, cycles);
    switch (pipe->stalled) {
    case L1_STALL_LINE: sm->count.l1_stall_line += cycles; break;
    case L1_STALL_MSHR:
    case L1_STALL_MERGE: sm->count.l1_stall_mshr += cycles; break;
    case L1_STALL_QUEUE: sm->count.l1_stall_queue += cycles; break;
    default: break;
    }
}

static uint32_t cause_of(l1_outcome refusal)
{
    switch (refusal) {
    case L1_STALL_LINE: return 1u << L1_CAUSE_LINE;
    case L1_STALL_QUEUE: return 1u << L1_CAUSE_QUEUE;
    default: return 1u << L1_CAUSE_MSHR;
    }
}

/* All that refuses the head, for the record. */
static uint32_t causes_of_refusal(sim_sm *sm, const l1_pipe *pipe, const l1_request *e, uint64_t now)
{
    if (pipe->stalled == L1_HIT)
        return 0;
    if (e->request.kind != MEM_LOAD)
        return cause_of(pipe->stalled);
    const l1_load_access access = access_of(sm, e, now);
    return l1_stall_causes(&sm->l1, &access) | cause_of(pipe->stalled);
}

/* Whether the head of a pipe, refused for want of room, has some now. */
static bool has_room_now(sim_sm *sm, const l1_pipe *pipe, uint64_t now)
{
    const l1_request *e = l1_request_fifo_front(&pipe->fifo);
    if (e->request.kind != MEM_LOAD)
        return queue_room(sm, ROOM_STORE, now);
    return queue_room(sm, ROOM_LOAD, now) || (sm->ccn && sm_ccn_has_place(sm, e));
}

bool sm_l1_still_refuses(sim_sm *sm, const l1_pipe *pipe, uint64_t now)
{
    switch (pipe->stalled) {
    case L1_STALL_LINE:
    case L1_STALL_MERGE: return !pipe->filled;
    case L1_STALL_MSHR: return l1_mshrs_full(&sm->l1);
    case L1_STALL_QUEUE: return !has_room_now(sm, pipe, now);
    default: return false;
    }
}

bool sm_l1_step(sim_sm *sm, l1_pipe *pipe, uint64_t now)
{
    pipe->filled = false;
    const l1_request *e = l1_request_fifo_front(&pipe->fifo);
    bool was_refused = pipe->stalled != L1_HIT;
    if (was_refused)
        count_stall(sm, pipe, now);
    pipe->stalled = e->request.kind == MEM_LOAD ? look_up(sm, e, now) : pass_through(sm, e, now);
    pipe->stalled_since = now;
    if (is_measured(sm, pipe))
        sm_stalls_looked_up(sm, causes_of_refusal(sm, pipe, e, now), was_refused, now);
    if (pipe->stalled != L1_HIT)
        return false;
    l1_request_fifo_pop(&pipe->fifo);
    if (!pipe->fifo.count)
        sm->piped &= ~(1u << (pipe - sm->pipe));
    return true;
}

uint32_t sm_requests_piped(const sim_sm *sm)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < sm->n_pipes; i++)
        n += sm->pipe[i].fifo.count;
    return n;
}

static uint64_t next_of_pipe(const sim_sm *sm, const l1_pipe *pipe, uint64_t now)
{
    switch (pipe->stalled) {
    case L1_HIT: return later(l1_request_fifo_front(&pipe->fifo)->ready, now + 1);
    case L1_STALL_QUEUE: return later(port_moves_at(&sm->port), now + 1);
    case L1_STALL_MSHR: return sm->releases.count ? sm_release_fifo_front(&sm->releases)->when : UINT64_MAX;
    default: return UINT64_MAX; /* a reply */
    }
}

uint64_t sm_l1_next(const sim_sm *sm, uint64_t now)
{
    uint64_t next = UINT64_MAX;
    for (uint32_t pipes = sm->piped; pipes; pipes &= pipes - 1)
        next = earlier(next, next_of_pipe(sm, &sm->pipe[__builtin_ctz(pipes)], now));
    return next;
}
