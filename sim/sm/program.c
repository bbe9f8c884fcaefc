#include "sim/sm/program.h"

#include "common/hash.h"

#include <stdlib.h>
#include <string.h>

/* Where an instruction is executed, and how long that takes. */
typedef struct execution {
    exec_unit unit;
    uint32_t latency, interval;
} execution;

static execution as_integer(const sim_config *c)
{
    return (execution){c->int_units ? UNIT_INT : UNIT_ALU, c->int_latency, c->int_interval};
}

static execution as_single(const sim_config *c)
{
    return (execution){UNIT_ALU, c->fp_latency, c->fp_interval};
}

static execution as_special(const sim_config *c)
{
    return (execution){UNIT_SFU, c->sfu_latency, c->sfu_interval};
}

/* What the machine has no units for runs as something else. */
static execution execution_of(trace_op op, const sim_config *c)
{
    switch (op) {
    case TRACE_OP_FP: return as_single(c);
    case TRACE_OP_SFU: return as_special(c);
    case TRACE_OP_DP: return (execution){c->dp_units ? UNIT_DP : UNIT_SFU, c->dp_latency, c->dp_interval};
    case TRACE_OP_BRANCH:
        return c->branch_units ? (execution){UNIT_BRANCH, c->branch_latency, c->branch_interval}
                               : as_integer(c);
    case TRACE_OP_TEXTURE:
        return c->texture_units ? (execution){UNIT_TEXTURE, c->texture_latency, c->texture_interval}
                                : as_special(c);
    case TRACE_OP_TENSOR:
        return c->tensor_units ? (execution){UNIT_TENSOR, c->tensor_latency, c->tensor_interval}
                               : as_single(c);
    case TRACE_OP_UNIFORM:
        return c->uniform_units ? (execution){UNIT_UNIFORM, c->uniform_latency, c->uniform_interval}
                                : as_integer(c);
    case TRACE_OP_BARRIER: /* [GS trace_config::set_latency(), which knows nothing of barriers] */
        return (execution){as_integer(c).unit, 1, 1};
    case TRACE_OP_LOAD_CONST: /* always hits: see const_latency in config.def */
        return (execution){as_integer(c).unit, c->const_latency, c->int_interval};
    default: {
        execution e = as_integer(c);
        if (trace_op_is_memory(op))
            e.unit = UNIT_MEMORY;
        return e;
    }
    }
}

/* What a load or store makes one request of, sectors. [GS memory_coalescing_arch()] */
static uint32_t segment_of(uint32_t access_bytes, const sim_config *c)
{
    if (c->coalesce_bytes < LINE_BYTES)
        return c->coalesce_bytes / SECTOR_BYTES;
    return c->coalesce_narrow && access_bytes <= 2 ? access_bytes : LINE_SECTORS;
}

static void compile_inst(program_inst *out, const trace_inst *in, const sim_config *config)
{
    const execution e = execution_of((trace_op)in->op, config);
    *out = (program_inst){
        .op = in->op,
        .unit = (uint8_t)e.unit,
        .n_sources = in->n_sources,
        .n_registers = in->n_sources,
        .has_stream = trace_op_is_memory((trace_op)in->op),
        .interval = (uint8_t)e.interval,
        .access_bytes = in->access_bytes,
        .segment = (uint8_t)segment_of(in->access_bytes, config),
        .latency = (uint16_t)e.latency,
        .destination = in->destination,
    };
    for (uint32_t i = 0; i < in->n_sources; i++)
        out->reg[i] = in->source[i];
    if (in->destination != TRACE_NO_REGISTER)
        out->reg[out->n_registers++] = in->destination;
    for (uint32_t i = out->n_registers; i < PROGRAM_PADDED_REGISTERS; i++)
        out->reg[i] = out->reg[0];
}

/* Marks the instructions that have a register that a long operation of the kernel writes. */
static bool find_long_registers(sim_program *program, uint32_t n_inst, uint32_t n_registers)
{
    bool *is_long = calloc(n_registers + 1, sizeof *is_long); /* none: not 0 bytes */
    if (!is_long)
        return false;
    for (uint32_t i = 0; i < n_inst; i++) {
        const program_inst *inst = &program->inst[i];
        if (program_is_long((trace_op)inst->op) && inst->destination != TRACE_NO_REGISTER)
            is_long[inst->destination] = true;
    }
    for (uint32_t i = 0; i < n_inst; i++) {
        program_inst *inst = &program->inst[i];
        for (uint32_t r = 0; r < inst->n_registers; r++)
            inst->long_register |= is_long[inst->reg[r]];
    }
    free(is_long);
    return true;
}

/* Code lies above all data of a trace, a gigabyte for each kernel name (our choice). */
static uint64_t code_address(const char *kernel)
{
    return 1ull << 47 | (poise_checksum64(kernel, strlen(kernel)) & 0xffff) << 30;
}

static int no_memory(sim_program *program, const trace_header *header, poise_error *err)
{
    program_free(program);
    return poise_fail(err, POISE_FAILED, "no memory for the instructions of kernel %s", header->kernel);
}

int program_make(sim_program *program, const trace_header *header, const sim_config *config, poise_error *err)
{
    program->inst = calloc(header->n_inst, sizeof *program->inst);
    program->blocks = calloc(header->n_basic_blocks, sizeof *program->blocks);
    program->code_address = code_address(header->kernel);
    if (!program->inst || !program->blocks)
        return no_memory(program, header, err);
    program->least_latency = UINT16_MAX;
    for (uint32_t i = 0; i < header->n_inst; i++) {
        compile_inst(&program->inst[i], &header->inst[i], config);
        if (program->inst[i].unit != UNIT_MEMORY && program->inst[i].latency < program->least_latency)
            program->least_latency = program->inst[i].latency;
        program->goes_past_l1 |= program_goes_past_l1(header->inst[i].op, config);
    }
    if (!find_long_registers(program, header->n_inst, header->n_registers))
        return no_memory(program, header, err);
    for (uint32_t b = 0; b < header->n_basic_blocks; b++) {
        const program_inst *first = program->inst + header->basic_blocks[b].first_inst;
        program->blocks[b] = (program_block){first, first + header->basic_blocks[b].n_inst};
    }
    return POISE_OK;
}

void program_free(sim_program *program)
{
    free(program->inst);
    free(program->blocks);
    *program = (struct sim_program){0};
}
