#include "sim/sm/operands.h"

#include "sim/base/clock.h"

#include <stddef.h>
#include <string.h>

/* Of a sub-core, at least one. */
static uint32_t share_of(const operand_collector *oc, uint32_t count)
{
    const uint32_t share = count / (oc->part_mask + 1);
    return share ? share : 1;
}

static void init_path(operand_collector *oc, exec_unit unit, uint32_t collectors, uint32_t units)
{
    for (uint32_t part = 0; part <= oc->part_mask && units; part++)
        oc->path[part][unit] =
            (exec_path){.collectors = share_of(oc, collectors), .units = share_of(oc, units)};
}

static void init_paths(operand_collector *oc, const sim_config *c)
{
    init_path(oc, UNIT_ALU, c->sp_collectors, c->sp_units);
    init_path(oc, UNIT_SFU, c->sfu_collectors, c->sfu_units);
    init_path(oc, UNIT_DP, c->dp_collectors, c->dp_units);
    init_path(oc, UNIT_INT, c->sp_collectors, c->int_units);
    init_path(oc, UNIT_BRANCH, c->sp_collectors, c->branch_units);
    init_path(oc, UNIT_TEXTURE, c->sp_collectors, c->texture_units);
    init_path(oc, UNIT_TENSOR, c->sp_collectors, c->tensor_units);
    init_path(oc, UNIT_UNIFORM, c->sp_collectors, c->uniform_units);
}

void operands_init(operand_collector *oc, const sim_config *config)
{
    memset(oc, 0, offsetof(operand_collector, path)); /* the paths that the machine has: init_paths() */
    oc->modelled = config->operand_collector != 0;
    oc->part_mask = config->sub_cores ? config->schedulers - 1 : 0;
    oc->turn_shift = (uint32_t)__builtin_ctz(config->register_ports);
    oc->bank_mask = config->register_banks / (oc->part_mask + 1) - 1;
    oc->bank_shift = (uint32_t)__builtin_ctz(oc->bank_mask + 1);
    for (uint32_t part = 0; part <= oc->part_mask; part++)
        oc->pool[part].units = config->common_collectors / (oc->part_mask + 1);
    init_paths(oc, config);
    oc->is_whole =
        oc->modelled && !config->sub_cores && !config->common_collectors && config->register_ports == 1;
    dispatch_units_init(&oc->dispatch, oc->part_mask + 1, oc->pool[0].units);
}

/* What follows is compiled twice: `whole` is true of a machine without sub-cores, common collectors and
 * register ports, whose turns are cycles. */
static inline __attribute__((always_inline)) uint32_t bank_of(const operand_collector *oc, uint32_t reg,
                                                              uint32_t warp, bool whole)
{
    const uint32_t bank = (reg + warp) & oc->bank_mask;
    return whole ? bank : bank | (warp & oc->part_mask) << oc->bank_shift;
}

/* Whether a result goes to the bank in this turn: writes take the first of a cycle. */
static inline __attribute__((always_inline)) bool is_written(const operand_collector *oc, uint32_t bank,
                                                             uint64_t turn, bool whole)
{
    const uint64_t cycle = whole ? turn : turn >> oc->turn_shift;
    const struct bank_writes *writes = &oc->writes[cycle % OPERAND_HORIZON];
    return writes->cycle == cycle && (writes->banks >> bank & 1) &&
           (whole || cycle << oc->turn_shift == turn);
}

static inline __attribute__((always_inline)) uint64_t
read_operands(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t entered, bool whole)
{
    uint64_t last = entered;
    for (uint32_t i = 0; i < inst->n_sources; i++) {
        uint32_t bank = bank_of(oc, inst->reg[i], warp, whole);
        uint64_t turn = oc->next_read[bank] > entered ? oc->next_read[bank] : entered + 1;
        while (is_written(oc, bank, turn, whole))
            turn++;
        oc->next_read[bank] = turn + 1;
        last = turn > last ? turn : last;
    }
    return last + 1;
}

uint64_t operands_read(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t entered)
{
    if (!oc->modelled)
        return entered;
    return oc->is_whole ? read_operands(oc, inst, warp, entered, true)
                        : read_operands(oc, inst, warp, entered, false);
}

static inline __attribute__((always_inline)) void
write_result(operand_collector *oc, uint32_t reg, uint32_t warp, uint64_t now, uint64_t when, bool whole)
{
    if (when - now >= OPERAND_HORIZON)
        return;
    struct bank_writes *writes = &oc->writes[when % OPERAND_HORIZON];
    uint64_t bit = 1ull << bank_of(oc, reg, warp, whole);
    writes->banks = writes->cycle == when ? writes->banks | bit : bit;
    writes->cycle = when;
}

void operands_write(operand_collector *oc, uint32_t reg, uint32_t warp, uint64_t now, uint64_t when)
{
    if (oc->is_whole)
        write_result(oc, reg, warp, now, when, true);
    else
        write_result(oc, reg, warp, now, when, false);
}

