/* Which of several common collector units that have their operands is left first: dispatch units look for one
 * after the other, each behind the collector that it took last of a sub-core. Who went before therefore
 * matters, instructions of all kinds and sub-cores, in the order of turns (operands.h). Source:
 * opndcoll_rfu_t:: dispatch_ready_cu() and dispatch_unit_t::find_ready() [GS], with as many dispatch units as
 * collectors. */
#ifndef POISE_SIM_SM_DISPATCH_UNITS_H
#define POISE_SIM_SM_DISPATCH_UNITS_H

#include <stdint.h>

enum {
    DISPATCH_MAX_COLLECTORS = 32, /* of all sub-cores, one after the other */
    DISPATCH_MAX_PARTS = 4,
    DISPATCH_TURNS =
        256, /* that are told apart, a multiple of 64; later leaves stand in a list of their own */
    DISPATCH_MAX_LATER = DISPATCH_MAX_COLLECTORS /* all there are */
};

/* A collector is left in a turn. */
typedef struct collector_leave {
    uint64_t turn;
    uint32_t collector;
} collector_leave;

typedef struct dispatch_units {
    uint8_t part_of[DISPATCH_MAX_COLLECTORS]; /* the sub-core of a collector, */
    uint32_t of_part[DISPATCH_MAX_PARTS];     /* and the collectors of a sub-core, a mask */
    uint32_t n_later;
    uint64_t settled; /* leaves before this turn are accounted for in last[] */
    /* The collector that each unit took last of each sub-core. */
    uint8_t last[DISPATCH_MAX_PARTS][DISPATCH_MAX_COLLECTORS];
    /* Turns from `settled` on in which one may be left, and which are, masks. */
    uint64_t is_used[DISPATCH_TURNS / 64];
    uint32_t left[DISPATCH_TURNS];
    collector_leave later[DISPATCH_MAX_LATER];
} dispatch_units;

/* `parts` sub-cores with `collectors` each. */
void dispatch_units_init(dispatch_units *units, uint32_t parts, uint32_t collectors);

/* `leave` is known in turn `now`, before which no collector will be left any more that is not known. */
void dispatch_units_note(dispatch_units *units, collector_leave leave, uint64_t now);
/* It will not be left then: another goes first. */
void dispatch_units_withdraw(dispatch_units *units, collector_leave leave);

/* Of the collectors `ready` of one sub-core, a mask, of which one can be left in `turn`: this one, as far as
 * leaves are known in turn `now`. */
uint32_t dispatch_units_choose(dispatch_units *units, uint32_t ready, uint64_t turn, uint64_t now);

#endif
