/* Collector units that instructions of all kinds share: who enters one, and who leaves it first. */
#include "sim/sm/operands.h"

#include <string.h>

uint32_t operands_enter_common(operand_collector *oc, exec_unit unit, uint32_t warp, uint64_t *turn,
                               uint64_t limit)
{
    common_collectors *common = &oc->common;
    const collector_pool *pool = &common->pool[warp & oc->part_mask];
    uint64_t enters = later(*turn, common->turn[unit]);
    uint32_t first = 0;
    for (uint32_t i = 1; i < pool->units && pool->free[first] > enters; i++)
        first = pool->free[i] < pool->free[first] ? i : first;
    enters = later(enters, pool->free[first]);
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

void operands_hold(operand_collector *oc, uint32_t warp, uint32_t unit)
{
    collector_pool *pool = &oc->common.pool[warp & oc->part_mask];
    pool->free[unit] = OPERAND_UNKNOWN;
    pool->stay[unit].inst = NULL;
}

/* The common collector `unit` of `part` is left in `turn`. */
static void note_leave(operand_collector *oc, uint32_t part, uint32_t unit, uint64_t turn, uint64_t now)
{
    const collector_leave leave = {.turn = turn, .part = (uint8_t)part, .collector = (uint8_t)unit};
    dispatch_units_note(&oc->common.dispatch, leave, now << oc->turn_shift);
}

void operands_leave(operand_collector *oc, uint32_t warp, uint32_t unit, uint64_t turn, uint64_t now)
{
    collector_pool *pool = &oc->common.pool[warp & oc->part_mask];
    pool->free[unit] = turn;
    memset(oc->common.retry, 0, sizeof oc->common.retry);
    note_leave(oc, warp & oc->part_mask, unit, turn, now);
}

/* What is in common collector `collector` of `part` is the next one to leave for its function unit. */
static void goes_next(operand_collector *oc, uint32_t part, uint32_t collector, uint64_t now)
{
    collector_pool *pool = &oc->common.pool[part];
    collector_stay *s = &pool->stay[collector];
    exec_path *path = &oc->path[part][s->inst->unit];
    s->unit_before = path->unit_free[s->unit];
    s->began_before = path->unit_began[s->unit];
    /* The register in front of the unit is free when the instruction before has begun. */
    const uint64_t leaves = later(s->ready, s->began_before << oc->turn_shift);
    const uint64_t start = later((leaves >> oc->turn_shift) + 1, s->unit_before);
    path->unit_free[s->unit] = start + s->inst->interval;
    path->unit_began[s->unit] = start;
    pool->free[collector] = leaves;
    s->done = start + s->inst->latency + 2;
    note_leave(oc, part, collector, leaves, now);
    if (s->inst->destination != TRACE_NO_REGISTER)
        banks_write(&oc->banks, s->inst->destination, s->warp, now, s->done, false);
}

/* It was thought to be, and another may go before it. */
static void goes_later(operand_collector *oc, uint32_t part, uint32_t collector)
{
    collector_pool *pool = &oc->common.pool[part];
    const collector_stay *s = &pool->stay[collector];
    exec_path *path = &oc->path[part][s->inst->unit];
    path->unit_free[s->unit] = s->unit_before;
    path->unit_began[s->unit] = s->began_before;
    dispatch_units_withdraw(&oc->common.dispatch, (collector_leave){.turn = pool->free[collector],
                                                                    .part = (uint8_t)part,
                                                                    .collector = (uint8_t)collector});
    if (s->inst->destination != TRACE_NO_REGISTER)
        banks_withdraw(&oc->banks, s->inst->destination, s->warp, s->done);
}

static void tell(operand_collector *oc, const collector_stay *s, bool has_waited)
{
    common_collectors *common = &oc->common;
    common->decided[common->n_decided++] =
        (collector_decision){.inst = s->inst, .done = s->done, .warp = s->warp, .has_waited = has_waited};
}

/* Whether two stays are for the same function unit. */
static bool are_rivals(const collector_stay *a, const collector_stay *b)
{
    return a != b && a->inst && b->inst && a->inst->unit == b->inst->unit && a->unit == b->unit;
}

/* Collectors of `part` with rivals of `s` that are not left before `turn`, a mask. */
static uint32_t rivals_of(const collector_pool *pool, const collector_stay *s, uint64_t turn)
{
    uint32_t rivals = 0;
    for (uint32_t c = 0; c < pool->units; c++)
        if (are_rivals(&pool->stay[c], s) && pool->free[c] >= turn)
            rivals |= 1u << c;
    return rivals;
}

/* Of `stays`, a mask, the one that has had its operands first. */
static uint32_t first_ready(const collector_pool *pool, uint32_t stays)
{
    uint32_t first = (uint32_t)__builtin_ctz(stays);
    for (uint32_t rest = stays & (stays - 1); rest; rest &= rest - 1) {
        const uint32_t c = (uint32_t)__builtin_ctz(rest);
        first = pool->stay[c].ready < pool->stay[first].ready ? c : first;
    }
    return first;
}

/* What has entered `collector` of `part` finds `rivals` there, a mask: it waits for the turn in which the
 * next one leaves, unless it has its operands when that one has not and the register is free. */
static void join_rivals(operand_collector *oc, uint32_t part, uint32_t collector, uint32_t rivals,
                        uint64_t now)
{
    collector_pool *pool = &oc->common.pool[part];
    collector_stay *s = &pool->stay[collector];
    uint32_t next = (uint32_t)__builtin_ctz(rivals);
    for (uint32_t rest = rivals; rest; rest &= rest - 1)
        next = pool->free[__builtin_ctz(rest)] < pool->free[next] ? (uint32_t)__builtin_ctz(rest) : next;
    const collector_stay *n = &pool->stay[next];
    const uint64_t turn = later(s->ready, n->began_before << oc->turn_shift);
    if (turn < n->ready) {
        goes_later(oc, part, next);
        goes_next(oc, part, collector, now);
        goes_next(oc, part, next, now);
        tell(oc, n, false);
        return;
    }
    pool->free[collector] = OPERAND_UNKNOWN;
    s->done = OPERAND_UNKNOWN;
    pool->contend_turn = earlier(pool->contend_turn, pool->free[next]);
}

/* The next turn after `past` in which one leaves for which others wait. */
static uint64_t next_contention(const collector_pool *pool, uint64_t past)
{
    uint64_t turn = OPERAND_UNKNOWN;
    for (uint32_t c = 0; c < pool->units; c++)
        if (pool->free[c] > past && pool->free[c] < turn && rivals_of(pool, &pool->stay[c], OPERAND_UNKNOWN))
            turn = pool->free[c];
    return turn;
}

/* Collector `next` of `part` was to be left in `turn`; `rivals` wait: one of those that have their operands
 * leaves, and another one is the next. */
static void decide(operand_collector *oc, uint32_t part, uint32_t next, uint32_t rivals, uint64_t turn,
                   uint64_t now)
{
    collector_pool *pool = &oc->common.pool[part];
    uint32_t ready = 1u << next, first = next;
    for (uint32_t rest = rivals; rest; rest &= rest - 1)
        ready |= pool->stay[__builtin_ctz(rest)].ready <= turn ? rest & -rest : 0;
    if (ready & (ready - 1))
        first = dispatch_units_choose(&oc->common.dispatch, part, ready, turn, now << oc->turn_shift);
    if (first != next) {
        goes_later(oc, part, next);
        goes_next(oc, part, first, now);
        goes_next(oc, part, next, now);
        tell(oc, &pool->stay[first], true);
        tell(oc, &pool->stay[next], false);
    } else {
        first = first_ready(pool, rivals);
        goes_next(oc, part, first, now);
        tell(oc, &pool->stay[first], true);
    }
}

/* Collectors that are to be left in `turn`, by instructions of fixed latency, a mask. */
static uint32_t left_in(const collector_pool *pool, uint64_t turn)
{
    uint32_t left = 0;
    for (uint32_t c = 0; c < pool->units; c++)
        left |= (uint32_t)(pool->free[c] == turn && pool->stay[c].inst) << c;
    return left;
}

void operands_contend(operand_collector *oc, uint64_t turn, uint64_t now)
{
    for (uint32_t part = 0; part <= oc->part_mask; part++) {
        collector_pool *pool = &oc->common.pool[part];
        if (pool->contend_turn > turn)
            continue;
        for (uint32_t rest = left_in(pool, turn); rest; rest &= rest - 1) {
            const uint32_t c = (uint32_t)__builtin_ctz(rest);
            const uint32_t rivals = rivals_of(pool, &pool->stay[c], OPERAND_UNKNOWN);
            if (rivals)
                decide(oc, part, c, rivals, turn, now);
        }
        pool->contend_turn = next_contention(pool, turn);
    }
}

uint64_t operands_next_contention(const operand_collector *oc)
{
    uint64_t turn = OPERAND_UNKNOWN;
    for (uint32_t part = 0; part <= oc->part_mask; part++)
        turn = earlier(turn, oc->common.pool[part].contend_turn);
    return turn;
}

/* `w` enters a common collector before turn `limit`: *done as in operands_collect(). */
static bool enters_common(operand_collector *oc, const collector_wait *w, uint64_t limit, uint64_t now,
                          uint64_t *done)
{
    uint64_t collected = operands_end_of(oc, w->issued);
    const uint32_t found = operands_enter_common(oc, (exec_unit)w->inst->unit, w->warp, &collected, limit);
    if (found == OPERAND_NO_COLLECTOR)
        return false;
    const uint32_t part = w->warp & oc->part_mask;
    collector_pool *pool = &oc->common.pool[part];
    pool->stay[found] = (collector_stay){.inst = w->inst,
                                         .ready = banks_read(&oc->banks, w->inst, w->warp, collected, false),
                                         .warp = w->warp,
                                         .unit = w->unit};
    oc->path[part][w->inst->unit].entered[w->unit] = collected >> oc->turn_shift;
    const uint32_t rivals = rivals_of(pool, &pool->stay[found], pool->stay[found].ready);
    if (rivals)
        join_rivals(oc, part, found, rivals, now);
    else
        goes_next(oc, part, found, now);
    *done = pool->stay[found].done;
    return true;
}

uint64_t operands_execute_in_common(operand_collector *oc, const program_inst *inst, uint32_t warp,
                                    uint64_t now)
{
    common_collectors *common = &oc->common;
    const uint32_t part = warp & oc->part_mask;
    exec_path *path = &oc->path[part][inst->unit];
    const collector_wait issued = {
        .inst = inst, .issued = now, .warp = (uint16_t)warp, .unit = (uint8_t)operands_take_register(path)};
    const bool waits = common->kinds >> inst->unit & 1 || common->parts[part] ||
                       oc->memory_entered[part] == OPERAND_UNKNOWN ||
                       common->pool[part].contend_turn <= operands_end_of(oc, now);
    uint64_t done;
    if (!waits && enters_common(oc, &issued, operands_end_of(oc, now) + 1, now, &done)) {
        common->collect_turn = earlier(common->collect_turn, common->pool[part].contend_turn);
        return done;
    }
    if (waits)
        common->collect_turn = earlier(common->collect_turn, operands_end_of(oc, now));
    path->entered[issued.unit] = OPERAND_UNKNOWN;
    common->waiting[common->n_waiting++] = issued;
    common->kinds |= 1u << inst->unit;
    common->parts[part]++;
    return OPERAND_UNKNOWN;
}

/* The first of `kind` that waits. */
static uint32_t find_waiting(const common_collectors *common, uint32_t kind)
{
    uint32_t at = 0;
    while (at < common->n_waiting && common->waiting[at].inst->unit != kind)
        at++;
    return at;
}

static collector_wait take_waiting(common_collectors *common, uint32_t at, uint32_t part)
{
    const collector_wait taken = common->waiting[at];
    common->n_waiting--;
    common->parts[part]--;
    memmove(common->waiting + at, common->waiting + at + 1,
            (common->n_waiting - at) * sizeof *common->waiting);
    if (find_waiting(common, taken.inst->unit) == common->n_waiting)
        common->kinds &= ~(1u << taken.inst->unit);
    return taken;
}

bool operands_try_collect(operand_collector *oc, exec_unit kind, uint64_t limit, uint64_t now,
                          collector_wait *entered, uint64_t *done)
{
    const uint32_t first = find_waiting(&oc->common, kind);
    const collector_wait *waits = &oc->common.waiting[first];
    if (!enters_common(oc, waits, limit, now, done))
        return false;
    *entered = take_waiting(&oc->common, first, waits->warp & oc->part_mask);
    return true;
}
