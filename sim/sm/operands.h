/* The way of an instruction from issue to its function unit: pipeline register, collector unit, register
 * banks, function unit. Times are computed when the instruction issues; nothing is stepped.
 *
 *     issue I, collector A >= I + 1, one cycle per operand and bank from A + 1 on, unit X = last operand + 2
 *     (X = A + 2 without operands); the result is written at X + latency + 2 and can be used in that cycle.
 *
 * A collector unit is held until the operands are read, a bank serves one read or write a cycle in order of
 * request, a write first. With register_ports = R the collectors take R turns a cycle, in each of which a
 * bank serves a read: A and all up to the leaving of the collector are turns then. With sub_cores every
 * scheduler has banks, collectors and units of its own, and with common_collectors instructions of all kinds
 * go through the same collectors, which those of a kind enter in the order of issue, whatever their sub-core:
 * of the pipeline registers only the oldest is looked at. Memory instructions may hold all collectors of a
 * sub-core until a time that nobody knows: what is issued there then waits in its pipeline register, and all
 * of its kind behind it. Through each of several ports a turn the first of each kind enters, if it can:
 * single precision and special functions before memory instructions, all others after (opndcoll_rfu_t::step()
 * and allocate_cu() [GS]); so who cannot enter at once waits until its turn has come. Of those that wait for
 * the same register behind the collectors one leaves by turns (dispatch_units.h), which is decided in the
 * turn in which it does. Source: GPGPU-Sim 4 opndcoll_rfu_t, execute() and pipelined_simd_unit [GS]. */
#ifndef POISE_SIM_SM_OPERANDS_H
#define POISE_SIM_SM_OPERANDS_H

#include "sim/base/clock.h"
#include "sim/config/config.h"
#include "sim/sm/dispatch_units.h"
#include "sim/sm/program.h"
#include "sim/sm/register_banks.h"

enum {
    OPERAND_MAX_COLLECTORS = DISPATCH_MAX_COLLECTORS,
    OPERAND_MAX_UNITS = 8, /* of a kind, in all sub-cores */
    OPERAND_MAX_PARTS = DISPATCH_MAX_PARTS
};
/* Pipeline registers with what waits for a common collector: more than a machine of four sub-cores with a
 * register for each kind has; nothing issues beyond (our choice). */
enum { OPERAND_MAX_WAITING = 32 };
/* The turn in which a collector unit is left, as long as nobody knows. */
#define OPERAND_UNKNOWN      UINT64_MAX
#define OPERAND_NO_COLLECTOR UINT32_MAX
#define OPERAND_ANY_PORT     UINT32_MAX

/* A function unit and the pipeline register that leads to it. */
typedef struct function_unit {
    uint64_t entered; /* cycle in which the pipeline register is free again, OPERAND_UNKNOWN: nobody knows */
    uint64_t free;    /* cycle from which the unit takes another instruction */
    uint64_t began;   /* with common collectors: cycle in which it took the last */
} function_unit;

/* One kind of function unit of a sub-core with its collector units, used in turn. */
typedef struct exec_path {
    uint32_t collectors, units; /* units: also the width of the pipeline registers */
    uint32_t next_collector;
    function_unit *next, *first; /* of the units */
    uint64_t *collector_free;    /* turns from which the collectors are free */
} exec_path;

/* An instruction of fixed latency in a common collector. Where a sub-core has one or two of them, the next
 * one to leave for a function unit knows when, and another that wants to waits for that turn, in which it is
 * decided who goes. Where there are more, all wait for the turn in which they leave. */
typedef struct collector_stay {
    const program_inst *inst;
    function_unit *unit;  /* that it goes to; NULL: none, or a memory instruction */
    uint64_t free_before; /* of that unit, as those before it leave it */
    uint64_t began_before;
    uint64_t ready; /* turn from which it has its operands */
    uint64_t done;  /* cycle in which its result can be used, OPERAND_UNKNOWN: it waits */
    uint16_t warp;
} collector_stay;

/* What has been decided about a stay. */
typedef struct collector_decision {
    const program_inst *inst;
    uint64_t done; /* cycle in which its result can be used */
    uint16_t warp;
    bool has_waited; /* false: another time was known before */
} collector_decision;

/* An instruction in a pipeline register from which it cannot enter a common collector yet. */
typedef struct collector_wait {
    const program_inst *inst;
    function_unit *unit; /* that it will go to, and whose register it is in */
    uint64_t from;       /* turn from which it may enter one */
    uint64_t done; /* when it has: cycle in which its result can be used, OPERAND_UNKNOWN: it waits on */
    uint16_t warp;
    uint8_t next; /* of its kind, issued behind it */
} collector_wait;

/* The common collectors of a sub-core. */
typedef struct collector_pool {
    uint32_t first, end;   /* their numbers */
    uint64_t contend_turn; /* in which it is decided who leaves next, OPERAND_UNKNOWN: nobody waits for it */
} collector_pool;

