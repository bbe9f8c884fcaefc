/* The static side of a kernel, collected from what its warps executed: a traceg file has no list of
 * instructions, a warp trace begins with one. */
#ifndef POISE_TRACE_ACCELSIM_PROGRAM_H
#define POISE_TRACE_ACCELSIM_PROGRAM_H

#include "trace/trace.h"

/* A distinct pair of program counter and instruction. Where generic addresses change the class, one program
 * counter has several. */
typedef struct traceg_static {
    uint64_t pc;
    trace_inst inst; /* sources beyond n_sources are 0 */
} traceg_static;

/* What was seen before or behind an instruction, over all warps. */
enum { TRACEG_NOTHING = INT32_MAX, TRACEG_SEVERAL = INT32_MAX - 1 };

typedef struct traceg_program {
    traceg_static *insts; /* in the order of first execution */
    uint32_t *before, *behind;
    uint32_t n, capacity;
    uint32_t *slots; /* open addressing over insts: 1 + index, 0 = free */
    uint32_t n_slots;
    uint32_t n_registers; /* 1 + the largest number */
    /* The current warp: */
    uint32_t last, last_mask;
    /* After traceg_program_divide: */
    uint32_t *place;   /* of an instruction in the table of the trace, */
    uint32_t n_places; /* which has so many; those of no instruction are of others that nobody executed */
    uint32_t *block;   /* basic block of an instruction */
    trace_basic_block *blocks;
    uint32_t n_blocks;
} traceg_program;

/* Notes that the current warp executed an instruction. Zeroed = empty program. More than TRACE_MAX_INSTS
 * instructions are POISE_DAMAGED. */
int traceg_program_execute(traceg_program *program, const traceg_static *inst, uint32_t mask,
                           poise_error *err);
void traceg_program_end_warp(traceg_program *program);

/* Lays the program out in the order of its code, since what an instruction cache holds depends on it, and
 * divides it into basic blocks: runs of instructions that every warp executed one after the other with one
 * mask, so that the order of execution is kept exactly. */
int traceg_program_divide(traceg_program *program, poise_error *err);
/* Number of a known instruction, TRACEG_NOTHING for others. */
uint32_t traceg_program_find(const traceg_program *program, const traceg_static *inst);
void traceg_program_free(traceg_program *program);

#endif
