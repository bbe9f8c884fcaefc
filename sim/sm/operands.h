/* The way of an instruction from issue to its function unit: pipeline register, collector unit, register
 * banks, function unit. Times are computed when the instruction issues.
 *
 *     issue I, collector A >= I + 1, one cycle per operand and bank from A + 1 on, unit X = last operand + 2
 *     (X = A + 2 without operands); the result is written at X + latency + 2 and can be used in that cycle.
 *
 * A collector unit is held until the operands are read, a bank serves one read or write a cycle in order of
 * request, a write first. With register_ports = R the collectors take R turns a cycle, in each of which a
 * bank serves a read: A and all up to the leaving of the collector are turns then. With sub_cores every
 * scheduler has banks, collectors and units of its own. With common_collectors instructions of all kinds go
 * through the same collectors, and these are stepped (common_collectors.h). Source: GPGPU-Sim 4
 * opndcoll_rfu_t, execute() and pipelined_simd_unit [GS]. */
#ifndef POISE_SIM_SM_OPERANDS_H
#define POISE_SIM_SM_OPERANDS_H

#include "sim/config/config.h"
#include "sim/sm/common_collectors.h"

enum {
    OPERAND_MAX_COLLECTORS = COLLECTORS_MAX,
    OPERAND_MAX_UNITS = 8, /* of a kind, in all sub-cores */
    OPERAND_MAX_PARTS = COLLECTORS_MAX_PARTS
};
/* A cycle or turn that nobody knows yet. */
#define OPERAND_UNKNOWN COLLECTORS_UNKNOWN

/* One kind of function unit of a sub-core with its collector units, used in turn. */
typedef struct exec_path {
    uint32_t collectors, next_collector;
    function_unit *next, *first, *end; /* of the units: as many as the pipeline registers are wide */
    uint64_t *collector_free;          /* turns from which the collectors are free */
} exec_path;

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
    path->next = unit + 1 < path->end ? unit + 1 : path->first;
    return unit;
}

/* Reads the operands of `inst` for hardware warp `warp` from the banks; the collector unit is entered in
 * turn `entered`. Returns the turn in which the instruction may leave the collector unit. */
uint64_t operands_read(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t entered);

/* Issues a fixed-latency instruction at `now`; returns the cycle in which its result can be used, or
 * OPERAND_UNKNOWN: with common collectors it will be told (sim/sm/collect.c). */
uint64_t operands_execute(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t now);

/* The turn behind those of cycle `cycle`. */
static inline uint64_t operands_end_of(const operand_collector *oc, uint64_t cycle)
{
    return (cycle + 1) << oc->turn_shift;
}

/* A result of a load arrives in register `reg` at cycle `when`. */
void operands_write(operand_collector *oc, uint32_t reg, uint32_t warp, uint64_t now, uint64_t when);

#endif
