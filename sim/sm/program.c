#include "sim/sm/program.h"

#include "common/hash.h"

#include <stdlib.h>
#include <string.h>

/* As what an instruction runs on a machine without units for it. */
static trace_op kind_of(trace_op op, const sim_config *config)
{
    switch (op) {
    case TRACE_OP_BRANCH: return config->branch_units ? op : TRACE_OP_INT;
    case TRACE_OP_TEXTURE: return config->texture_units ? op : TRACE_OP_SFU;
    case TRACE_OP_TENSOR: return config->tensor_units ? op : TRACE_OP_FP;
    case TRACE_OP_UNIFORM: return config->uniform_units ? op : TRACE_OP_INT;
    default: return op;
    }
}

static exec_unit unit_of(trace_op kind, const sim_config *config)
{
    switch (kind) {
    case TRACE_OP_FP: return UNIT_ALU;
    case TRACE_OP_SFU: return UNIT_SFU;
    case TRACE_OP_DP: return config->dp_units ? UNIT_DP : UNIT_SFU;
    case TRACE_OP_BRANCH: return UNIT_BRANCH;
    case TRACE_OP_TEXTURE: return UNIT_TEXTURE;
    case TRACE_OP_TENSOR: return UNIT_TENSOR;
    case TRACE_OP_UNIFORM: return UNIT_UNIFORM;
    case TRACE_OP_LOAD_CONST: break; /* always hits: see const_latency in config.def */
    default:
        if (trace_op_is_memory(kind))
            return UNIT_MEMORY;
    }
    return config->int_units ? UNIT_INT : UNIT_ALU;
}

static uint32_t latency_of(trace_op kind, const sim_config *config)
{
    switch (kind) {
    case TRACE_OP_FP: return config->fp_latency;
    case TRACE_OP_DP: return config->dp_latency;
    case TRACE_OP_SFU: return config->sfu_latency;
    case TRACE_OP_LOAD_CONST: return config->const_latency;
    case TRACE_OP_BRANCH: return config->branch_latency;
    case TRACE_OP_TEXTURE: return config->texture_latency;
    case TRACE_OP_TENSOR: return config->tensor_latency;
    case TRACE_OP_UNIFORM: return config->uniform_latency;
    default: return config->int_latency;
    }
}

static uint32_t interval_of(trace_op kind, const sim_config *config)
{
    switch (kind) {
    case TRACE_OP_DP: return config->dp_interval;
    case TRACE_OP_SFU: return config->sfu_interval;
    case TRACE_OP_FP: return config->fp_interval;
    case TRACE_OP_BRANCH: return config->branch_interval;
    case TRACE_OP_TEXTURE: return config->texture_interval;
    case TRACE_OP_TENSOR: return config->tensor_interval;
    case TRACE_OP_UNIFORM: return config->uniform_interval;
    default: return config->int_interval;
    }
}

static void compile_inst(program_inst *out, const trace_inst *in, const sim_config *config)
{
    const trace_op kind = kind_of((trace_op)in->op, config);
    *out = (program_inst){
        .op = in->op,
        .unit = (uint8_t)unit_of(kind, config),
        .n_sources = in->n_sources,
        .n_registers = in->n_sources,
        .has_stream = trace_op_is_memory(kind),
        .interval = (uint8_t)interval_of(kind, config),
        .access_bytes = in->access_bytes,
        .latency = (uint16_t)latency_of(kind, config),
        .destination = in->destination,
    };
    for (uint32_t i = 0; i < in->n_sources; i++)
        out->reg[i] = in->source[i];
    if (in->destination != TRACE_NO_REGISTER)
        out->reg[out->n_registers++] = in->destination;
}

/* Code lies above all data of a trace, a gigabyte for each kernel name (our choice). */
static uint64_t code_address(const char *kernel)
{
    return 1ull << 47 | (poise_checksum64(kernel, strlen(kernel)) & 0xffff) << 30;
}

int program_make(sim_program *program, const trace_header *header, const sim_config *config, poise_error *err)
{
    program->inst = calloc(header->n_inst, sizeof *program->inst);
    program->blocks = calloc(header->n_basic_blocks, sizeof *program->blocks);
    program->code_address = code_address(header->kernel);
    if (!program->inst || !program->blocks) {
        program_free(program);
        return poise_fail(err, POISE_FAILED, "no memory for the instructions of kernel %s", header->kernel);
    }
    for (uint32_t i = 0; i < header->n_inst; i++)
        compile_inst(&program->inst[i], &header->inst[i], config);
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
