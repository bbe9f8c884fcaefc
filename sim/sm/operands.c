#include "sim/sm/operands.h"

#include "sim/base/clock.h"

#include <stddef.h>
#include <string.h>

/* Of a sub-core, at least one. */
static uint32_t share_of(const operand_collector *oc, uint32_t count)
{
    const uint32_t share = count / (oc->part_mask + 1);
    return share ? share : 1;
}

static void init_path(operand_collector *oc, exec_unit unit, uint32_t collectors, uint32_t units)
{
    for (uint32_t part = 0; part <= oc->part_mask && units; part++)
        oc->path[part][unit] =
            (exec_path){.collectors = share_of(oc, collectors), .units = share_of(oc, units)};
}

static void init_paths(operand_collector *oc, const sim_config *c)
{
    init_path(oc, UNIT_ALU, c->sp_collectors, c->sp_units);
    init_path(oc, UNIT_SFU, c->sfu_collectors, c->sfu_units);
    init_path(oc, UNIT_DP, c->dp_collectors, c->dp_units);
    init_path(oc, UNIT_INT, c->sp_collectors, c->int_units);
    init_path(oc, UNIT_BRANCH, c->sp_collectors, c->branch_units);
    init_path(oc, UNIT_TEXTURE, c->sp_collectors, c->texture_units);
    init_path(oc, UNIT_TENSOR, c->sp_collectors, c->tensor_units);
    init_path(oc, UNIT_UNIFORM, c->sp_collectors, c->uniform_units);
}

void operands_init(operand_collector *oc, const sim_config *config)
{
    memset(oc, 0, offsetof(operand_collector, path)); /* the paths that the machine has: init_paths() */
    oc->modelled = config->operand_collector != 0;
    oc->part_mask = config->sub_cores ? config->schedulers - 1 : 0;
    oc->turn_shift = (uint32_t)__builtin_ctz(config->register_ports);
    oc->bank_mask = config->register_banks / (oc->part_mask + 1) - 1;
    oc->bank_shift = (uint32_t)__builtin_ctz(oc->bank_mask + 1);
    for (uint32_t part = 0; part <= oc->part_mask; part++) {
        oc->common.pool[part].units = config->common_collectors / (oc->part_mask + 1);
        oc->common.pool[part].contend_turn = OPERAND_UNKNOWN;
    }
    init_paths(oc, config);
    oc->common.collect_turn = OPERAND_UNKNOWN;
    oc->common.port = OPERAND_ANY_PORT;
    oc->is_whole =
        oc->modelled && !config->sub_cores && !config->common_collectors && config->register_ports == 1;
    dispatch_units_init(&oc->common.dispatch, oc->part_mask + 1);
}

/* What follows is compiled twice: `whole` is true of a machine without sub-cores, common collectors and
 * register ports, whose turns are cycles. */
static inline __attribute__((always_inline)) uint32_t bank_of(const operand_collector *oc, uint32_t reg,
                                                              uint32_t warp, bool whole)
{
    const uint32_t bank = (reg + warp) & oc->bank_mask;
    return whole ? bank : bank | (warp & oc->part_mask) << oc->bank_shift;
}

/* Whether a result goes to the bank in this turn: writes take the first of a cycle. */
static inline __attribute__((always_inline)) bool is_written(const operand_collector *oc, uint32_t bank,
                                                             uint64_t turn, bool whole)
{
    const uint64_t cycle = whole ? turn : turn >> oc->turn_shift;
    const struct bank_writes *writes = &oc->writes[cycle % OPERAND_HORIZON];
    return writes->cycle == cycle && (writes->banks >> bank & 1) &&
           (whole || cycle << oc->turn_shift == turn);
}

static inline __attribute__((always_inline)) uint64_t
read_operands(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t entered, bool whole)
{
    uint64_t last = entered;
    for (uint32_t i = 0; i < inst->n_sources; i++) {
        uint32_t bank = bank_of(oc, inst->reg[i], warp, whole);
        uint64_t turn = oc->next_read[bank] > entered ? oc->next_read[bank] : entered + 1;
        while (is_written(oc, bank, turn, whole))
            turn++;
        oc->next_read[bank] = turn + 1;
        last = turn > last ? turn : last;
    }
    return last + 1;
}

