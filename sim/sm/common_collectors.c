/* Collector units that instructions of all kinds share: who enters one, and who leaves it first. */
#include "sim/sm/operands.h"

#include <string.h>

uint32_t operands_enter_common(operand_collector *oc, exec_unit unit, uint32_t warp, uint64_t *turn,
                               uint64_t limit)
{
    common_collectors *common = &oc->common;
    const collector_pool *pool = &common->pool[warp & oc->part_mask];
    uint64_t enters = later(*turn, common->turn[unit]);
    uint32_t first = pool->first;
    for (uint32_t i = first + 1; i < pool->end && common->free[first] > enters; i++)
        first = common->free[i] < common->free[first] ? i : first;
    enters = later(enters, common->free[first]);
    const uint32_t before = common->turn[unit] == enters ? common->entries[unit] : 0;
    if (enters >= limit || before > common->port) {
        common->retry[unit] = enters;
        common->collect_turn = earlier(common->collect_turn, enters);
        return OPERAND_NO_COLLECTOR;
    }
    common->entries[unit] = before + 1;
    common->retry[unit] = 0;
    *turn = common->turn[unit] = enters;
    return first;
}

/* The instruction that has entered `collector` is for `unit`, NULL: a memory instruction. */
static void set_unit(common_collectors *common, uint32_t collector, function_unit *unit)
{
    function_unit *before = common->stay[collector].unit;
    common->stay[collector].unit = unit;
    if (before)
        before->stays &= ~(1u << collector);
    if (unit)
        unit->stays |= 1u << collector;
}

void operands_hold(operand_collector *oc, uint32_t collector)
{
    oc->common.free[collector] = OPERAND_UNKNOWN;
    set_unit(&oc->common, collector, NULL);
}

static void note_leave(operand_collector *oc, uint32_t collector, uint64_t turn, uint64_t now)
{
    const collector_leave leave = {.turn = turn, .collector = collector};
    dispatch_units_note(&oc->common.dispatch, leave, now << oc->turn_shift);
}

void operands_leave(operand_collector *oc, uint32_t collector, uint64_t turn, uint64_t now)
{
    oc->common.free[collector] = turn;
    memset(oc->common.retry, 0, sizeof oc->common.retry);
    note_leave(oc, collector, turn, now);
}

/* What is in `collector` is the next one to leave for its function unit. */
static void goes_next(operand_collector *oc, uint32_t collector, uint64_t now)
{
    collector_stay *s = &oc->common.stay[collector];
    const program_inst *inst = s->inst;
    function_unit *unit = s->unit;
    s->free_before = unit->free;
    s->began_before = unit->began;
    /* The register in front of the unit is free when the instruction before has begun. */
    const uint64_t leaves = later(s->ready, unit->began << oc->turn_shift);
    const uint64_t start = later((leaves >> oc->turn_shift) + 1, unit->free);
    unit->free = start + inst->interval;
    unit->began = start;
    oc->common.free[collector] = leaves;
    s->done = start + inst->latency + 2;
    note_leave(oc, collector, leaves, now);
    if (inst->destination != TRACE_NO_REGISTER)
        banks_write(&oc->banks, inst->destination, s->warp, now, s->done, false);
}

/* It was thought to be, and another may go before it. */
static void goes_later(operand_collector *oc, uint32_t collector)
{
    const collector_stay *s = &oc->common.stay[collector];
    const collector_leave leave = {.turn = oc->common.free[collector], .collector = collector};
    s->unit->free = s->free_before;
    s->unit->began = s->began_before;
    dispatch_units_withdraw(&oc->common.dispatch, leave);
    if (s->inst->destination != TRACE_NO_REGISTER)
        banks_withdraw(&oc->banks, s->inst->destination, s->warp, s->done);
}

static void tell(operand_collector *oc, uint32_t collector, bool has_waited)
{
    common_collectors *common = &oc->common;
    const collector_stay *s = &common->stay[collector];
    common->decided[common->n_decided++] =
        (collector_decision){.inst = s->inst, .done = s->done, .warp = s->warp, .has_waited = has_waited};
}

/* Of the collectors `stays`, a mask, those that are not left before `turn`. */
static uint32_t not_left_before(const common_collectors *common, uint32_t stays, uint64_t turn)
{
    uint32_t found = 0;
    for (uint32_t rest = stays; rest; rest &= rest - 1) {
        const uint32_t c = (uint32_t)__builtin_ctz(rest);
        found |= (uint32_t)(common->free[c] >= turn) << c;
    }
    return found;
}

