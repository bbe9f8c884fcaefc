/* What the tests of Accel-Sim traces share: texts as files, imports into the test folder, comparison of two
 * traces by what they executed. */
#ifndef POISE_TESTS_ACCELSIM_TEST_H
#define POISE_TESTS_ACCELSIM_TEST_H

#include "tests/folder.h"
#include "trace/accelsim/import.h"
#include "trace/cursor.h"

/* A launch of one block of `threads` threads, up to the line with its number. */
#define LAUNCH_OF(threads)                                                                               \
    "-kernel name = k\n-kernel id = 3\n-grid dim = (1,1,1)\n-block dim = (" threads ",1,1)\n"            \
    "-shmem = 64\n-nregs = 24\n-binary version = 80\n-shmem base_addr = 0x1000000\n"                     \
    "-local mem base_addr = 0x2000000\n-accelsim tracer version = 4\n-enable lineinfo = 0\n\n"           \
    "#traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width\n\n#BEGIN_TB\n\n" \
    "thread block = 0,0,0\n\n"
#define WARP(number, count) "warp = " number "\ninsts = " count "\n"
#define EXIT_ALL            "0100 ffffffff 0 EXIT 0 0 \n"
#define END_OF_BLOCK        "\n#END_TB\n"

static inline void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

static inline int import_text(const char *text, bool strict, traceg_import_report *report, poise_error *err)
{
    write_text(test_path("in.traceg"), text);
    return traceg_import(test_path("in.traceg"), test_folder, 0, strict, report, err);
}

/* Imports and reads a trace of kernel "k". */
static inline void import_good(const char *text, traceg_import_report *report, warp_trace *trace)
{
    poise_error err = {0};
    if (import_text(text, false, report, &err) != 0)
        fail_msg("%s", err.text);
    if (warp_trace_read(test_path("0000-k.wtr"), trace, &err) != 0)
        fail_msg("%s", err.text);
}

/* The `number`-th instruction that a warp executed; the cursor stands on it. */
static inline const trace_inst *executed(trace_cursor *cursor, uint32_t number)
{
    while (trace_cursor_next_block(cursor)) {
        const trace_inst *inst;
        while ((inst = trace_cursor_next_inst(cursor)) != NULL)
            if (number-- == 0)
                return inst;
    }
    fail_msg("the warp has fewer instructions");
    return NULL;
}

/* The next executed instruction, over the limits of blocks; NULL at the end. */
static inline const trace_inst *next_executed(trace_cursor *cursor, bool *begun)
{
    const trace_inst *inst = *begun ? trace_cursor_next_inst(cursor) : NULL;
    *begun = true;
    while (inst == NULL && trace_cursor_next_block(cursor))
        inst = trace_cursor_next_inst(cursor);
    return inst;
}

static inline void assert_same_access(const trace_cursor *a, const trace_cursor *b)
{
    assert_int_equal(a->active_mask, b->active_mask);
    assert_int_equal(a->passes, b->passes);
    assert_int_equal(a->multiplicity, b->multiplicity);
    assert_int_equal(a->n_lines, b->n_lines);
    for (uint32_t i = 0; i < a->n_lines; i++) {
        assert_int_equal(word_sectors(a->lines[i]), word_sectors(b->lines[i]));
        assert_int_equal(trace_line_address(a->trace, word_line(a->lines[i])),
                         trace_line_address(b->trace, word_line(b->lines[i])));
        if (a->depths != NULL) {
            assert_non_null(b->depths);
            assert_int_equal(a->depths[i], b->depths[i]);
        }
    }
}

/* Every warp of both traces executed the same classes with the same masks and accesses. */
static inline void assert_same_execution(const warp_trace *a, const warp_trace *b)
{
    assert_int_equal(a->n_warps, b->n_warps);
    for (uint64_t w = 0; w < a->n_warps; w++) {
        trace_cursor in_a = trace_cursor_begin(a, w), in_b = trace_cursor_begin(b, w);
        bool begun_a = false, begun_b = false;
        for (;;) {
            const trace_inst *one = next_executed(&in_a, &begun_a), *two = next_executed(&in_b, &begun_b);
            assert_int_equal(one == NULL, two == NULL);
            if (one == NULL || two == NULL)
                break;
            assert_int_equal(one->op, two->op);
            assert_int_equal(one->destination, two->destination);
            if (trace_op_is_memory(one->op))
                assert_same_access(&in_a, &in_b);
            else
                assert_int_equal(in_a.active_mask, in_b.active_mask);
        }
    }
}

#endif
