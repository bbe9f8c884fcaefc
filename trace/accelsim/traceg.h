/* Accel-Sim's text traces of SASS instructions, `kernel-N.traceg`: reading them piece by piece.
 *
 * A file has the facts of one launch, then its thread blocks in the order in which they are handed out, each
 * with its warps one after the other. Source: the format as Accel-Sim's parser accepts
 * it. Grouped traces only (tracer version 3 and later). */
#ifndef POISE_TRACE_ACCELSIM_TRACEG_H
#define POISE_TRACE_ACCELSIM_TRACEG_H

#include "trace/accelsim/opcodes.h"
#include "trace/trace.h"

/* What a file says before its first thread block. Absent numbers are 0. */
typedef struct traceg_launch {
    char *kernel;
    uint64_t kernel_id;
    uint32_t grid[3], block[3]; /* checked: the limits of struct trace_header hold */
    uint64_t shared_bytes;      /* per thread block */
    uint64_t registers;         /* per thread */
    uint64_t binary_version;    /* compute capability: 35 .. 86 */
    uint64_t tracer_version;    /* 0 or at least 3 */
    uint64_t line_info;         /* 1: instructions begin with a source line */
    uint64_t shared_base;       /* where generic addresses mean shared memory */
    uint64_t local_base;        /* and local memory */
    uint32_t n_thread_blocks;   /* product of grid[] */
    uint32_t threads_per_block; /* product of block[] */
    uint32_t warps_per_block;
} traceg_launch;

/* One executed warp instruction. */
typedef struct traceg_inst {
    uint64_t pc;
    uint32_t mask;      /* active lanes; 0 is possible: the predicate of no lane held */
    const char *opcode; /* text, valid during the call */
    traceg_opcode kind;
    trace_inst inst;      /* class, width, registers R0..R255 as 0..255, source line; zeroed where unused */
    uint32_t n_addresses; /* active lanes of a memory instruction, otherwise 0 */
    uint64_t address[TRACE_WARP_SIZE]; /* of the active lanes */
} traceg_inst;

/* What is done with the pieces of a file; a result other than 0 ends the reading. All but
 * `inst` may be NULL. Warps are numbered through the launch in the order of thread blocks in the file. */
typedef struct traceg_handler {
    int (*launch)(void *context, const traceg_launch *launch, poise_error *err);
    int (*inst)(void *context, uint64_t warp, const traceg_inst *inst, poise_error *err);
    int (*warp_end)(void *context, uint64_t warp, poise_error *err);
    int (*block_end)(void *context, uint64_t warps_so_far, poise_error *err);
} traceg_handler;

/* Reads a file, plain or xz, with bounded memory. POISE_FAILED when it cannot be read, POISE_DAMAGED with
 * file and line when it is no trace that Accel-Sim would run to its end: wrong numbers, a thread block too
 * many or too few, a warp that is missing, there twice or whose threads do not all EXIT. */
int traceg_read(const char *path, const traceg_handler *handler, void *context, poise_error *err);

/* ---- parts of the reader ---- */

/* Takes a line "-key = value"; unknown keys are ignored. */
int traceg_launch_line(traceg_launch *launch, char *line, poise_error *err);
/* Checks that nothing is missing or out of range, and fills in the products. */
int traceg_launch_check(traceg_launch *launch, poise_error *err);
void traceg_launch_free(traceg_launch *launch);

/* Takes the line of an instruction apart; `inst` points into it. */
int traceg_inst_line(const traceg_launch *launch, char *line, traceg_inst *inst, poise_error *err);

#endif
