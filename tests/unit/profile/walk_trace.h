/* A trace file whose warps walk over lines of their own again and again. */
#ifndef POISE_TESTS_PROFILE_WALK_TRACE_H
#define POISE_TESTS_PROFILE_WALK_TRACE_H

#include "tests/unit/profile/folder.h"
#include "trace/trace.h"

typedef struct walk_shape {
    uint32_t blocks; /* thread blocks of two warps */
    uint32_t lines;  /* of each warp */
    uint32_t walks;  /* over them */
} walk_shape;

enum { WALK_WARPS_PER_BLOCK = 2, WALK_STEP = 0, WALK_LEAVE = 1 };

static inline void walk_warp(trace_writer *writer, uint64_t warp, const walk_shape *shape)
{
    for (uint32_t i = 0; i < shape->walks * shape->lines; i++) {
        uint64_t line = ((1u << 24) + warp * shape->lines + i % shape->lines) * TRACE_LINE_BYTES + 0xf;
        trace_access access = {.n_lines = 1, .lines = &line};
        assert_int_equal(trace_writer_record(writer, warp, WALK_STEP, UINT32_MAX, &access, 1, NULL),
                         POISE_OK);
    }
    assert_int_equal(trace_writer_record(writer, warp, WALK_LEAVE, UINT32_MAX, NULL, 0, NULL), POISE_OK);
}

static inline void write_walk(const char *path, uint32_t launch_index, const walk_shape *shape)
{
    trace_inst inst[] = {
        {.op = TRACE_OP_LOAD_GLOBAL, .access_bytes = 4, .destination = 0},
        {.op = TRACE_OP_FP, .n_sources = 1, .source = {0}, .destination = 1},
        {.op = TRACE_OP_EXIT, .destination = TRACE_NO_REGISTER},
    };
    trace_block blocks[] = {[WALK_STEP] = {0, 2}, [WALK_LEAVE] = {2, 1}};
    char kernel[] = "walk";
    const trace_header header = {.kernel = kernel,
                                 .launch_index = launch_index,
                                 .grid = {shape->blocks, 1, 1},
                                 .block = {WALK_WARPS_PER_BLOCK * TRACE_WARP_SIZE, 1, 1},
                                 .registers_per_thread = 16,
                                 .n_registers = 2,
                                 .n_inst = 3,
                                 .n_blocks = 2,
                                 .inst = inst,
                                 .blocks = blocks};
    trace_writer *writer;
    assert_int_equal(trace_writer_open(&writer, path, &header, NULL), POISE_OK);
    for (uint64_t warp = 0; warp < (uint64_t)shape->blocks * WALK_WARPS_PER_BLOCK; warp++)
        walk_warp(writer, warp, shape);
    assert_int_equal(trace_writer_commit(writer, NULL), POISE_OK);
}

#endif
