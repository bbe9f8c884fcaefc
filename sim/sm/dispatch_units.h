/* Which of several common collector units that have their operands is left first: dispatch units look for one
 * after the other, each behind the collector that it took last of a sub-core. Who went before therefore
 * matters, instructions of all kinds and sub-cores, in the order of turns (operands.h). Source:
 * opndcoll_rfu_t:: dispatch_ready_cu() and dispatch_unit_t::find_ready() [GS], with as many dispatch units as
 * collectors. */
#ifndef POISE_SIM_SM_DISPATCH_UNITS_H
#define POISE_SIM_SM_DISPATCH_UNITS_H

#include <stdint.h>

enum { DISPATCH_MAX_COLLECTORS = 32, DISPATCH_MAX_PARTS = 4, DISPATCH_MAX_LEAVES = 64 };

/* A collector of a sub-core is left in a turn. */
typedef struct collector_leave {
    uint64_t turn;
    uint8_t part, collector;
} collector_leave;

typedef struct dispatch_units {
    uint32_t parts, collectors; /* sub-cores, and what each has */
    uint32_t n;
    collector_leave leave[DISPATCH_MAX_LEAVES]; /* not yet accounted for, by turn */
    uint8_t last[DISPATCH_MAX_COLLECTORS][DISPATCH_MAX_PARTS];
} dispatch_units;

void dispatch_units_init(dispatch_units *units, uint32_t parts, uint32_t collectors);

/* `leave` is known in turn `now`, before which no collector will be left any more that is not known. */
void dispatch_units_note(dispatch_units *units, collector_leave leave, uint64_t now);

/* Of the collectors `ready` of sub-core `part`, a mask, of which one can be left in `turn`: this one. */
uint32_t dispatch_units_choose(dispatch_units *units, uint32_t part, uint32_t ready, uint64_t turn);

#endif