uint32_t operands_enter_common(operand_collector *oc, exec_unit unit, uint32_t warp, uint64_t *turn)
{
    const collector_pool *pool = &oc->pool[warp & oc->part_mask];
    *turn = later(*turn, oc->common_turn[unit]);
    uint32_t first = 0;
    for (uint32_t i = 1; i < pool->units && pool->free[first] > *turn; i++)
        first = pool->free[i] < pool->free[first] ? i : first;
    *turn = later(*turn, pool->free[first]);
    if (*turn != OPERAND_UNKNOWN)
        oc->common_turn[unit] = *turn;
    return first;
}

void operands_hold(operand_collector *oc, uint32_t warp, uint32_t unit)
{
    collector_pool *pool = &oc->pool[warp & oc->part_mask];
    pool->free[unit] = OPERAND_UNKNOWN;
    if (++pool->held == pool->units)
        oc->full_parts |= 1u << (warp & oc->part_mask);
}

/* The common collector `unit` of `part` is left in `turn`. */
static void note_leave(operand_collector *oc, uint32_t part, uint32_t unit, uint64_t turn, uint64_t now)
{
    const collector_leave leave = {.turn = turn, .part = (uint8_t)part, .collector = (uint8_t)unit};
    dispatch_units_note(&oc->dispatch, leave, now << oc->turn_shift);
}

void operands_leave(operand_collector *oc, uint32_t warp, uint32_t unit, uint64_t turn, uint64_t now)
{
    collector_pool *pool = &oc->pool[warp & oc->part_mask];
    pool->free[unit] = turn;
    pool->held--;
    oc->full_parts &= ~(1u << (warp & oc->part_mask));
    note_leave(oc, warp & oc->part_mask, unit, turn, now);
}

static uint32_t next_of(uint32_t at, uint32_t count)
{
    return at + 1 < count ? at + 1 : 0;
}

/* The collector unit that an instruction of `path` enters, and in *turn when, not before the *turn given. */
static inline __attribute__((always_inline)) uint64_t *enter_collector(operand_collector *oc, exec_path *path,
                                                                       exec_unit unit, uint32_t warp,
                                                                       uint64_t *turn, bool whole)
{
    collector_pool *pool = &oc->pool[warp & oc->part_mask];
    if (!whole && pool->units)
        return &pool->free[operands_enter_common(oc, unit, warp, turn)];
    uint64_t *collector = &path->collector_free[path->next_collector];
    path->next_collector = next_of(path->next_collector, path->collectors);
    *turn = later(*turn, *collector);
    return collector;
}

static inline __attribute__((always_inline)) uint64_t execute(operand_collector *oc, const program_inst *inst,
                                                              uint32_t warp, uint64_t now, bool whole)
{
    const uint32_t part = whole ? 0 : warp & oc->part_mask, shift = whole ? 0 : oc->turn_shift;
    exec_path *path = &oc->path[part][inst->unit];
    uint64_t *entered = &path->entered[path->next_unit], *unit = &path->unit_free[path->next_unit];
    path->next_unit = next_of(path->next_unit, path->units);
    uint64_t collected = (now + 1) << shift;
    uint64_t *collector = enter_collector(oc, path, inst->unit, warp, &collected, whole);
    uint64_t leaves = read_operands(oc, inst, warp, collected, whole);
    /* The register in front of the unit is free when the instruction before has started. */
    uint64_t started = *unit > inst->interval ? (*unit - inst->interval) << shift : 0;
    leaves = leaves > started ? leaves : started;
    *collector = leaves;
    if (!whole && oc->pool[part].units)
        note_leave(oc, part, (uint32_t)(collector - oc->pool[part].free), leaves, now);
    leaves >>= shift;
    uint64_t start = leaves + 1 > *unit ? leaves + 1 : *unit;
    *entered = collected >> shift;
    *unit = start + inst->interval;
    uint64_t done = start + inst->latency + 2;
    if (inst->destination != TRACE_NO_REGISTER)
        write_result(oc, inst->destination, warp, now, done, whole);
    return done;
}

static uint64_t execute_in_parts(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t now)
{
    return execute(oc, inst, warp, now, false);
}

/* In its unit one cycle after issue. */
static uint64_t execute_idealised(operand_collector *oc, const program_inst *inst, uint32_t warp,
                                  uint64_t now)
{
    exec_path *path = &oc->path[warp & oc->part_mask][inst->unit];
    uint64_t *entered = &path->entered[path->next_unit], *unit = &path->unit_free[path->next_unit];
    path->next_unit = next_of(path->next_unit, path->units);
    const uint64_t start = now + 1 > *unit ? now + 1 : *unit;
    *unit = start + inst->interval;
    *entered = *unit > now + 1 ? *unit - 1 : now + 1;
    return start + inst->latency;
}

uint64_t operands_execute(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t now)
{
    if (oc->is_whole)
        return execute(oc, inst, warp, now, true);
    return oc->modelled ? execute_in_parts(oc, inst, warp, now) : execute_idealised(oc, inst, warp, now);
}
