#include "sim/sm/dispatch_units.h"

#include <stdbool.h>
#include <string.h>

void dispatch_units_init(dispatch_units *units, uint32_t parts, uint32_t collectors)
{
    *units = (dispatch_units){0};
    for (uint32_t i = 0; i < parts * collectors; i++) {
        units->part_of[i] = (uint8_t)(i / collectors);
        units->of_part[i / collectors] |= 1u << i;
    }
    for (uint32_t part = 0; part < parts; part++)
        memset(units->last[part], (int)(part * collectors), sizeof units->last[part]);
}

static uint32_t *left_in(dispatch_units *units, uint64_t turn)
{
    return &units->left[turn % DISPATCH_TURNS];
}

/* The first turn from `from` on in which a collector may be left, or a later one than `to`. */
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

/* The collector of `ready`, of one sub-core, that a unit takes that took `last` of them before. */
static uint32_t next_behind(uint32_t ready, uint32_t last)
{
    const uint32_t behind = ready & (UINT32_MAX << last << 1);
    return (uint32_t)__builtin_ctz(behind ? behind : ready);
}

/* Units from `unit` on take those of `ready`, of one sub-core, of which they took `last` before. Returns the
 * unit behind them. */
static uint32_t take(uint8_t *last, uint32_t unit, uint32_t ready)
{
    for (; ready; unit++) {
        last[unit] = (uint8_t)next_behind(ready, last[unit]);
        ready &= ~(1u << last[unit]);
    }
    return unit;
}

/* Accounts for the leaves of one turn: the units take those of one sub-core after the other. */
static void settle_turn(dispatch_units *units, uint64_t turn)
{
    uint32_t unit = 0;
    for (uint32_t rest = *left_in(units, turn); rest;) {
        const uint32_t part = units->part_of[__builtin_ctz(rest)];
        unit = take(units->last[part], unit, rest & units->of_part[part]);
        rest &= ~units->of_part[part];
    }
    *left_in(units, turn) = 0;
    units->is_used[turn % DISPATCH_TURNS / 64] &= ~(UINT64_C(1) << turn % 64);
}

static void note(dispatch_units *units, collector_leave leave)
{
    *left_in(units, leave.turn) |= 1u << leave.collector;
    units->is_used[leave.turn % DISPATCH_TURNS / 64] |= UINT64_C(1) << leave.turn % 64;
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
        units->last[units->part_of[leave.collector]][0] = (uint8_t)leave.collector;
    else if (leave.turn < units->settled + DISPATCH_TURNS)
        note(units, leave);
    else if (units->n_later < DISPATCH_MAX_LATER)
        units->later[units->n_later++] = leave;
}

void dispatch_units_withdraw(dispatch_units *units, collector_leave leave)
{
    if (leave.turn < units->settled + DISPATCH_TURNS) {
        *left_in(units, leave.turn) &= ~(1u << leave.collector);
        return;
    }
    for (uint32_t i = 0; i < units->n_later; i++)
        if (units->later[i].turn == leave.turn && units->later[i].collector == leave.collector)
            units->later[i] = units->later[--units->n_later];
}

/* The dispatch unit that comes to the sub-core of the collectors `mates` first in a turn in which `left` are:
 * those before it take what sub-cores before it have. */
static uint32_t unit_for(uint32_t left, uint32_t mates)
{
    uint32_t unit = 0;
    for (uint32_t before = left & ((mates & -mates) - 1); before; before &= before - 1)
        unit++;
    return unit;
}

uint32_t dispatch_units_choose(dispatch_units *units, uint32_t ready, uint64_t turn, uint64_t now)
{
    settle(units, now < turn ? now : turn);
    const uint32_t part = units->part_of[__builtin_ctz(ready)], mates = units->of_part[part];
    uint8_t last[DISPATCH_MAX_COLLECTORS]; /* as others leave before */
    memcpy(last, units->last[part], sizeof last);
    const uint64_t end = units->settled + DISPATCH_TURNS, to = turn < end ? turn : end;
    for (uint64_t at = units->settled; (at = next_used(units, at, to)) < to; at++) {
        const uint32_t left = *left_in(units, at);
        (void)take(last, unit_for(left, mates), left & mates);
    }
    const uint32_t left = turn < end ? *left_in(units, turn) : 0;
    uint32_t all = ready | (left & mates);
    for (uint32_t unit = unit_for(left, mates);; unit++) {
        const uint32_t found = next_behind(all, last[unit]);
        if (ready >> found & 1)
            return found;
        all &= ~(1u << found);
    }
}
