/* What the tests of this room share: a small program with every kind of memory instruction, and ways to
 * write, read and compare traces of it. */
#ifndef POISE_TESTS_TRACE_TEST_H
#define POISE_TESTS_TRACE_TEST_H

#include "tests/folder.h"
#include "trace/cursor.h"
#include "trace/trace.h"

enum { NONE = TRACE_NO_REGISTER };

static trace_inst test_insts[] = {
    {.op = TRACE_OP_INT, .n_sources = 2, .destination = 0, .source = {1, 2}, .source_line = 3},
    {.op = TRACE_OP_LOAD_GLOBAL,
     .access_bytes = 4,
     .n_sources = 1,
     .destination = 1,
     .source = {0},
     .source_line = 4},
    {.op = TRACE_OP_ATOMIC_GLOBAL, .access_bytes = 4, .n_sources = 1, .destination = NONE, .source = {1}},
    {.op = TRACE_OP_LOAD_SHARED, .access_bytes = 8, .destination = 2, .source_line = 2},
    {.op = TRACE_OP_STORE_GLOBAL, .access_bytes = 16, .n_sources = 2, .destination = NONE, .source = {0, 2}},
    {.op = TRACE_OP_EXIT, .destination = NONE, .source_line = 4000000000u},
};
static trace_basic_block test_blocks[] = {{0, 2}, {2, 3}, {5, 1}};
static trace_note test_notes[] = {{"program", "./kernel 64"}, {"source", "line 1\nline 2"}};

/* 3 blocks of 40 threads: 6 warps, every second one with 8 lanes. Blocks of the program: 0 {int, ld.global},
 * 1 {atom.global, ld.shared, st.global}, 2 {exit}. Nothing of it is on the heap. */
static inline trace_header test_header(void)
{
    return (trace_header){
        .kernel = "small",
        .launch_index = 5,
        .grid = {3, 1, 1},
        .block = {40, 1, 1},
        .registers_per_thread = 20,
        .shared_bytes_per_block = 1024,
        .n_registers = 3,
        .n_inst = 6,
        .n_basic_blocks = 3,
        .inst = test_insts,
        .basic_blocks = test_blocks,
        .n_notes = 2,
        .notes = test_notes,
    };
}

enum { TEST_WARPS = 6 };

static inline uint32_t test_lanes(uint64_t warp)
{
    return warp % 2 == 0 ? 0xffffffff : 0xff;
}

static inline void record(trace_writer *writer, uint64_t warp, uint32_t block, uint32_t mask,
                          const trace_access *accesses, uint32_t n)
{
    poise_error err = {0};
    if (trace_writer_record(writer, warp, block, mask, accesses, n, &err) != 0)
        fail_msg("%s", err.text);
}

/* Step `step` of warp `warp`: the same whenever it is recorded. Returns false behind the last step. */
static inline bool record_step(trace_writer *writer, uint64_t warp, uint32_t step)
{
    const uint32_t lanes = test_lanes(warp);
    const uint64_t base = UINT64_C(0x7f0000000000) + warp * 4096 + step * UINT64_C(128);
    if (step == 7) {
        record(writer, warp, 2, lanes, NULL, 0);
        return false;
    }
    if (step % 3 == 2) {
        const uint64_t irregular[] = {base | 3, (base + 40 * 128) | 8, (base - 128) | 15,
                                      (base + 0x40000000) | 1};
        const uint64_t strided[] = {base | 1, (base + 1024) | 1, (base + 2048) | 1};
        const trace_access accesses[] = {
            {.n_lines = 4, .multiplicity = 1 + step, .lines = irregular},
            {.n_lines = 1 + (uint32_t)warp},
            {.n_lines = 3, .lines = strided},
        };
        record(writer, warp, 1, lanes & 0x55, accesses, 3);
        return true;
    }
    uint64_t lines[TRACE_MAX_LINES];
    const uint32_t n = step == 4 ? TRACE_MAX_LINES : 1;
    for (uint32_t i = 0; i < n; i++)
        lines[i] = (base + UINT64_C(128) * i) | 15;
    record(writer, warp, 0, lanes, &(trace_access){.n_lines = n, .lines = lines}, 1);
    return true;
}

/* ---- a trace whose atomics have depths ---- */

static inline trace_header depths_header(void)
{
    trace_header header = test_header();
    header.has_depths = true;
    return header;
}

/* Lines and depths of the atomic that every warp executes twice: with depths of their own, and with one and
 * the same. */
static const uint64_t depth_entries[2][4] = {
    {0x80000 | 9, 0x90000 | 2, 0x04000001, 0x00000200},
    {0x80000 | 9, 0x90000 | 2, 0x03000003, 0x00000300},
};
static const uint32_t depth_most[2] = {4, 3};

static inline void record_depths(trace_writer *writer, uint64_t warp)
{
    for (uint32_t i = 0; i < 2; i++) {
        const trace_access accesses[] = {
            {.n_lines = 2, .multiplicity = depth_most[i], .has_depths = true, .lines = depth_entries[i]},
            {.n_lines = 1},
            {.n_lines = 1, .lines = depth_entries[0]},
        };
        record(writer, warp, 1, test_lanes(warp), accesses, 3);
    }
    record(writer, warp, 2, test_lanes(warp), NULL, 0);
}

static inline void write_depths_trace(const char *path)
{
    const trace_header header = depths_header();
    trace_writer *writer = NULL;
    assert_int_equal(trace_writer_open(&writer, path, &header, NULL), 0);
    for (uint64_t warp = 0; warp < TEST_WARPS; warp++)
        record_depths(writer, warp);
    assert_int_equal(trace_writer_commit(writer, NULL), 0);
}

static inline trace_writer *open_test_writer(const char *path)
{
    const trace_header header = test_header();
    trace_writer *writer = NULL;
    poise_error err = {0};
    if (trace_writer_open(&writer, path, &header, &err) != 0)
        fail_msg("%s", err.text);
    return writer;
}

/* The test trace, warp by warp. */
static inline void write_test_trace(const char *path)
{
    trace_writer *writer = open_test_writer(path);
    for (uint64_t warp = 0; warp < TEST_WARPS; warp++) {
        for (uint32_t step = 0; record_step(writer, warp, step); step++) {
        }
    }
    assert_int_equal(trace_writer_commit(writer, NULL), 0);
}

static inline void read_trace(const char *path, warp_trace *trace)
{
    poise_error err = {0};
    if (warp_trace_read(path, trace, &err) != 0)
        fail_msg("%s", err.text);
}

/* Reads a whole file that is in memory, and keeps nothing of it. */
static inline int read_bytes(const void *data, size_t size, poise_error *err)
{
    warp_trace trace;
    const int code = warp_trace_read_memory(data, size, "trace", &trace, err);
    if (code == 0)
        warp_trace_free(&trace);
    return code;
}

#endif