uint64_t operands_read(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t entered)
{
    if (!oc->modelled)
        return entered;
    return oc->is_whole ? read_operands(oc, inst, warp, entered, true)
                        : read_operands(oc, inst, warp, entered, false);
}

static inline __attribute__((always_inline)) void
write_result(operand_collector *oc, uint32_t reg, uint32_t warp, uint64_t now, uint64_t when, bool whole)
{
    if (when - now >= OPERAND_HORIZON)
        return;
    struct bank_writes *writes = &oc->writes[when % OPERAND_HORIZON];
    uint64_t bit = 1ull << bank_of(oc, reg, warp, whole);
    writes->banks = writes->cycle == when ? writes->banks | bit : bit;
    writes->cycle = when;
}

/* It is not written then. */
static void withdraw_result(operand_collector *oc, uint32_t reg, uint32_t warp, uint64_t when)
{
    struct bank_writes *writes = &oc->writes[when % OPERAND_HORIZON];
    if (writes->cycle == when)
        writes->banks &= ~(1ull << bank_of(oc, reg, warp, false));
}

void operands_write(operand_collector *oc, uint32_t reg, uint32_t warp, uint64_t now, uint64_t when)
{
    if (oc->is_whole)
        write_result(oc, reg, warp, now, when, true);
    else
        write_result(oc, reg, warp, now, when, false);
}

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

static uint32_t next_of(uint32_t at, uint32_t count)
{
    return at + 1 < count ? at + 1 : 0;
}

/* The collector unit of `path` that its next instruction enters, and when in *turn, not before the one given.
 */
static inline uint64_t *enter_own(exec_path *path, uint64_t *turn)
{
    uint64_t *collector = &path->collector_free[path->next_collector];
    path->next_collector = next_of(path->next_collector, path->collectors);
    *turn = later(*turn, *collector);
    return collector;
}

/* An instruction enters `collector`, of its kind, in turn `collected`, as is known in cycle `now`, and goes
 * to function unit `index`. Returns the cycle in which its result can be used. */
static inline __attribute__((always_inline)) uint64_t execute(operand_collector *oc, const program_inst *inst,
                                                              uint32_t warp, uint32_t index,
                                                              uint64_t *collector, uint64_t collected,
                                                              uint64_t now, bool whole)
{
    const uint32_t part = whole ? 0 : warp & oc->part_mask, shift = whole ? 0 : oc->turn_shift;
    exec_path *path = &oc->path[part][inst->unit];
    uint64_t *unit = &path->unit_free[index];
    uint64_t leaves = read_operands(oc, inst, warp, collected, whole);
    /* The register in front of the unit is free when the instruction before has started. */
    uint64_t started = *unit > inst->interval ? (*unit - inst->interval) << shift : 0;
    leaves = leaves > started ? leaves : started;
    *collector = leaves;
    leaves >>= shift;
    uint64_t start = leaves + 1 > *unit ? leaves + 1 : *unit;
    path->entered[index] = collected >> shift;
    *unit = start + inst->interval;
    uint64_t done = start + inst->latency + 2;
    if (inst->destination != TRACE_NO_REGISTER)
        write_result(oc, inst->destination, warp, now, done, whole);
    return done;
}

/* The pipeline register that the next instruction of `path` is issued to. */
static inline uint32_t take_register(exec_path *path)
{
    const uint32_t index = path->next_unit;
    path->next_unit = next_of(index, path->units);
    return index;
}

static uint64_t execute_whole(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t now)
{
    exec_path *path = &oc->path[0][inst->unit];
    uint64_t collected = now + 1, *collector = enter_own(path, &collected);
    return execute(oc, inst, warp, take_register(path), collector, collected, now, true);
}

