#include "sim/sm/dispatch_units.h"

#include <stdbool.h>
#include <string.h>

void dispatch_units_init(dispatch_units *units, uint32_t parts)
{
    *units = (dispatch_units){.parts = parts};
}

static uint32_t *left_in(dispatch_units *units, uint64_t turn)
{
    return units->left[turn % DISPATCH_TURNS];
}

static void set_used(dispatch_units *units, uint64_t turn, bool is_used)
{
    uint64_t *word = &units->is_used[turn % DISPATCH_TURNS / 64];
    *word = (*word & ~(UINT64_C(1) << turn % 64)) | (uint64_t)is_used << turn % 64;
}

/* The first turn from `from` on in which a collector is left, or a later one than `to`. */
static uint64_t next_used(const dispatch_units *units, uint64_t from, uint64_t to)
{
    while (from < to) {
        const uint64_t word = units->is_used[from % DISPATCH_TURNS / 64] >> from % 64;
        if (word)
            return from + (uint64_t)__builtin_ctzll(word);
        from += 64 - from % 64;
    }
    return from;
}

/* Dispatch units from `unit` on take those of `ready`, collectors of one sub-core, of which they took `last`.
 * Returns the unit behind them. */
static uint32_t take(uint8_t *last, uint32_t unit, uint32_t ready)
{
    for (; ready; unit++) {
        const uint32_t behind = ready & (UINT32_MAX << last[unit] << 1);
        last[unit] = (uint8_t)__builtin_ctz(behind ? behind : ready);
        ready &= ~(1u << last[unit]);
    }
    return unit;
}

/* Accounts for the leaves of one turn: the units take those of one sub-core after the other. */
static void settle_turn(dispatch_units *units, uint64_t turn)
{
    uint32_t *left = left_in(units, turn), unit = 0;
    for (uint32_t part = 0; part < units->parts; part++) {
        unit = take(units->last[part], unit, left[part]);
        left[part] = 0;
    }
    units->count[turn % DISPATCH_TURNS] = 0;
    set_used(units, turn, false);
}

static void note(dispatch_units *units, collector_leave leave)
{
    left_in(units, leave.turn)[leave.part] |= 1u << leave.collector;
    units->count[leave.turn % DISPATCH_TURNS] += 1u << 8 * leave.part;
    set_used(units, leave.turn, true);
}

/* Those of units->later that are among the turns told apart now go there. */
static void note_later(dispatch_units *units)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < units->n_later; i++) {
        if (units->later[i].turn < units->settled + DISPATCH_TURNS)
            note(units, units->later[i]);
        else
            units->later[kept++] = units->later[i];
    }
    units->n_later = kept;
}

/* Accounts for the leaves before `turn`. */
static void settle(dispatch_units *units, uint64_t turn)
{
    while (units->settled < turn) {
        const uint64_t end = units->settled + DISPATCH_TURNS, to = turn < end ? turn : end;
        uint64_t at = units->settled;
        while ((at = next_used(units, at, to)) < to)
            settle_turn(units, at);
        units->settled = to;
        if (units->n_later)
            note_later(units);
    }
}

void dispatch_units_note(dispatch_units *units, collector_leave leave, uint64_t now)
{
    if (leave.turn >= units->settled + DISPATCH_TURNS)
        settle(units, now);
    if (leave.turn < units->settled) /* never: it would have been known */
        units->last[leave.part][0] = leave.collector;
    else if (leave.turn < units->settled + DISPATCH_TURNS)
        note(units, leave);
    else if (units->n_later < DISPATCH_MAX_LATER)
        units->later[units->n_later++] = leave;
}

void dispatch_units_withdraw(dispatch_units *units, collector_leave leave)
{
    if (leave.turn < units->settled + DISPATCH_TURNS) {
        left_in(units, leave.turn)[leave.part] &= ~(1u << leave.collector);
        units->count[leave.turn % DISPATCH_TURNS] -= 1u << 8 * leave.part;
        return;
    }
    for (uint32_t i = 0; i < units->n_later; i++) {
        const collector_leave *l = &units->later[i];
        if (l->turn == leave.turn && l->part == leave.part && l->collector == leave.collector)
            units->later[i] = units->later[--units->n_later];
    }
}

/* The dispatch unit that comes to sub-core `part` first in a turn: those before it take what sub-cores before
 * it have. */
static uint32_t unit_for(const dispatch_units *units, uint64_t turn, uint32_t part)
{
    const uint32_t before = units->count[turn % DISPATCH_TURNS] & ((UINT32_C(1) << 8 * part) - 1);
    return before * UINT32_C(0x01010101) >> 24; /* the sum of its bytes */
}

uint32_t dispatch_units_choose(dispatch_units *units, uint32_t part, uint32_t ready, uint64_t turn,
                               uint64_t now)
{
    settle(units, now < turn ? now : turn);
    uint8_t last[DISPATCH_MAX_COLLECTORS]; /* as others leave before */
    memcpy(last, units->last[part], sizeof last);
    const uint64_t end = units->settled + DISPATCH_TURNS, to = turn < end ? turn : end;
    for (uint64_t at = units->settled; (at = next_used(units, at, to)) < to; at++)
        (void)take(last, unit_for(units, at, part), left_in(units, at)[part]);
    uint32_t unit = turn < end ? unit_for(units, turn, part) : 0;
    uint32_t others = turn < end ? left_in(units, turn)[part] & ~ready : 0;
    for (;; unit++) {
        const uint32_t all = ready | others, behind = all & (UINT32_MAX << last[unit] << 1);
        const uint32_t found = (uint32_t)__builtin_ctz(behind ? behind : all);
        if (ready >> found & 1)
            return found;
        others &= ~(1u << found);
    }
}
