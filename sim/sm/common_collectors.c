/* Collector units that instructions of all kinds share: who enters one, and who leaves it first. */
#include "sim/sm/operands.h"

#include <string.h>

/* Whether it has more than two collectors. Of two, one that is not left yet is the only one that another has
 * to look at, and when it is left is known, unless both have their operands at that time: to decide nothing
 * ahead there as well takes 12 % longer (volta, five kernels), and reads would not know of results that are
 * written meanwhile. */
static bool is_wide(const collector_pool *pool)
{
    return pool->end - pool->first > 2;
}

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

void operands_hold(operand_collector *oc, uint32_t collector)
{
    oc->common.free[collector] = OPERAND_UNKNOWN;
    oc->common.stay[collector].unit = NULL;
}

static void note_leave(operand_collector *oc, uint32_t collector, uint64_t turn, uint64_t now)
{
    const collector_leave leave = {.turn = turn, .collector = collector};
    dispatch_units_note(&oc->common.dispatch, leave, now << oc->turn_shift);
}

/* It is known when a collector is left of which that was not. */
static void forget_refusals(common_collectors *common)
{
    memset(common->retry, 0, sizeof common->retry);
}

void operands_leave(operand_collector *oc, uint32_t collector, uint64_t turn, uint64_t now)
{
    oc->common.free[collector] = turn;
    forget_refusals(&oc->common);
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

/* What has entered `collector` of `pool` waits for turn `turn`, in which it is decided who leaves. */
static void wait_until(common_collectors *common, collector_pool *pool, uint32_t collector, uint64_t turn)
{
    common->free[collector] = OPERAND_UNKNOWN;
    common->contended |= 1u << collector;
    common->stay[collector].done = OPERAND_UNKNOWN;
    pool->contend_turn = earlier(pool->contend_turn, turn);
    common->contend_turn = earlier(common->contend_turn, pool->contend_turn);
}

/* The other collector of `pool`, of two, if its instruction is for the same function unit and does not leave
 * it before that of `collector` has its operands. Else that one follows. */
static uint32_t rival_of(const common_collectors *common, const collector_pool *pool, uint32_t collector)
{
    const uint32_t other = pool->first + pool->end - 1 - collector;
    const collector_stay *s = &common->stay[collector];
    const bool is_rival =
        other != collector && common->stay[other].unit == s->unit && common->free[other] >= s->ready;
    return is_rival ? other : OPERAND_NO_COLLECTOR;
}

/* What has entered `collector` of `pool` finds a rival there, the next one to leave: it waits for the turn in
 * which that does, unless it has its operands when that one has not and the register is free. */
static void join_rival(operand_collector *oc, collector_pool *pool, uint32_t collector, uint32_t rival,
                       uint64_t now)
{
    common_collectors *common = &oc->common;
    const collector_stay *r = &common->stay[rival];
    if (later(common->stay[collector].ready, r->began_before << oc->turn_shift) >= r->ready) {
        wait_until(common, pool, collector, common->free[rival]);
        return;
    }
    goes_later(oc, rival);
    goes_next(oc, collector, now);
    goes_next(oc, rival, now);
    tell(oc, rival, false);
}

/* The turn from which `collector` can be left: its instruction has its operands, and the register in front of
 * the unit is free. */
static uint64_t can_leave_from(const operand_collector *oc, uint32_t collector)
{
    const collector_stay *s = &oc->common.stay[collector];
    return later(s->ready, s->unit->began << oc->turn_shift);
}

/* Collectors of `part` whose instructions wait for others to leave, a mask. */
static uint32_t contended(const common_collectors *common, uint32_t part)
{
    return common->contended & common->dispatch.of_part[part];
}

/* Of two collectors one was to be left in `turn`, and the other one waits for that: who leaves, if both have
 * their operands, and the other one is the next. */
static void contend_of_two(operand_collector *oc, uint32_t part, uint64_t turn, uint64_t now)
{
    common_collectors *common = &oc->common;
    collector_pool *pool = &common->pool[part];
    const uint32_t waits = (uint32_t)__builtin_ctz(contended(common, part));
    const uint32_t next = pool->first + pool->end - 1 - waits, both = 1u << next | 1u << waits;
    const bool overtakes =
        common->stay[waits].ready <= turn &&
        dispatch_units_choose(&common->dispatch, both, turn, now << oc->turn_shift) == waits;
    if (overtakes)
        goes_later(oc, next);
    goes_next(oc, waits, now);
    tell(oc, waits, true);
    if (overtakes) {
        goes_next(oc, next, now);
        tell(oc, next, false);
    }
    common->contended &= ~(1u << waits);
    pool->contend_turn = OPERAND_UNKNOWN;
}

/* Of more all wait for the turn in which they leave: one for each function unit does, of those that can, as
 * dispatch units find them. */
static void contend_of_many(operand_collector *oc, uint32_t part, uint64_t turn, uint64_t now)
{
    common_collectors *common = &oc->common;
    uint32_t ready;
    do {
        uint64_t next = OPERAND_UNKNOWN;
        ready = 0;
        for (uint32_t rest = contended(common, part); rest; rest &= rest - 1) {
            const uint64_t from = can_leave_from(oc, (uint32_t)__builtin_ctz(rest));
            ready |= from <= turn ? rest & -rest : 0;
            next = earlier(next, from);
        }
        common->pool[part].contend_turn = next;
        if (ready) {
            const uint32_t first =
                dispatch_units_choose(&common->dispatch, ready, turn, now << oc->turn_shift);
            goes_next(oc, first, now);
            tell(oc, first, true);
            common->contended &= ~(1u << first);
            forget_refusals(common);
        }
    } while (ready);
}

void operands_contend(operand_collector *oc, uint64_t turn, uint64_t now)
{
    common_collectors *common = &oc->common;
    common->contend_turn = OPERAND_UNKNOWN;
    for (uint32_t part = 0; part <= oc->part_mask; part++) {
        if (common->pool[part].contend_turn <= turn && is_wide(&common->pool[part]))
            contend_of_many(oc, part, turn, now);
        else if (common->pool[part].contend_turn <= turn)
            contend_of_two(oc, part, turn, now);
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
    stay->inst = w->inst;
    stay->unit = w->unit;
    stay->warp = w->warp;
    stay->ready = banks_read(&oc->banks, w->inst, w->warp, turn, false);
    w->unit->entered = turn >> oc->turn_shift;
    collector_pool *pool = &oc->common.pool[w->warp & oc->part_mask];
    const uint32_t rival = is_wide(pool) ? OPERAND_NO_COLLECTOR : rival_of(&oc->common, pool, found);
    if (is_wide(pool))
        wait_until(&oc->common, pool, found, can_leave_from(oc, found));
    else if (rival != OPERAND_NO_COLLECTOR)
        join_rival(oc, pool, found, rival, now);
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