/* With collectors of its own, in sub-cores or with register ports. */
static uint64_t execute_in_parts(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t now)
{
    exec_path *path = &oc->path[warp & oc->part_mask][inst->unit];
    uint64_t collected = operands_end_of(oc, now), *collector = enter_own(path, &collected);
    return execute(oc, inst, warp, take_register(path), collector, collected, now, false);
}

/* The register in front of a function unit that takes another instruction from cycle `unit_free` on is free
 * in this turn: when the instruction before has started. */
static uint64_t register_free(const operand_collector *oc, const program_inst *inst, uint64_t unit_free)
{
    return unit_free > inst->interval ? (unit_free - inst->interval) << oc->turn_shift : 0;
}

/* What is in common collector `collector` of `part` is the next one to leave for its function unit. */
static void goes_next(operand_collector *oc, uint32_t part, uint32_t collector, uint64_t now)
{
    collector_pool *pool = &oc->common.pool[part];
    collector_stay *s = &pool->stay[collector];
    exec_path *path = &oc->path[part][s->inst->unit];
    const uint64_t leaves = later(s->ready, register_free(oc, s->inst, path->unit_free[s->unit]));
    s->unit_before = path->unit_free[s->unit];
    const uint64_t start = later((leaves >> oc->turn_shift) + 1, s->unit_before);
    path->unit_free[s->unit] = start + s->inst->interval;
    pool->free[collector] = leaves;
    s->done = start + s->inst->latency + 2;
    note_leave(oc, part, collector, leaves, now);
    if (s->inst->destination != TRACE_NO_REGISTER)
        write_result(oc, s->inst->destination, s->warp, now, s->done, false);
}

/* It was thought to be, and another may go before it. */
static void goes_later(operand_collector *oc, uint32_t part, uint32_t collector)
{
    collector_pool *pool = &oc->common.pool[part];
    const collector_stay *s = &pool->stay[collector];
    exec_path *path = &oc->path[part][s->inst->unit];
    path->unit_free[s->unit] = earlier(path->unit_free[s->unit], s->unit_before);
    dispatch_units_withdraw(&oc->common.dispatch, (collector_leave){.turn = pool->free[collector],
                                                                    .part = (uint8_t)part,
                                                                    .collector = (uint8_t)collector});
    if (s->inst->destination != TRACE_NO_REGISTER)
        withdraw_result(oc, s->inst->destination, s->warp, s->done);
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
    const uint64_t turn = later(s->ready, register_free(oc, n->inst, n->unit_before));
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
                                         .ready = read_operands(oc, w->inst, w->warp, collected, false),
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

/* At once where nothing waits; else, and when the first turn of the next cycle is too early, its turn comes
 * with sm_collect(). */
static uint64_t execute_in_common(operand_collector *oc, const program_inst *inst, uint32_t warp,
                                  uint64_t now)
{
    common_collectors *common = &oc->common;
    const uint32_t part = warp & oc->part_mask;
    exec_path *path = &oc->path[part][inst->unit];
    const collector_wait issued = {
        .inst = inst, .issued = now, .warp = (uint16_t)warp, .unit = (uint8_t)take_register(path)};
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

/* In its unit one cycle after issue. */
static uint64_t execute_idealised(operand_collector *oc, const program_inst *inst, uint32_t warp,
                                  uint64_t now)
{
    exec_path *path = &oc->path[warp & oc->part_mask][inst->unit];
    const uint32_t index = take_register(path);
    uint64_t *entered = &path->entered[index], *unit = &path->unit_free[index];
    const uint64_t start = now + 1 > *unit ? now + 1 : *unit;
    *unit = start + inst->interval;
    *entered = *unit > now + 1 ? *unit - 1 : now + 1;
    return start + inst->latency;
}

uint64_t operands_execute(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t now)
{
    if (oc->is_whole)
        return execute_whole(oc, inst, warp, now);
    if (!oc->modelled)
        return execute_idealised(oc, inst, warp, now);
    return oc->common.pool[0].units ? execute_in_common(oc, inst, warp, now)
                                    : execute_in_parts(oc, inst, warp, now);
}
