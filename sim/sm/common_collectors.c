#include "sim/sm/common_collectors.h"

#include <string.h>

void common_collectors_init(common_collectors *c, uint32_t parts, uint32_t units, bool looks_ahead)
{
    *c = (common_collectors){
        .units = parts * units, .looks_ahead = looks_ahead, .next = COLLECTORS_UNKNOWN, .unused = UINT32_MAX};
    for (uint32_t i = 0; i < parts * units; i++) {
        c->part_of[i] = (uint8_t)(i / units);
        c->of_part[i / units] |= 1u << i;
    }
    c->all = c->free = (uint32_t)((UINT64_C(1) << c->units) - 1);
    for (uint32_t part = 0; part < parts; part++)
        memset(c->took[part], (int)(part * units), sizeof c->took[part]);
}

/* ---- out of collectors ---- */

/* Collector `i` may be left from turn `turn` on, which is not before c->from. */
static void wait_until(common_collectors *c, uint32_t i, uint64_t turn)
{
    const uint32_t at = earlier(turn, c->from + COLLECTORS_TURNS - 1) % COLLECTORS_TURNS;
    c->due[at] |= 1u << i;
    c->due_turns |= UINT64_C(1) << at;
}

/* The turn from which collector `i` can be left, COLLECTORS_UNKNOWN: the load-store unit must take something
 * first. */
static inline uint64_t can_leave_from(const common_collectors *c, const register_banks *banks, uint32_t i)
{
    const collector_stay *s = &c->stay[i];
    return later(s->ready, s->unit ? s->unit->began << banks->turn_shift : c->memory_free[c->part_of[i]]);
}

/* Whether collector `i` can be left in turn `turn`; if not, it is looked at again when it can. */
static inline bool can_leave(common_collectors *c, const register_banks *banks, uint32_t i, uint64_t turn)
{
    const uint64_t from = can_leave_from(c, banks, i);
    if (from <= turn)
        return true;
    if (from == COLLECTORS_UNKNOWN)
        c->memory_ready |= 1u << i;
    else
        wait_until(c, i, from);
    return false;
}

/* What leaves its collector in turn `turn` is in its unit from the next cycle on, or when that is free. */
static inline void go(collector_stay *s, uint64_t turn, uint32_t turn_shift)
{
    const uint64_t start = later((turn >> turn_shift) + 1, s->unit->free);
    s->done = start + s->inst->latency + 2;
    s->unit->free = start + s->inst->interval;
    s->unit->began = start;
}

static inline void leave(common_collectors *c, register_banks *banks, uint32_t i, uint64_t turn)
{
    collector_stay *s = &c->stay[i];
    if (!s->unit) {
        c->memory--;
        c->memory_free[c->part_of[i]] = COLLECTORS_UNKNOWN;
        return;
    }
    if (!(c->sure >> i & 1))
        go(s, turn, banks->turn_shift);
    if (s->inst->destination != TRACE_NO_REGISTER)
        banks_write(banks, s->inst->destination, s->warp, turn >> banks->turn_shift, s->done, false);
}

/* The collector of `ready`, of one sub-core, that a dispatch unit takes that took `took` of them before. */
static uint32_t next_behind(uint32_t ready, uint32_t took)
{
    const uint32_t behind = ready & (UINT32_MAX << took << 1);
    return (uint32_t)__builtin_ctz(behind ? behind : ready);
}

/* Of the collectors `held`, those that can be left in turn `turn`. */
static inline uint32_t can_be_left(common_collectors *c, const register_banks *banks, uint32_t held,
                                   uint64_t turn)
{
    uint32_t ready = held & c->sure;
    for (uint32_t rest = held ^ ready; rest; rest &= rest - 1)
        if (can_leave(c, banks, (uint32_t)__builtin_ctz(rest), turn))
            ready |= rest & -rest;
    return ready;
}