/* Collectors for instructions of all kinds, and what waits for one. */
typedef struct common_collectors {
    uint32_t units;     /* of all sub-cores; 0: every kind has its own */
    uint32_t contended; /* with instructions that wait for others to leave, a mask */
    collector_pool pool[OPERAND_MAX_PARTS];
    uint64_t free[OPERAND_MAX_COLLECTORS]; /* turn from which it is free, OPERAND_UNKNOWN: held */
    collector_stay stay[OPERAND_MAX_COLLECTORS];
    dispatch_units dispatch;
    uint64_t turn[UNIT_COUNT];    /* in which the last instruction of a kind has entered one, */
    uint32_t entries[UNIT_COUNT]; /* and how many of the kind in that turn */
    uint64_t retry[UNIT_COUNT];   /* turn before which the first of a kind that waits cannot enter */
    uint64_t collect_turn;        /* in which the first of all that waits can, as far as is known */
    uint64_t contend_turn;        /* the first of those of pool[] */
    uint32_t port;                /* through which they enter, OPERAND_ANY_PORT: the next one */
    uint32_t memory_waits;        /* memory instructions that wait: the last ones of the load-store unit */
    uint32_t n_decided;           /* since somebody asked, of decided[] */
    uint32_t kinds;               /* of what waits, a mask of exec_unit */
    uint32_t unused;              /* places of waiting[], for others than memory instructions, a mask */
    uint8_t parts[OPERAND_MAX_PARTS];            /* and how many are of each sub-core */
    uint8_t first[UNIT_COUNT], last[UNIT_COUNT]; /* of each kind, in the order of issue */
    collector_wait waiting[OPERAND_MAX_WAITING];
    collector_decision decided[2 * OPERAND_MAX_COLLECTORS];
} common_collectors;

typedef struct operand_collector {
    bool modelled;       /* false: an instruction is in its unit one cycle after issue */
    bool is_whole;       /* modelled, without sub-cores, common collectors and register ports */
    uint32_t part_mask;  /* sub-cores, a power of two, minus one; a warp's is the number of its scheduler */
    uint32_t turn_shift; /* 2^this turns a cycle */
    register_banks banks;
    uint64_t memory_entered[OPERAND_MAX_PARTS]; /* the last memory instruction: as function_unit.entered, or
                                                   OPERAND_UNKNOWN */
    exec_path path[OPERAND_MAX_PARTS][UNIT_COUNT];      /* of all that the machine has but UNIT_MEMORY, */
    function_unit unit[UNIT_COUNT * OPERAND_MAX_UNITS]; /* their units, */
    uint64_t collector_free[UNIT_COUNT * OPERAND_MAX_COLLECTORS]; /* and collectors, one after the other */
    common_collectors common;
} operand_collector;

void operands_init(operand_collector *oc, const sim_config *config);

/* Cycle from which an instruction of `unit` can be issued by `scheduler`, UINT64_MAX: another must
 * move first. */
static inline uint64_t operands_issue_at(const operand_collector *oc, exec_unit unit, uint32_t scheduler)
{
    const exec_path *path = &oc->path[scheduler & oc->part_mask][unit];
    return oc->common.unused == 0 ? UINT64_MAX : path->next->entered;
}

/* The function unit whose pipeline register the next instruction of `path` is issued to. */
static inline function_unit *operands_take_register(exec_path *path)
{
    function_unit *unit = path->next;
    path->next = unit + 1 < path->first + path->units ? unit + 1 : path->first;
    return unit;
}

/* Reads the operands of `inst` for hardware warp `warp` from the banks; the collector unit is entered in
 * turn `entered`. Returns the turn in which the instruction may leave the collector unit. */
uint64_t operands_read(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t entered);

/* An instruction of `unit` enters the common collector unit that is free first, in a turn not before *turn,
 * which goes to *turn, if that is before turn `limit`. Returns its number, or OPERAND_NO_COLLECTOR: it waits,
 * as oc->common.collect_turn knows. */
uint32_t operands_enter_common(operand_collector *oc, exec_unit unit, uint32_t warp, uint64_t *turn,
                               uint64_t limit);
/* A memory instruction enters common collector `collector`, which it leaves at a time not yet known; and
 * leaves it, as is known in cycle `now`. */
void operands_hold(operand_collector *oc, uint32_t collector);
void operands_leave(operand_collector *oc, uint32_t collector, uint64_t turn, uint64_t now);

/* Issues a fixed-latency instruction at `now`; returns the cycle in which its result can be used, or
 * OPERAND_UNKNOWN: it waits until operands_collect() takes it, or operands_contend() tells. */
uint64_t operands_execute(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t now);
/* The same with common collectors: it enters one at once where nothing waits; else, and when the first turn
 * of the next cycle is too early, its turn comes with operands_collect(). */
uint64_t operands_execute_in_common(operand_collector *oc, const program_inst *inst, uint32_t warp,
                                    uint64_t now);

/* operands_collect() without a look at what has been refused before. */
const collector_wait *operands_try_collect(operand_collector *oc, exec_unit kind, uint64_t limit,
                                           uint64_t now);
/* Of what waits, the first of `kind` enters a common collector before turn `limit`, as is known in cycle
 * `now`. Returns it, until the next instruction is issued; NULL: it cannot. */
static inline const collector_wait *operands_collect(operand_collector *oc, exec_unit kind, uint64_t limit,
                                                     uint64_t now)
{
    if (oc->common.retry[kind] < limit)
        return operands_try_collect(oc, kind, limit, now);
    oc->common.collect_turn = earlier(oc->common.collect_turn, oc->common.retry[kind]);
    return NULL;
}
/* Decides who leaves common collectors in `turn`, where several can, as is known in cycle `now`: to
 * oc->common.decided. There is something to decide from turn oc->common.contend_turn on. */
void operands_contend(operand_collector *oc, uint64_t turn, uint64_t now);
/* The turn behind those of cycle `cycle`. */
static inline uint64_t operands_end_of(const operand_collector *oc, uint64_t cycle)
{
    return (cycle + 1) << oc->turn_shift;
}

/* A result of a load arrives in register `reg` at cycle `when`. */
void operands_write(operand_collector *oc, uint32_t reg, uint32_t warp, uint64_t now, uint64_t when);

#endif
