/* Collector units that instructions of all kinds share, stepped in the turns in which something can happen.
 *
 * What is issued waits in its pipeline register. In a turn first the collectors are left that have all their
 * operands and whose register behind them is free: dispatch units look for one, one unit after the other,
 * each behind the collector that it took last of a sub-core, with as many units as collectors. Then, through
 * each of several ports, the first of each kind that waits enters a collector of its sub-core, if one is
 * free: single precision and special functions before memory instructions, all others after. The banks serve
 * reads in the order of entry from the next turn on (register_banks.h). The register in front of a function
 * unit is free from the cycle on in which the unit takes what was in it; when that in front of the load-store
 * unit is, the owner tells. Source: opndcoll_rfu_t::step(), dispatch_ready_cu(), allocate_cu(),
 * dispatch_unit_t::find_ready() [GS]. */
#ifndef POISE_SIM_SM_COMMON_COLLECTORS_H
#define POISE_SIM_SM_COMMON_COLLECTORS_H

#include "sim/base/clock.h"
#include "sim/sm/register_banks.h"

enum {
    COLLECTORS_MAX = 32, /* of all sub-cores, one after the other */
    COLLECTORS_MAX_PARTS = 4,
    /* Pipeline registers with what waits: more than a machine of four sub-cores with a register for each kind
     * has; nothing issues beyond (our choice). */
    COLLECTORS_MAX_WAITING = 32,
    COLLECTORS_TURNS = 64 /* that are told apart; what is due later is looked at again then */
};
/* A turn or cycle that nobody knows yet. */
#define COLLECTORS_UNKNOWN UINT64_MAX
#define COLLECTORS_NONE    UINT32_MAX

/* A function unit and the pipeline register that leads to it. */
typedef struct function_unit {
    uint64_t
        entered;    /* cycle in which the pipeline register is free again, COLLECTORS_UNKNOWN: nobody knows */
    uint64_t free;  /* cycle from which the unit takes another instruction */
    uint64_t began; /* with common collectors: cycle in which it took the last */
} function_unit;

/* An instruction in a collector. */
typedef struct collector_stay {
    const program_inst *inst;
    function_unit *unit; /* that it goes to; NULL: the load-store unit */
    uint64_t ready;      /* turn from which it has its operands */
    uint64_t done;       /* when it has left for `unit`: cycle in which its result can be used */
    uint16_t warp;
} collector_stay;

/* An instruction in a pipeline register. */
typedef struct collector_wait {
    const program_inst *inst;
    function_unit *unit; /* as in its stay */
    uint16_t warp;
    uint8_t next; /* of its kind, issued behind it */
} collector_wait;

typedef struct common_collectors {
    uint32_t units; /* of all sub-cores; 0: every kind has its own */
    bool looks_ahead;
    uint32_t all, free;                         /* masks of collectors, as all are that follow */
    uint32_t sure;                              /* when they are left has been known from the beginning */
    uint32_t memory_ready;                      /* hold what waits for the register in front of the load-store
                                                   unit */
    uint32_t of_part[COLLECTORS_MAX_PARTS];     /* of a sub-core */
    uint8_t part_of[COLLECTORS_MAX];            /* the sub-core of a collector */
    uint64_t memory_free[COLLECTORS_MAX_PARTS]; /* turn from which that register is free */
    uint64_t from;                              /* the first turn that has not been taken */
    uint64_t next; /* the next turn in which something can happen, COLLECTORS_UNKNOWN: something must be told
                      first */
    uint64_t due_turns;             /* in which collectors may be left, by turn % COLLECTORS_TURNS, a mask, */
    uint32_t due[COLLECTORS_TURNS]; /* and which */
    uint32_t memory;                /* memory instructions in pipeline registers and collectors */
    uint32_t kinds;                 /* of what waits, a mask of exec_unit */
    uint32_t unused;                /* places of waiting[], a mask */
    uint8_t first[UNIT_COUNT], last[UNIT_COUNT]; /* of each kind, in the order of issue */
    /* The collector that each dispatch unit took last of each sub-core. */
    uint8_t took[COLLECTORS_MAX_PARTS][COLLECTORS_MAX];
    collector_stay stay[COLLECTORS_MAX];
    collector_wait waiting[COLLECTORS_MAX_WAITING];
} common_collectors;

/* `units` collectors for each of `parts` sub-cores, all free; 0: there are none. `looks_ahead`: a scheduler
 * issues one instruction a cycle, and a cycle has several turns: only then is something known ahead. */
void common_collectors_init(common_collectors *c, uint32_t parts, uint32_t units, bool looks_ahead);

/* `inst` of hardware warp `warp` is issued to the pipeline register of `unit` and may enter a collector from
 * turn `turn` on, the first of a cycle; all before have been taken. There is a place unused. Returns the
 * cycle in which its result can be used, if nothing can hold it up, or COLLECTORS_UNKNOWN: it is told when it
 * leaves. */
uint64_t common_collectors_issue(common_collectors *c, register_banks *banks, const program_inst *inst,
                                 function_unit *unit, uint32_t warp, uint64_t turn);
/* The same of a memory instruction. Returns the collector that it enters in that turn, or COLLECTORS_NONE: it
 * is told when it does. */
uint32_t common_collectors_issue_memory(common_collectors *c, register_banks *banks, const program_inst *inst,
                                        uint32_t warp, uint64_t turn);

/* Whether something waits for a turn of which it is not known. */
static inline bool common_collectors_wait(const common_collectors *c)
{
    return c->kinds || (c->all & ~(c->free | c->sure));
}

/* The register in front of the load-store unit of sub-core `part` is free from turn `turn` on. */
void common_collectors_open(common_collectors *c, uint32_t part, uint64_t turn);

/* Takes turn c->next, in two steps. First those that can leave do: returns their collectors, a mask, whose
 * stay[] is theirs until the second step, without those of which it was known. */
uint32_t common_collectors_leave(common_collectors *c, register_banks *banks);
/* Then those that wait enter: returns the collectors that memory instructions have entered, a mask; of a
 * sub-core the one with the lower number first. */
uint32_t common_collectors_enter(common_collectors *c, register_banks *banks);

#endif