uint32_t common_collectors_leave(common_collectors *c, register_banks *banks)
{
    const uint64_t turn = c->next;
    const uint32_t at = turn % COLLECTORS_TURNS, due = c->due[at];
    c->from = turn;
    if (!due)
        return 0;
    c->due[at] = 0;
    c->due_turns &= ~(UINT64_C(1) << at);
    uint32_t ready = can_be_left(c, banks, due, turn), left = 0;
    for (uint32_t unit = 0; ready; unit++) {
        const uint32_t part = c->part_of[__builtin_ctz(ready)], mates = ready & c->of_part[part];
        const uint32_t taken = next_behind(mates, c->took[part][unit]), others = mates & ~(1u << taken);
        c->took[part][unit] = (uint8_t)taken;
        leave(c, banks, taken, turn);
        left |= 1u << taken;
        ready ^= mates;
        if (others)
            ready |= can_be_left(c, banks, others, turn);
    }
    const uint32_t told = left & ~c->sure;
    c->free |= left;
    c->sure &= ~left;
    return told;
}

/* c->next when all that can has entered: what waits goes on when a collector is left. */
static inline void find_next(common_collectors *c)
{
    const uint32_t at = c->from % COLLECTORS_TURNS;
    const uint64_t ahead = c->due_turns >> at | c->due_turns << 1 << (COLLECTORS_TURNS - 1 - at);
    c->next = ahead ? c->from + (uint64_t)__builtin_ctzll(ahead) : COLLECTORS_UNKNOWN;
}

/* Something can happen in turn `turn`. All before `first` have been taken, if nothing could in them. */
static inline void expect(common_collectors *c, uint64_t first, uint64_t turn)
{
    if (c->next == COLLECTORS_UNKNOWN)
        c->from = first;
    c->next = earlier(c->next, turn);
}

void common_collectors_open(common_collectors *c, uint32_t part, uint64_t turn)
{
    c->memory_free[part] = turn;
    const uint32_t waits = c->memory_ready & c->of_part[part];
    c->memory_ready ^= waits;
    for (uint32_t rest = waits; rest; rest &= rest - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(rest);
        const uint64_t from = later(turn, c->stay[i].ready);
        expect(c, turn, from);
        wait_until(c, i, from);
    }
}

/* ---- into collectors ---- */

/* Whether the banks serve all reads of `inst` in turn `turn`, which is not the first of a cycle, so that no
 * result is written in it; if so, they will. */
static inline bool reads_at_once(register_banks *banks, const program_inst *inst, uint32_t warp,
                                 uint64_t turn)
{
    uint64_t read = 0;
    for (uint32_t i = 0; i < inst->n_sources; i++) {
        const uint32_t bank = bank_of(banks, inst->reg[i], warp, false);
        if (banks->next_read[bank] > turn || read >> bank & 1)
            return false;
        read |= UINT64_C(1) << bank;
    }
    for (; read; read &= read - 1)
        banks->next_read[__builtin_ctzll(read)] = turn + 1;
    return true;
}

/* Whether an instruction that is issued enters a collector in turn `turn` for certain: nothing waits, those
 * of its sub-core are free, and what else is issued there comes in a later cycle. */
static inline bool is_alone(const common_collectors *c, uint32_t part)
{
    return c->looks_ahead && !c->kinds && (c->free & c->of_part[part]) == c->of_part[part];
}

/* The same instruction, if its operands are in different banks which are free, enters ahead of its turn. With
 * the register behind the collector free as well it is sure to leave, as it has its operands before what is
 * issued in the next cycle. Returns its collector, or COLLECTORS_NONE. */
static __attribute__((noinline)) uint32_t enter_ahead(common_collectors *c, register_banks *banks,
                                                      const program_inst *inst, function_unit *unit,
                                                      uint32_t warp, uint64_t turn)
{
    if (!reads_at_once(banks, inst, warp, turn + 1))
        return COLLECTORS_NONE;
    const uint32_t i = (uint32_t)__builtin_ctz(c->of_part[warp & banks->part_mask]);
    const uint64_t ready = turn + 1 + (inst->n_sources != 0);
    collector_stay *s = &c->stay[i];
    s->inst = inst;
    s->unit = unit;
    s->warp = (uint16_t)warp;
    s->ready = ready;
    c->free ^= 1u << i;
    if (unit)
        unit->entered = turn >> banks->turn_shift;
    if (unit && unit->began << banks->turn_shift <= ready) {
        c->sure |= 1u << i;
        go(s, ready, banks->turn_shift);
    }
    expect(c, turn, ready);
    wait_until(c, i, ready);
    return i;
}

