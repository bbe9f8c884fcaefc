#include "sim/sm/operands.h"

#include <string.h>

static void init_path(exec_path *path, uint32_t collectors, uint32_t units)
{
    path->collectors = collectors;
    path->units = units;
}

void operands_init(operand_collector *oc, const sim_config *config)
{
    memset(oc, 0, sizeof *oc);
    oc->modelled = config->operand_collector != 0;
    oc->bank_mask = config->register_banks - 1;
    init_path(&oc->path[UNIT_ALU], config->sp_collectors, config->sp_units);
    init_path(&oc->path[UNIT_SFU], config->sfu_collectors, config->sfu_units);
    init_path(&oc->path[UNIT_DP], config->dp_collectors, config->dp_units ? config->dp_units : 1);
}

static uint32_t bank_of(const operand_collector *oc, uint32_t reg, uint32_t warp)
{
    return (reg + warp) & oc->bank_mask;
}

static bool is_written(const operand_collector *oc, uint32_t bank, uint64_t cycle)
{
    const struct bank_writes *writes = &oc->writes[cycle % OPERAND_HORIZON];
    return writes->cycle == cycle && (writes->banks >> bank & 1);
}

uint64_t operands_read(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t entered)
{
    if (!oc->modelled)
        return entered;
    uint64_t last = entered;
    for (uint32_t i = 0; i < inst->n_sources; i++) {
        uint32_t bank = bank_of(oc, inst->reg[i], warp);
        uint64_t cycle = oc->next_read[bank] > entered ? oc->next_read[bank] : entered + 1;
        while (is_written(oc, bank, cycle))
            cycle++;
        oc->next_read[bank] = cycle + 1;
        last = cycle > last ? cycle : last;
    }
    return last + 1;
}

void operands_write(operand_collector *oc, uint32_t reg, uint32_t warp, uint64_t now, uint64_t when)
{
    if (when - now >= OPERAND_HORIZON)
        return;
    struct bank_writes *writes = &oc->writes[when % OPERAND_HORIZON];
    uint64_t bit = 1ull << bank_of(oc, reg, warp);
    writes->banks = writes->cycle == when ? writes->banks | bit : bit;
    writes->cycle = when;
}

static uint32_t next_of(uint32_t at, uint32_t count)
{
    return at + 1 < count ? at + 1 : 0;
}

uint64_t operands_execute(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t now)
{
    exec_path *path = &oc->path[inst->unit];
    uint64_t *collector = &path->collector_free[path->next_collector];
    uint64_t *entered = &path->entered[path->next_unit], *unit = &path->unit_free[path->next_unit];
    path->next_collector = next_of(path->next_collector, path->collectors);
    path->next_unit = next_of(path->next_unit, path->units);
    if (!oc->modelled) {
        uint64_t start = now + 1 > *unit ? now + 1 : *unit;
        *unit = start + inst->interval;
        *entered = *unit > now + 1 ? *unit - 1 : now + 1;
        return start + inst->latency;
    }
    uint64_t collected = now + 1 > *collector ? now + 1 : *collector;
    uint64_t leaves = operands_read(oc, inst, warp, collected);
    /* The register in front of the unit is free when the instruction before has started. */
    uint64_t started = *unit > inst->interval ? *unit - inst->interval : 0;
    leaves = leaves > started ? leaves : started;
    uint64_t start = leaves + 1 > *unit ? leaves + 1 : *unit;
    *entered = collected;
    *collector = leaves;
    *unit = start + inst->interval;
    uint64_t done = start + inst->latency + 2;
    if (inst->destination != TRACE_NO_REGISTER)
        operands_write(oc, inst->destination, warp, now, done);
    return done;
}
