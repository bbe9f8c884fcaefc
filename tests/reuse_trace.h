/* Trace files whose warps walk lines of their own again and again, so that fewer warps mean more L1 hits. */
#ifndef POISE_TESTS_REUSE_TRACE_H
#define POISE_TESTS_REUSE_TRACE_H

#include "tests/test.h"
#include "trace/synthetic.h"

typedef struct reuse_shape {
    uint32_t thread_blocks;
    uint32_t warps_per_block;
    uint32_t footprint_lines; /* of each warp */
    uint32_t walks;           /* over them */
} reuse_shape;

static inline void write_reuse_trace(const char *path, uint32_t launch_index, const reuse_shape *shape)
{
    const trace_synthetic synthetic = {.thread_blocks = shape->thread_blocks,
                                       .threads_per_block = shape->warps_per_block * TRACE_WARP_SIZE,
                                       .iterations = shape->walks,
                                       .alu_per_load = 1,
                                       .lines_per_load = 1,
                                       .footprint_lines = shape->footprint_lines,
                                       .registers_per_thread = 16};
    warp_trace trace;
    assert_int_equal(trace_make_reuse(&trace, &synthetic, NULL), POISE_OK);
    trace.header.launch_index = launch_index;
    assert_int_equal(warp_trace_write(&trace, path, NULL), POISE_OK);
    warp_trace_free(&trace);
}

#endif