/* It waits behind all others of its kind, until turn `turn` at least. */
static inline void wait_behind(common_collectors *c, const program_inst *inst, function_unit *unit,
                               uint32_t warp, uint64_t turn)
{
    const uint32_t at = (uint32_t)__builtin_ctz(c->unused), kind = inst->unit;
    c->waiting[at].inst = inst;
    c->waiting[at].unit = unit;
    c->waiting[at].warp = (uint16_t)warp;
    c->unused ^= 1u << at;
    if (c->kinds >> kind & 1)
        c->waiting[c->last[kind]].next = (uint8_t)at;
    else
        c->first[kind] = (uint8_t)at;
    c->last[kind] = (uint8_t)at;
    c->kinds |= 1u << kind;
    expect(c, turn, turn);
}

uint64_t common_collectors_issue(common_collectors *c, register_banks *banks, const program_inst *inst,
                                 function_unit *unit, uint32_t warp, uint64_t turn)
{
    if (is_alone(c, warp & banks->part_mask)) {
        const uint32_t i = enter_ahead(c, banks, inst, unit, warp, turn);
        if (i != COLLECTORS_NONE)
            return c->sure >> i & 1 ? c->stay[i].done : COLLECTORS_UNKNOWN;
    }
    unit->entered = COLLECTORS_UNKNOWN;
    wait_behind(c, inst, unit, warp, turn);
    return COLLECTORS_UNKNOWN;
}

uint32_t common_collectors_issue_memory(common_collectors *c, register_banks *banks, const program_inst *inst,
                                        uint32_t warp, uint64_t turn)
{
    uint32_t entered = COLLECTORS_NONE;
    if (is_alone(c, warp & banks->part_mask))
        entered = enter_ahead(c, banks, inst, NULL, warp, turn);
    if (entered == COLLECTORS_NONE)
        wait_behind(c, inst, NULL, warp, turn);
    c->memory++;
    return entered;
}

static void drop_first(common_collectors *c, uint32_t kind)
{
    const uint32_t first = c->first[kind];
    c->unused ^= 1u << first;
    c->first[kind] = c->waiting[first].next;
    if (c->last[kind] == first)
        c->kinds ^= 1u << kind;
}

/* The first of `kind` that waits enters a collector, whose bit is returned. 0: none is free. */
static inline uint32_t enter(common_collectors *c, register_banks *banks, uint32_t kind, uint64_t turn)
{
    const collector_wait *w = &c->waiting[c->first[kind]];
    const uint32_t free = c->free & c->of_part[w->warp & banks->part_mask];
    if (!free)
        return 0;
    const uint32_t i = (uint32_t)__builtin_ctz(free);
    collector_stay *s = &c->stay[i];
    c->free ^= 1u << i;
    s->inst = w->inst;
    s->unit = w->unit;
    s->warp = w->warp;
    s->ready = banks_read(banks, w->inst, w->warp, turn, false);
    if (w->unit)
        w->unit->entered = turn >> banks->turn_shift;
    (void)can_leave(c, banks, i, turn); /* not before the next turn */
    drop_first(c, kind);
    return 1u << i;
}

uint32_t common_collectors_enter(common_collectors *c, register_banks *banks)
{
    const uint64_t turn = c->next;
    uint32_t memory = 0;
    /* Through as many ports as want to: there are more than pipeline registers of a kind. */
    for (uint32_t more = c->kinds, others; more; more = others & c->kinds) {
        others = 0;
        for (uint32_t rest = more; rest; rest &= rest - 1) {
            const uint32_t kind = (uint32_t)__builtin_ctz(rest), entered = enter(c, banks, kind, turn);
            others |= entered ? 1u << kind : 0;
            memory |= kind == UNIT_MEMORY ? entered : 0;
        }
    }
    c->from = turn + 1;
    find_next(c);
    return memory;
}
