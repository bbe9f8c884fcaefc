/* The static side of a trace in the form the issue stage wants: latency and unit resolved for one machine. */
#ifndef POISE_SIM_PROGRAM_H
#define POISE_SIM_PROGRAM_H

#include "common/error.h"
#include "sim/config/config.h"
#include "trace/trace.h"

/* In the order in which instructions enter common collector units (common_collectors.h). */
typedef enum exec_unit {
    UNIT_ALU, /* single precision, and what the machine has no units for: integers, branches, barriers */
    UNIT_SFU,
    UNIT_MEMORY, /* load-store unit */
    UNIT_DP,
    UNIT_INT, /* integers, barriers, and branches without units of their own */
    UNIT_BRANCH,
    UNIT_TEXTURE,
    UNIT_TENSOR,
    UNIT_UNIFORM,
    UNIT_COUNT
} exec_unit;

/* So many registers of an instruction that has any can be looked at, whether it has them or not. */
enum { PROGRAM_PADDED_REGISTERS = 4 };

typedef struct program_inst {
    uint8_t op;                /* trace_op */
    uint8_t unit;              /* exec_unit */
    uint8_t n_sources;         /* of reg[] */
    uint8_t n_registers;       /* sources and destination: all must be ready (RAW and WAW) */
    uint8_t has_stream : 1;    /* carries accesses in the warp stream */
    uint8_t long_register : 1; /* reads or writes a register that a long operation of the kernel writes */
    uint8_t interval;          /* cycles until its unit takes another instruction */
    uint8_t access_bytes;      /* of a lane; 0 for others than memory instructions */
    uint8_t segment;      /* aligned sectors of a line that a request of a load or store is for: 1, 2, 4 */
    uint16_t latency;     /* cycles in its unit */
    uint16_t destination; /* TRACE_NO_REGISTER if none */
    uint16_t reg[TRACE_MAX_SOURCES + 1]; /* padded with the first of them */
} program_inst;

typedef struct program_block {
    const program_inst *first, *end;
} program_block;

typedef struct sim_program {
    program_inst *inst;
    program_block *blocks;
    uint64_t code_address;  /* of the first instruction; kernels of one name share their code */
    bool goes_past_l1;      /* some of its requests do */
    uint16_t least_latency; /* of instructions for other units than the load-store unit */
} sim_program;

/* Whether requests of instructions `op` (trace_op) go past the L1: atomics, and with l1_global = bypass what
 * loads and stores global memory. [GS ldst_unit::memory_cycle(), gmem_skip_L1D] */
static inline bool program_goes_past_l1(uint32_t op, const sim_config *config)
{
    const bool is_global = op == TRACE_OP_LOAD_GLOBAL || op == TRACE_OP_STORE_GLOBAL;
    return op == TRACE_OP_ATOMIC_GLOBAL || (is_global && config->l1_global == L1_GLOBAL_BYPASS);
}

/* Instructions after which a register waits for memory. [GS scoreboard.cc, longopregs] */
static inline bool program_is_long(trace_op op)
{
    return op == TRACE_OP_LOAD_GLOBAL || op == TRACE_OP_LOAD_PRIVATE || op == TRACE_OP_ATOMIC_GLOBAL;
}

int program_make(sim_program *program, const trace_header *header, const sim_config *config,
                 poise_error *err);
void program_free(sim_program *program);

#endif
