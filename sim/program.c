#include "sim/program.h"

#include <stdlib.h>

static exec_unit unit_of(trace_op op)
{
    switch (op) {
    case TRACE_OP_SFU: return UNIT_SFU;
    case TRACE_OP_DP: return UNIT_DP;
    case TRACE_OP_BARRIER: return UNIT_BARRIER;
    case TRACE_OP_LOAD_CONST: return UNIT_ALU; /* always hits: see const_latency in config.def */
    default: return trace_op_is_memory(op) ? UNIT_MEMORY : UNIT_ALU;
    }
}

static int64_t latency_of(trace_op op, const sim_config *config)
{
    switch (op) {
    case TRACE_OP_FP: return config->fp_latency;
    case TRACE_OP_DP: return config->dp_latency;
    case TRACE_OP_SFU: return config->sfu_latency;
    case TRACE_OP_LOAD_CONST: return config->const_latency;
    default: return config->int_latency;
    }
}

static void compile_inst(program_inst *out, const trace_inst *in, const sim_config *config)
{
    *out = (program_inst){
        .op = in->op,
        .unit = (uint8_t)unit_of((trace_op)in->op),
        .has_stream = trace_op_is_memory((trace_op)in->op),
        .latency = (uint16_t)(latency_of((trace_op)in->op, config) + config->alu_overhead),
        .destination = in->destination,
    };
    for (uint32_t i = 0; i < in->n_sources; i++)
        out->reg[out->n_registers++] = in->source[i];
    if (in->destination != TRACE_NO_REGISTER)
        out->reg[out->n_registers++] = in->destination;
}

int program_make(sim_program *program, const trace_header *header, const sim_config *config, poise_error *err)
{
    program->inst = calloc(header->n_inst, sizeof *program->inst);
    program->blocks = calloc(header->n_blocks, sizeof *program->blocks);
    if (!program->inst || !program->blocks) {
        program_free(program);
        return poise_fail(err, POISE_FAILED, "no memory for the instructions of kernel %s", header->kernel);
    }
    for (uint32_t i = 0; i < header->n_inst; i++)
        compile_inst(&program->inst[i], &header->inst[i], config);
    for (uint32_t b = 0; b < header->n_blocks; b++) {
        const program_inst *first = program->inst + header->blocks[b].first_inst;
        program->blocks[b] = (program_block){first, first + header->blocks[b].n_inst};
    }
    return 0;
}

void program_free(sim_program *program)
{
    free(program->inst);
    free(program->blocks);
    *program = (struct sim_program){0};
}
