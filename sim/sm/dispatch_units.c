#include "sim/sm/dispatch_units.h"

#include <string.h>

void dispatch_units_init(dispatch_units *units, uint32_t parts, uint32_t collectors)
{
    *units = (dispatch_units){.parts = parts, .collectors = collectors};
}

typedef uint32_t ready_collectors[DISPATCH_MAX_PARTS]; /* masks */

/* The collector that dispatch unit `unit` finds first; returns its sub-core, units->parts when none is ready.
 */
static uint32_t find(const dispatch_units *units, uint32_t unit, const uint32_t *ready, uint32_t *collector)
{
    for (uint32_t part = 0; part < units->parts; part++) {
        if (!ready[part])
            continue;
        const uint32_t behind = ready[part] & (UINT32_MAX << units->last[unit][part] << 1);
        *collector = (uint32_t)__builtin_ctz(behind ? behind : ready[part]);
        return part;
    }
    return units->parts;
}

/* The leaves from `first` on that are of its turn go to `ready`; returns the one behind them. */
static uint32_t gather_turn(const dispatch_units *units, uint32_t first, uint32_t *ready)
{
    const uint64_t turn = units->leave[first].turn;
    uint32_t at = first;
    for (; at < units->n && units->leave[at].turn == turn; at++)
        ready[units->leave[at].part] |= 1u << units->leave[at].collector;
    return at;
}

/* Every dispatch unit in turn takes one of `ready`, until there are none. */
static void take_all(dispatch_units *units, uint32_t *ready)
{
    uint32_t collector;
    for (uint32_t unit = 0, part; (part = find(units, unit, ready, &collector)) < units->parts; unit++) {
        units->last[unit][part] = (uint8_t)collector;
        ready[part] &= ~(1u << collector);
    }
}

/* Accounts for the leaves of one turn, from `first` on; returns the one behind them. */
static uint32_t settle_turn(dispatch_units *units, uint32_t first)
{
    const collector_leave *leave = &units->leave[first];
    if (first + 1 == units->n || leave[1].turn != leave->turn) {
        units->last[0][leave->part] = leave->collector; /* the first unit finds it */
        return first + 1;
    }
    ready_collectors ready = {0};
    const uint32_t next = gather_turn(units, first, ready);
    take_all(units, ready);
    return next;
}

/* Accounts for the leaves before `turn`. */
static void settle(dispatch_units *units, uint64_t turn)
{
    uint32_t at = 0;
    while (at < units->n && units->leave[at].turn < turn)
        at = settle_turn(units, at);
    if (at == 0)
        return;
    units->n -= at;
    memmove(units->leave, units->leave + at, units->n * sizeof *units->leave);
}

void dispatch_units_note(dispatch_units *units, collector_leave leave, uint64_t now)
{
    if (units->n == DISPATCH_MAX_LEAVES)
        settle(units, now);
    if (units->n == DISPATCH_MAX_LEAVES) /* never with what an SM can have under way */
        settle(units, units->leave[0].turn + 1);
    uint32_t at = units->n++;
    for (; at && units->leave[at - 1].turn > leave.turn; at--)
        units->leave[at] = units->leave[at - 1];
    units->leave[at] = leave;
}

uint32_t dispatch_units_choose(dispatch_units *units, uint32_t part, uint32_t ready, uint64_t turn)
{
    ready_collectors all = {0};
    settle(units, turn);
    if (units->n && units->leave[0].turn == turn)
        (void)gather_turn(units, 0, all);
    all[part] |= ready;
    for (uint32_t unit = 0, found, collector = 0; unit < units->parts * units->collectors; unit++) {
        found = find(units, unit, all, &collector);
        if (found == part && ready >> collector & 1)
            return collector;
        all[found] &= ~(1u << collector);
    }
    return (uint32_t)__builtin_ctz(ready);
}
