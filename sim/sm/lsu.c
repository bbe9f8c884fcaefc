/* The load-store unit from issue to the L1 pipe.
 *
 * An instruction waits in the pipeline register until a collector unit is free, reads its operands, moves to
 * the register in front of the unit when that is free, and to the dispatch register when the instruction
 * before has sent its last request. Only the head can be held up for an unknown time, so all other times are
 * computed when the head moves. Every sub-core has a pipeline register and one in front of the unit of its
 * own. Common collectors tell when they are entered and left (common_collectors.h), and of what is then in
 * front of the unit the oldest goes first. `lsu_queue` bounds the requests besides [T3.3]. Source: ldst_unit
 * [GS]. */
#include "sim/sm/events.h"
#include "sim/sm/l1_pipe.h"
#include "sim/sm/translate.h"
#include "trace/line_list.h"

static lsu_entry *entry_at(sim_sm *sm, uint32_t i)
{
    return &sm->lsu.item[(sm->lsu.head + i) & sm->lsu.mask];
}

/* The entry before entry `i` in the register behind the collector units, of which every sub-core has its own.
 */
static const lsu_entry *entry_before(sim_sm *sm, uint32_t i)
{
    const uint32_t parts = sm->operands.part_mask, part = entry_at(sm, i)->warp & parts;
    while (i-- > 0)
        if ((entry_at(sm, i)->warp & parts) == part)
            return entry_at(sm, i);
    return NULL;
}

/* Turn in which entry `i` enters a collector unit of the load-store unit, LSU_UNKNOWN if it depends on what
 * has not moved. */
static uint64_t enters_own(sim_sm *sm, uint32_t i, const lsu_entry *before)
{
    const operand_collector *oc = &sm->operands;
    const uint32_t collectors = sm->base->config.mem_collectors;
    const lsu_entry *e = entry_at(sm, i);
    const uint64_t free = i >= collectors ? entry_at(sm, i - collectors)->executing : 0;
    const uint64_t cycle = before ? before->collected : 0;
    if (free == LSU_UNKNOWN || cycle == LSU_UNKNOWN)
        return LSU_UNKNOWN;
    if (!oc->modelled)
        return e->issued << oc->turn_shift;
    return later(operands_end_of(oc, later(e->issued, cycle)), free);
}

/* Computes the times of entry `i` that have become known, with collectors of its own. */
static void advance_entry(sim_sm *sm, uint32_t i)
{
    operand_collector *oc = &sm->operands;
    const lsu_entry *before = entry_before(sm, i);
    lsu_entry *e = entry_at(sm, i);
    if (e->collected == LSU_UNKNOWN) {
        const uint64_t turn = enters_own(sm, i, before);
        if (turn == LSU_UNKNOWN)
            return;
        e->collected = turn >> oc->turn_shift;
        e->operands = operands_read(oc, e->inst, e->warp, turn);
        oc->memory_entered[e->warp & oc->part_mask] = e->collected;
    }
    if (e->executing == LSU_UNKNOWN) {
        const uint64_t free = before ? before->dispatched : 0;
        if (free == LSU_UNKNOWN)
            return;
        e->executing = later(e->operands, free << oc->turn_shift);
    }
    if (e->dispatched == LSU_UNKNOWN && i == 0)
        e->dispatched = later((e->executing >> oc->turn_shift) + oc->modelled, sm->lsu_left);
}

/* ---- with common collectors ---- */

/* Entry `e` enters `collector` in `cycle`: its pipeline register is free. */
static void enters(sim_sm *sm, lsu_entry *e, uint32_t collector, uint64_t cycle)
{
    e->collector = (uint8_t)collector;
    sm->operands.memory_entered[e->warp & sm->operands.part_mask] = cycle;
}

/* The last entry, which has just been issued, enters a collector or waits for one. */
static void wait_for_collector(sim_sm *sm, const program_inst *inst, uint32_t warp, uint64_t now)
{
    operand_collector *oc = &sm->operands;
    const uint32_t collector =
        common_collectors_issue_memory(&oc->common, &oc->banks, inst, warp, operands_end_of(oc, now));
    if (collector == COLLECTORS_NONE)
        sm->lsu_waits++;
    else
        enters(sm, entry_at(sm, sm->lsu.count - 1), collector, now + 1);
}