/* Of `stays`, a mask, the one that has had its operands first. */
static uint32_t first_ready(const common_collectors *common, uint32_t stays)
{
    uint32_t first = (uint32_t)__builtin_ctz(stays);
    for (uint32_t rest = stays & (stays - 1); rest; rest &= rest - 1) {
        const uint32_t c = (uint32_t)__builtin_ctz(rest);
        first = common->stay[c].ready < common->stay[first].ready ? c : first;
    }
    return first;
}

/* Of `stays`, the one that is left first. */
static uint32_t first_left(const common_collectors *common, uint32_t stays)
{
    uint32_t first = (uint32_t)__builtin_ctz(stays);
    for (uint32_t rest = stays & (stays - 1); rest; rest &= rest - 1) {
        const uint32_t c = (uint32_t)__builtin_ctz(rest);
        first = common->free[c] < common->free[first] ? c : first;
    }
    return first;
}

/* What has entered `collector` of `pool` finds `rivals` there, a mask: it waits for the turn in which the
 * next one leaves, unless it has its operands when that one has not and the register is free. */
static void join_rivals(operand_collector *oc, collector_pool *pool, uint32_t collector, uint32_t rivals,
                        uint64_t now)
{
    common_collectors *common = &oc->common;
    collector_stay *s = &common->stay[collector];
    const uint32_t next = first_left(common, rivals);
    const collector_stay *n = &common->stay[next];
    const uint64_t turn = later(s->ready, n->began_before << oc->turn_shift);
    if (turn < n->ready) {
        goes_later(oc, next);
        goes_next(oc, collector, now);
        goes_next(oc, next, now);
        tell(oc, next, false);
        return;
    }
    common->free[collector] = OPERAND_UNKNOWN;
    common->contended |= 1u << collector;
    s->done = OPERAND_UNKNOWN;
    pool->contend_turn = earlier(pool->contend_turn, common->free[next]);
    common->contend_turn = earlier(common->contend_turn, pool->contend_turn);
}

/* Collectors of `part` whose instructions wait for others to leave, a mask. */
static uint32_t contended(const common_collectors *common, uint32_t part)
{
    return common->contended & common->dispatch.of_part[part];
}

/* Collectors of `part` that are to be left in `turn` and for which others wait, a mask. */
static uint32_t waited_for(const common_collectors *common, uint32_t part, uint64_t turn)
{
    uint32_t left = 0;
    for (uint32_t rest = contended(common, part); rest; rest &= rest - 1)
        for (uint32_t s = common->stay[__builtin_ctz(rest)].unit->stays; s; s &= s - 1)
            left |= common->free[__builtin_ctz(s)] == turn ? s & -s : 0;
    return left;
}

/* The next turn after `past` in which one of `part` leaves for which others wait. */
static uint64_t next_contention(const common_collectors *common, uint32_t part, uint64_t past)
{
    uint64_t turn = OPERAND_UNKNOWN;
    for (uint32_t rest = contended(common, part); rest; rest &= rest - 1)
        for (uint32_t s = common->stay[__builtin_ctz(rest)].unit->stays; s; s &= s - 1)
            if (common->free[__builtin_ctz(s)] > past)
                turn = earlier(turn, common->free[__builtin_ctz(s)]);
    return turn;
}

/* Collector `next` was to be left in `turn`; `rivals` wait: one of those that have their operands leaves, and
 * another one is the next. */
static void decide(operand_collector *oc, uint32_t next, uint32_t rivals, uint64_t turn, uint64_t now)
{
    common_collectors *common = &oc->common;
    uint32_t ready = 1u << next, first = next;
    for (uint32_t rest = rivals; rest; rest &= rest - 1)
        ready |= common->stay[__builtin_ctz(rest)].ready <= turn ? rest & -rest : 0;
    if (ready & (ready - 1))
        first = dispatch_units_choose(&common->dispatch, ready, turn, now << oc->turn_shift);
    if (first != next) {
        goes_later(oc, next);
        goes_next(oc, first, now);
        goes_next(oc, next, now);
        tell(oc, first, true);
        tell(oc, next, false);
    } else {
        first = first_ready(common, rivals);
        goes_next(oc, first, now);
        tell(oc, first, true);
    }
    common->contended &= ~(1u << first);
}

