#include "sim/sm/operands.h"

/* Of a sub-core, at least one. */
static uint32_t share_of(const operand_collector *oc, uint32_t count)
{
    const uint32_t share = count / (oc->part_mask + 1);
    return share ? share : 1;
}

static void init_path(operand_collector *oc, exec_unit unit, uint32_t collectors, uint32_t units)
{
    function_unit *first = &oc->unit[unit * OPERAND_MAX_UNITS];
    uint64_t *collector = &oc->collector_free[unit * OPERAND_MAX_COLLECTORS];
    for (uint32_t part = 0; part <= oc->part_mask && units; part++) {
        exec_path *path = &oc->path[part][unit];
        *path = (exec_path){.collectors = share_of(oc, collectors),
                            .next = first,
                            .first = first,
                            .end = first + share_of(oc, units),
                            .collector_free = collector};
        first = path->end;
        collector += path->collectors;
    }
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
    *oc = (operand_collector){0};
    oc->modelled = config->operand_collector != 0;
    oc->part_mask = config->sub_cores ? config->schedulers - 1 : 0;
    oc->turn_shift = (uint32_t)__builtin_ctz(config->register_ports);
    oc->banks.part_mask = oc->part_mask;
    oc->banks.turn_shift = oc->turn_shift;
    oc->banks.mask = config->register_banks / (oc->part_mask + 1) - 1;
    oc->banks.shift = (uint32_t)__builtin_ctz(oc->banks.mask + 1);
    common_collectors_init(&oc->common, oc->part_mask + 1, config->common_collectors / (oc->part_mask + 1),
                           config->issue_width == 1 && oc->turn_shift > 0);
    init_paths(oc, config);
    oc->is_whole =
        oc->modelled && !config->sub_cores && !config->common_collectors && config->register_ports == 1;
}

uint64_t operands_read(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t entered)
{
    if (!oc->modelled)
        return entered;
    return oc->is_whole ? banks_read(&oc->banks, inst, warp, entered, true)
                        : banks_read(&oc->banks, inst, warp, entered, false);
}

void operands_write(operand_collector *oc, uint32_t reg, uint32_t warp, uint64_t now, uint64_t when)
{
    if (oc->is_whole)
        banks_write(&oc->banks, reg, warp, now, when, true);
    else
        banks_write(&oc->banks, reg, warp, now, when, false);
}

/* The collector unit of `path` that its next instruction enters, and when in *turn, not before the one given.
 */
static inline uint64_t *enter_own(exec_path *path, uint64_t *turn)
{
    uint64_t *collector = &path->collector_free[path->next_collector];
    path->next_collector = path->next_collector + 1 < path->collectors ? path->next_collector + 1 : 0;
    *turn = later(*turn, *collector);
    return collector;
}

/* An instruction enters `collector`, of its kind, in turn `collected`, as is known in cycle `now`, and goes
 * to `unit`. Returns the cycle in which its result can be used. */
static inline __attribute__((always_inline)) uint64_t execute(operand_collector *oc, const program_inst *inst,
                                                              uint32_t warp, function_unit *unit,
                                                              uint64_t *collector, uint64_t collected,
                                                              uint64_t now, bool whole)
{
    const uint32_t shift = whole ? 0 : oc->turn_shift;
    uint64_t leaves = banks_read(&oc->banks, inst, warp, collected, whole);
    /* The register in front of the unit is free when the instruction before has started. */
    uint64_t started = unit->free > inst->interval ? (unit->free - inst->interval) << shift : 0;
    leaves = leaves > started ? leaves : started;
    *collector = leaves;
    leaves >>= shift;
    uint64_t start = leaves + 1 > unit->free ? leaves + 1 : unit->free;
    unit->entered = collected >> shift;
    unit->free = start + inst->interval;
    uint64_t done = start + inst->latency + 2;
    if (inst->destination != TRACE_NO_REGISTER)
        banks_write(&oc->banks, inst->destination, warp, now, done, whole);
    return done;
}

static uint64_t execute_whole(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t now)
{
    exec_path *path = &oc->path[0][inst->unit];
    uint64_t collected = now + 1, *collector = enter_own(path, &collected);
    return execute(oc, inst, warp, operands_take_register(path), collector, collected, now, true);
}

/* With collectors of its own, in sub-cores or with register ports. This one and the next are out of line, as
 * sm_issue() is faster without them. */
static __attribute__((noinline)) uint64_t execute_in_parts(operand_collector *oc, const program_inst *inst,
                                                           uint32_t warp, uint64_t now)
{
    exec_path *path = &oc->path[warp & oc->part_mask][inst->unit];
    uint64_t collected = operands_end_of(oc, now), *collector = enter_own(path, &collected);
    return execute(oc, inst, warp, operands_take_register(path), collector, collected, now, false);
}

/* In its unit one cycle after issue. */
static __attribute__((noinline)) uint64_t execute_idealised(operand_collector *oc, const program_inst *inst,
                                                            uint32_t warp, uint64_t now)
{
    exec_path *path = &oc->path[warp & oc->part_mask][inst->unit];
    function_unit *unit = operands_take_register(path);
    const uint64_t start = now + 1 > unit->free ? now + 1 : unit->free;
    unit->free = start + inst->interval;
    unit->entered = unit->free > now + 1 ? unit->free - 1 : now + 1;
    return start + inst->latency;
}

static __attribute__((noinline)) uint64_t execute_in_common(operand_collector *oc, const program_inst *inst,
                                                            uint32_t warp, uint64_t now)
{
    function_unit *unit = operands_take_register(&oc->path[warp & oc->part_mask][inst->unit]);
    return common_collectors_issue(&oc->common, &oc->banks, inst, unit, warp, operands_end_of(oc, now));
}

uint64_t operands_execute(operand_collector *oc, const program_inst *inst, uint32_t warp, uint64_t now)
{
    if (oc->is_whole)
        return execute_whole(oc, inst, warp, now);
    if (!oc->modelled)
        return execute_idealised(oc, inst, warp, now);
    return oc->common.units ? execute_in_common(oc, inst, warp, now) : execute_in_parts(oc, inst, warp, now);
}