void sm_lsu_enters_collectors(sim_sm *sm, uint32_t collectors, uint64_t cycle)
{
    while (collectors) {
        lsu_entry *e = entry_at(sm, sm->lsu.count - sm->lsu_waits--);
        const uint32_t part = e->warp & sm->operands.part_mask;
        const uint32_t first = (uint32_t)__builtin_ctz(collectors & sm->operands.common.of_part[part]);
        collectors ^= 1u << first;
        enters(sm, e, first, cycle);
    }
}

void sm_lsu_leaves_collector(sim_sm *sm, uint32_t collector, uint64_t turn)
{
    uint32_t i = 0;
    while (entry_at(sm, i)->executing != LSU_UNKNOWN || entry_at(sm, i)->collector != collector)
        i++; /* those that have not entered one stand behind it */
    entry_at(sm, i)->executing = turn;
}

void sm_lsu_dispatch(sim_sm *sm, uint64_t now)
{
    uint32_t i = 0;
    while (i < sm->lsu.count && entry_at(sm, i)->executing == LSU_UNKNOWN)
        i++;
    if (i == sm->lsu.count || entry_at(sm, 0)->dispatched != LSU_UNKNOWN)
        return;
    lsu_entry first = *entry_at(sm, i);
    first.dispatched = now;
    for (; i > 0; i--)
        *entry_at(sm, i) = *entry_at(sm, i - 1);
    *entry_at(sm, 0) = first;
    common_collectors_open(&sm->operands.common, first.warp & sm->operands.part_mask,
                           now << sm->operands.turn_shift);
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

static uint16_t take_load(sim_sm *sm, sm_warp *w, const program_inst *inst, lsu_kind kind, bool past_l1,
                          uint32_t requests, uint64_t now)
{
    const bool is_atomic = kind == LSU_ATOMIC || inst->op == TRACE_OP_ATOMIC_SHARED;
    uint16_t load = pool_take(&sm->loads);
    *sm_load_of(sm, load) = (sm_load){.pc = sm_pc(sm, inst),
                                      .issued = (uint32_t)now,
                                      .is_cached = kind == LSU_LOAD && !past_l1,
                                      .warp = (uint16_t)(w - sm->warp),
                                      .destination = inst->destination,
                                      .left = (uint16_t)(kind == LSU_SHARED ? 1 : requests),
                                      .is_atomic = is_atomic};
    w->in_flight++;
    if (inst->destination != TRACE_NO_REGISTER)
        w->ready_at[inst->destination] = SM_PENDING;
    if (is_atomic) {
        w->atomic_done = SM_PENDING;
        sm_set_eligible(sm, w);
        sm_on_wait(sm, w, SCHED_WAIT_ATOMIC, true, now);
    }
    return load;
}

/* Requests of an atomic on `lines` lines of which one address is wanted `multiplicity` times, by a trace
 * without depths. Lanes that want the same address need requests of their own, as many for a line as its most
 * wanted address has lanes. The trace knows the largest number of all lines: each is taken to have it, as far
 * as the lanes suffice (our choice). */
static uint32_t guess_atomic_requests(uint32_t lanes, uint32_t lines, uint32_t multiplicity)
{
    uint32_t most = lanes > lines ? lanes : lines, wanted = lines * multiplicity;
    return wanted < most ? wanted : most;
}

/* Requests of an atomic of `lanes` lanes, whose count word is at `list`: of every sector as many as its
 * depth, with 32 bytes each [GS memory_coalescing_arch_atomic()]. */
static uint32_t atomic_requests(const uint32_t *list, uint32_t lanes)
{
    const uint32_t lines = *list & LINE_LIST_COUNT, *depths = list + 1 + lines;
    if (!trace_has_depths(*list))
        return guess_atomic_requests(lanes, lines, *list >> 8);
    uint32_t requests = 0;
    for (uint32_t i = 0; i < lines; i++)
        for (uint32_t rest = depths[i]; rest; rest >>= 8)
            requests += rest & 0xff;
    return requests;
}

/* Bytes that a store writes of each of its sectors, 0 = all: those of its lanes, evenly (our choice, as a
 * trace does not tell: lanes that write the same bytes are taken for others). */
static uint8_t bytes_written(const sm_warp *w, const program_inst *inst, const uint32_t *list)
{
    const uint32_t bytes = (uint32_t)w->lanes * inst->access_bytes / line_list_segments(list, 1);
    if (bytes >= SECTOR_BYTES)
        return 0;
    return bytes ? (uint8_t)bytes : 1;
}

/* Whether a load allocates no lines, whatever its warp may. */
static bool goes_around(const sim_sm *sm, const program_inst *inst)
{
    if (!sm->some_go_around)
        return false;
    const uint32_t pc = sm_pc(sm, inst);
    return sm->goes_around[pc / 64] >> pc % 64 & 1;
}

/* Out of line, as sm_issue() is faster without it. */
__attribute__((noinline)) void sm_lsu_issue(sim_sm *sm, sm_warp *w, const program_inst *inst, bool pollute,
                                            uint64_t now)
{
    lsu_kind kind = kind_of((trace_op)inst->op);
    uint32_t requests = *w->cursor, lines = 0, line = 0, rest = 0;
    uint8_t sectors = 0;
    const bool descending = sm->order.lines != NULL;
    const bool past_l1 = program_goes_past_l1(inst->op, &sm->base->config);
    const uint32_t *list = w->cursor++;
    if (kind != LSU_SHARED) {
        w->cursor += line_list_size(*list) + (trace_has_depths(*list) ? *list & LINE_LIST_COUNT : 0);
        if (descending)
            list = line_order_take(&sm->order, sm->kernel->trace, list);
        lines = *list & LINE_LIST_COUNT;
        line = line_list_word(list, 0);
        requests = kind == LSU_ATOMIC ? atomic_requests(list, w->lanes) : lines;
        if (kind != LSU_ATOMIC && inst->segment < LINE_SECTORS) {
            requests = line_list_segments(list, inst->segment);
            sectors = (uint8_t)word_sectors(line);
        }
        if (trace_has_depths(*list))
            rest = list[1 + lines];
    }
    uint16_t load = SM_NO_LOAD;
    if (kind == LSU_STORE)
        w->stores = (uint16_t)(w->stores + requests);
    else
        load = take_load(sm, w, inst, kind, past_l1, requests, now);
    *lsu_fifo_push(&sm->lsu) = (lsu_entry){.inst = inst,
                                           .list = list,
                                           .line = line,
                                           .issued = now,
                                           .collected = LSU_UNKNOWN,
                                           .executing = LSU_UNKNOWN,
                                           .dispatched = LSU_UNKNOWN,
                                           .left = (uint16_t)requests,
                                           .rest = rest,
                                           .sectors = sectors,
                                           .lines_left = (uint8_t)lines,
                                           .lines = (uint8_t)lines,
                                           .load = load,
                                           .warp = (uint16_t)(w - sm->warp),
                                           .kind = (uint8_t)kind,
                                           .past_l1 = past_l1,
                                           .descending = descending,
                                           .bytes = kind == LSU_STORE ? bytes_written(w, inst, list) : 0,
                                           .pollute = pollute && !goes_around(sm, inst)};
    sm->lsu_requests += requests;
    sm->operands.memory_entered[(w - sm->warp) & sm->operands.part_mask] = LSU_UNKNOWN;
    if (sm->operands.common.units)
        wait_for_collector(sm, inst, (uint32_t)(w - sm->warp), now);
    else
        advance_entry(sm, sm->lsu.count - 1);
}

/* Of the sectors at hand, those of the next request. */
static uint32_t next_segment(const lsu_entry *e)
{
    return e->descending ? last_segment(e->sectors, e->inst->segment)
                         : first_segment(e->sectors, e->inst->segment);
}

/* Of an atomic with depths, the sector of the next request. */
static uint32_t next_sector(const lsu_entry *e)
{
    return (e->descending ? 31 - (uint32_t)__builtin_clz(e->rest) : (uint32_t)__builtin_ctz(e->rest)) / 8;
}

/* Sectors of the next request of an entry. */
static uint32_t sectors_of(const lsu_entry *e)
{
    if (e->sectors)
        return next_segment(e);
    return e->rest ? 1u << next_sector(e) : word_sectors(e->line);
}

/* The line behind the one at hand, if there is one. */
static uint32_t next_line(const lsu_entry *e)
{
    return line_list_word(e->list, e->lines - e->lines_left + 1u);
}

/* Its depth word, of an atomic with depths. */
static uint32_t next_depths(const lsu_entry *e)
{
    return e->list[1 + e->lines + (e->lines - e->lines_left + 1u)];
}

/* Whether an atomic with depths, which has sent a request, has more for the same line. */
static bool stays_on_line(lsu_entry *e)
{
    if (!e->rest)
        return false;
    e->rest -= 1u << 8 * next_sector(e);
    e->again = e->rest != 0;
    if (!e->rest && e->lines_left > 1)
        e->rest = next_depths(e);
    return e->again;
}

/* The same of requests of less than a line each. */
static bool has_more_sectors(lsu_entry *e)
{
    if (!e->sectors)
        return false;
    e->sectors ^= (uint8_t)next_segment(e);
    if (e->sectors)
        return true;
    if (e->lines_left > 1)
        e->sectors = (uint8_t)word_sectors(next_line(e));
    return false;
}

static void advance_line(lsu_entry *e)
{
    if (stays_on_line(e) || has_more_sectors(e))
        return;
    if (--e->lines_left == 0) { /* an atomic without depths may go over its lines again */
        e->lines_left = e->lines;
        e->again = true;
    }
    e->line = line_list_word(e->list, e->lines - e->lines_left);
}

/* The head has sent a request. Returns whether it has more. */
static bool advance_head(sim_sm *sm, lsu_entry *e, uint64_t now)
{
    if (sm->lsu_requests-- == sm->base->config.lsu_queue)
        sm->issue_at = 0; /* room for another instruction */
    if (e->kind != LSU_SHARED)
        advance_line(e);
    if (--e->left)
        return true;
    sm->lsu_left = now;
    sm->issue_at = 0;
    line_order_give(&sm->order, e->list);
    lsu_fifo_pop(&sm->lsu);
    if (sm->operands.common.units)
        sm_lsu_dispatch(sm, now);
    else
        for (uint32_t i = 0; i < sm->lsu.count; i++)
            advance_entry(sm, i);
    return false;
}

/* The last pass of a shared-memory access starts its latency; a store ends with it. */
static void shared_pass(sim_sm *sm, const lsu_entry *e, uint64_t now)
{
    if (e->left > 1)
        return;
    uint64_t write_back = slots_take(&sm->write_back, now + sm->base->config.shared_latency);
    bool stores = e->inst->op == TRACE_OP_STORE_SHARED;
    sm_load_done(sm, e->load, now, stores ? now : write_back + 1);
}

/* Whether no request has been sent for the line at hand. */
static bool is_first_sector(const lsu_entry *e)
{
    return !e->sectors || e->sectors == word_sectors(e->line);
}

/* The next request of the head, for physical `address`, goes to *r, member by member: where it stays, as what
 * is copied at once waits for the host's last stores. */
static inline void make_request(const sim_sm *sm, const lsu_entry *e, uint64_t address, uint64_t now,
                                l1_request *r)
{
    const sm_kernel *kernel = sm->kernel;
    const uint32_t line = word_line(e->line);
    *r = (l1_request){0};
    r->request.address = address;
    r->request.virtual_address = trace_line_address(kernel->trace, line);
    r->request.pc = sm_pc(sm, e->inst);
    r->request.born = (uint32_t)now;
    r->request.app = (uint16_t)kernel->index;
    r->request.source = (uint16_t)sm->index;
    r->request.warp = e->warp;
    r->request.kind = e->kind;
    r->request.sectors = (uint8_t)sectors_of(e);
    r->request.bytes = e->bytes;
    r->ready = now + sm->base->config.l1_latency;
    r->line = line;
    r->load = e->load;
    r->pollute = e->pollute;
    r->past_l1 = e->past_l1;
    r->first = e->lines_left == e->lines && is_first_sector(e);
}

uint64_t sm_lsu_page(const sim_sm *sm)
{
    uint32_t line = word_line(lsu_fifo_front(&sm->lsu)->line);
    return trace_line_address(sm->kernel->trace, line) >> sm->translation->page_bits;
}

static l1_pipe *pipe_of(const sim_sm *sm, const lsu_entry *e)
{
    return sm_pipe_of(sm, word_line(e->line), sectors_of(e));
}

/* Looks the page of the next request up; its address is known if that is a hit. False: it is held. */
static bool send_translated(sim_sm *sm, const lsu_entry *e, uint64_t now)
{
    l1_request r;
    make_request(sm, e, 0, now, &r);
    uint32_t latency = sm->translation->latency;
    tlb_verdict verdict = sm_translation_head(sm, e, &r, now);
    if (verdict != TLB_PASSES)
        return verdict == TLB_PARKED;
    r.request.address = pages_line_address(&sm->kernel->pages, r.line);
    r.ready += latency;
    if (e->past_l1)
        sm_bypass_l1(sm, &r.request, r.load, now + latency);
    else
        *sm_pipe_push(sm, pipe_of(sm, e)) = r;
    return true;
}

/* Whether a pipe takes a request: one a cycle, as long as it has room. */
static bool has_room(const l1_pipe *pipe, uint64_t now)
{
    const l1_request_fifo *fifo = &pipe->fifo;
    if (!fifo->count || l1_request_fifo_full(fifo))
        return !fifo->count;
    return l1_request_fifo_at(fifo, fifo->count - 1)->request.born != (uint32_t)now;
}

/* Sends, parks or holds the next request of the head. False: it is held. */
static bool send_request(sim_sm *sm, const lsu_entry *e, uint64_t now)
{
    l1_pipe *pipe = pipe_of(sm, e);
    if (e->past_l1 ? !sm_bypass_room(sm) : !has_room(pipe, now))
        return false;
    if (sm->translation)
        return send_translated(sm, e, now);
    uint64_t address = pages_line_address(&sm->kernel->pages, word_line(e->line));
    if (!e->past_l1) {
        make_request(sm, e, address, now, sm_pipe_push(sm, pipe));
        return true;
    }
    l1_request r;
    make_request(sm, e, address, now, &r);
    sm_bypass_l1(sm, &r.request, e->load, now);
    return true;
}

/* An instruction sends as many requests in a cycle as the L1 has banks, until one finds its bank taken. [GS
 * ldst_unit::process_memory_access_queue_l1cache()] */
void sm_lsu_step(sim_sm *sm, uint64_t now)
{
    lsu_entry *e = lsu_fifo_front(&sm->lsu);
    if (e->kind == LSU_SHARED) {
        shared_pass(sm, e, now);
        advance_head(sm, e, now);
        return;
    }
    uint32_t most = e->past_l1 ? 1 : sm->n_pipes;
    while (most && send_request(sm, e, now) && advance_head(sm, e, now))
        most--;
}

uint64_t sm_lsu_issue_at(const sim_sm *sm, uint32_t scheduler)
{
    if (!sm->lsu.count)
        return 0;
    if (sm->lsu_requests >= sm->base->config.lsu_queue || pool_full(&sm->loads))
        return UINT64_MAX;
    const operand_collector *oc = &sm->operands;
    const uint64_t collected = oc->memory_entered[scheduler & oc->part_mask];
    return oc->modelled || collected == LSU_UNKNOWN ? collected : collected + 1;
}

uint64_t sm_lsu_next(const sim_sm *sm, uint64_t now)
{
    if (!sm->lsu.count)
        return UINT64_MAX;
    const lsu_entry *head = lsu_fifo_front(&sm->lsu);
    if (head->dispatched == LSU_UNKNOWN)
        return UINT64_MAX; /* its collector wakes us */
    if (head->kind != LSU_SHARED && !head->past_l1 && l1_request_fifo_full(&pipe_of(sm, head)->fifo))
        return UINT64_MAX; /* the pipe wakes us */
    if (sm_lsu_waits_for_credit(sm) && !sm->translation)
        return UINT64_MAX; /* a credit does */
    return later(head->dispatched + 1, now + 1);
}