static void contend(operand_collector *oc, uint32_t part, uint64_t turn, uint64_t now)
{
    common_collectors *common = &oc->common;
    for (uint32_t rest = waited_for(common, part, turn); rest; rest &= rest - 1) {
        const uint32_t c = (uint32_t)__builtin_ctz(rest);
        const uint32_t rivals = common->stay[c].unit->stays & common->contended;
        if (rivals)
            decide(oc, c, rivals, turn, now);
    }
    common->pool[part].contend_turn = next_contention(common, part, turn);
}

void operands_contend(operand_collector *oc, uint64_t turn, uint64_t now)
{
    common_collectors *common = &oc->common;
    common->contend_turn = OPERAND_UNKNOWN;
    for (uint32_t part = 0; part <= oc->part_mask; part++) {
        if (common->pool[part].contend_turn <= turn)
            contend(oc, part, turn, now);
        common->contend_turn = earlier(common->contend_turn, common->pool[part].contend_turn);
    }
}

/* `w` enters a common collector before turn `limit`, if it can. */
static bool enters_common(operand_collector *oc, collector_wait *w, uint64_t limit, uint64_t now)
{
    uint64_t turn = w->from;
    const uint32_t found = operands_enter_common(oc, (exec_unit)w->inst->unit, w->warp, &turn, limit);
    if (found == OPERAND_NO_COLLECTOR)
        return false;
    collector_stay *stay = &oc->common.stay[found];
    set_unit(&oc->common, found, w->unit);
    stay->inst = w->inst;
    stay->warp = w->warp;
    stay->ready = banks_read(&oc->banks, w->inst, w->warp, turn, false);
    w->unit->entered = turn >> oc->turn_shift;
    const uint32_t rivals = not_left_before(&oc->common, w->unit->stays & ~(1u << found), stay->ready);
    if (rivals)
        join_rivals(oc, &oc->common.pool[w->warp & oc->part_mask], found, rivals, now);
    else
        goes_next(oc, found, now);
    w->done = stay->done;
    return true;
}

/* What has been written to waiting[at] waits behind all others of its kind. */
static void add_waiting(common_collectors *common, uint32_t at)
{
    const uint32_t kind = common->waiting[at].inst->unit;
    common->unused &= ~(1u << at);
    if (common->kinds >> kind & 1)
        common->waiting[common->last[kind]].next = (uint8_t)at;
    else
        common->first[kind] = (uint8_t)at;
    common->last[kind] = (uint8_t)at;
    common->kinds |= 1u << kind;
}

static void drop_first_waiting(common_collectors *common, uint32_t kind)
{
    const uint32_t first = common->first[kind];
    common->unused |= 1u << first;
    common->first[kind] = common->waiting[first].next;
    if (common->last[kind] == first)
        common->kinds &= ~(1u << kind);
}

/* Out of line, as sm_issue() is faster without it on machines that do not need it. */
__attribute__((noinline)) uint64_t operands_execute_in_common(operand_collector *oc, const program_inst *inst,
                                                              uint32_t warp, uint64_t now)
{
    common_collectors *common = &oc->common;
    const uint32_t part = warp & oc->part_mask, at = (uint32_t)__builtin_ctz(common->unused);
    collector_wait *issued = &common->waiting[at];
    issued->inst = inst;
    issued->unit = operands_take_register(&oc->path[part][inst->unit]);
    issued->from = operands_end_of(oc, now);
    issued->warp = (uint16_t)warp;
    const bool waits = common->kinds >> inst->unit & 1 || common->parts[part] ||
                       oc->memory_entered[part] == OPERAND_UNKNOWN ||
                       common->pool[part].contend_turn <= issued->from;
    if (!waits && enters_common(oc, issued, issued->from + 1, now)) {
        common->collect_turn = earlier(common->collect_turn, common->contend_turn);
        return issued->done;
    }
    if (waits)
        common->collect_turn = earlier(common->collect_turn, issued->from);
    issued->unit->entered = OPERAND_UNKNOWN;
    common->parts[part]++;
    add_waiting(common, at);
    return OPERAND_UNKNOWN;
}

const collector_wait *operands_try_collect(operand_collector *oc, exec_unit kind, uint64_t limit,
                                           uint64_t now)
{
    common_collectors *common = &oc->common;
    collector_wait *first = &common->waiting[common->first[kind]];
    if (!enters_common(oc, first, limit, now))
        return NULL;
    common->parts[first->warp & oc->part_mask]--;
    drop_first_waiting(common, kind);
    return first;
}
