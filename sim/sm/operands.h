/* The way of an instruction from issue to its function unit: pipeline register, collector unit, register
 * banks, function unit. Times are computed when the instruction issues; nothing is stepped.
 *
 *     issue I, collector A >= I + 1, one cycle per operand and bank from A + 1 on, unit X = last operand + 2
 *     (X = A + 2 without operands); the result is written at X + latency + 2 and can be used in that cycle.
 *
 * A collector unit is held until the operands are read, a bank serves one read or write a cycle in order of
 * request, a write first. Source: GPGPU-Sim 4 opndcoll_rfu_t, execute() and pipelined_simd_unit [GS]. */
#ifndef POISE_SIM_SM_OPERANDS_H
#define POISE_SIM_SM_OPERANDS_H

#include "sim/config/config.h"
#include "sim/sm/program.h"

enum { OPERAND_MAX_BANKS = 64, OPERAND_MAX_COLLECTORS = 32, OPERAND_MAX_UNITS = 4 };
/* Writes are booked this many cycles ahead; later ones meet no read by plan (our choice). */
enum { OPERAND_HORIZON = 64 };

/* One kind of function unit with its pipeline registers and collector units, used in turn. */
typedef struct exec_path {
    uint32_t collectors, units; /* units: also the width of the pipeline registers */
    uint32_t next_collector, next_unit;
    uint64_t entered[OPERAND_MAX_UNITS];   /* cycle in which the pipeline register is free again */
    uint64_t unit_free[OPERAND_MAX_UNITS]; /* cycle from which the unit takes another instruction */
    uint64_t collector_free[OPERAND_MAX_COLLECTORS];
} exec_path;

typedef struct operand_collector {
    bool modelled;      /* false: an instruction is in its unit one cycle after issue */
    uint32_t bank_mask; /* number of banks, a power of two, minus one */
    uint64_t next_read[OPERAND_MAX_BANKS];
    struct bank_writes {
        uint64_t cycle; /* results written in this cycle */
        uint64_t banks; /* go to these banks, a mask */
    } writes[OPERAND_HORIZON];
    exec_path path[UNIT_COUNT]; /* of UNIT_ALU, UNIT_SFU, UNIT_DP */
} operand_collector;

void operands_init(operand_collector *oc, const sim_config *config);

/* Cycle from which an instruction of `unit` can be issued. */
static inline uint64_t operands_issue_at(const operand_collector *oc, exec_unit unit)
{
    const exec_path *path = &oc->path[unit];
    return path->entered[path->next_unit];
}

/* Reads the operands of `inst` for hardware warp `warp` from the banks; the collector unit is entered in
 * cycle `entered`. Returns the cycle in which the instruction may leave the collector unit. */
uint64_t operands_read(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t entered);

/* Issues a fixed-latency instruction at `now`; returns the cycle in which its result can be used. */
uint64_t operands_execute(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t now);

/* A result of a load arrives in register `reg` at cycle `when`. */
void operands_write(operand_collector *oc, uint32_t reg, uint32_t warp, uint64_t now, uint64_t when);

#endif
