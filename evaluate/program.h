/* A program to evaluate: a folder of warp traces, one for each kernel launch, in order of launch. */
#ifndef POISE_EVALUATE_PROGRAM_H
#define POISE_EVALUATE_PROGRAM_H

#include "sim/config/config.h"
#include "trace/trace.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a launch asks of a machine. */
typedef struct evaluate_shape {
    uint32_t n_thread_blocks, warps_per_block, registers_per_thread, shared_bytes_per_block;
} evaluate_shape;

typedef struct evaluate_launch {
    char *path; /* of the .wtr file */
    char *kernel;
    uint32_t index;                    /* 0-based number of the launch in its program */
    char trace_hash[POISE_HASH_TEXT];  /* finds the launch in a profile */
    char profiled_as[POISE_HASH_TEXT]; /* launch whose measured points stand for it; empty: its own */
    uint32_t warps;                    /* W: warps per scheduler that occupancy allows */
    uint32_t filled_warps;             /* of these, as many as the grid can fill */
    uint64_t warp_insts;               /* for estimates of time */
    evaluate_shape shape;              /* what `warps` follow from on another machine; not kept in results */
} evaluate_launch;

typedef struct evaluate_program {
    char *name; /* base name of the folder */
    size_t n_launches;
    evaluate_launch *launches;
} evaluate_program;

/* Reads every .wtr file of `folder` once to learn what stands above; traces are not kept. A folder without
 * traces, or a launch that does not fit the machine, is an error. Free with evaluate_program_free. */
int evaluate_program_open(evaluate_program *program, const char *folder, const sim_config *config,
                          poise_error *err);
/* The same program, opened already, on another machine: reads no traces. */
int evaluate_program_open_on(evaluate_program *program, const evaluate_program *opened,
                             const sim_config *config, poise_error *err);
/* A zeroed one is fine. */
void evaluate_program_free(evaluate_program *program);

/* Whether both have been opened from one folder, however it was written: their first traces are one file. */
bool evaluate_program_is_same(const evaluate_program *one, const evaluate_program *other);

/* Most warps per scheduler of any launch. */
uint32_t evaluate_program_warps(const evaluate_program *program);
/* Of all launches. */
double evaluate_program_warp_insts(const evaluate_program *program);

#endif
