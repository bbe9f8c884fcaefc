/* Do the synthetic traces have the properties they promise, and does the summary find them? */
#include "trace_test.h"

#include "trace/info/info.h"
#include "trace/synthetic.h"

#include <stdlib.h>

static const trace_synthetic shape = {
    .thread_blocks = 3,
    .threads_per_block = 72, /* 2 whole warps and one of 8 lanes */
    .iterations = 5,
    .alu_per_load = 4,
    .lines_per_load = 2,
    .footprint_lines = 16,
    .seed = 7,
};
enum { WARPS = 9 };

static trace_summary summarize(warp_trace *trace)
{
    trace_summary summary;
    assert_int_equal(trace_summarize(trace, &summary, NULL), 0);
    warp_trace_free(trace);
    free(summary.inst); /* the tests look at numbers only */
    summary.inst = NULL;
    return summary;
}

static void stream_touches_every_line_once(void **state)
{
    (void)state;
    warp_trace trace;
    assert_int_equal(trace_make_stream(&trace, &shape, NULL), 0);
    assert_int_equal(trace.n_warps, WARPS);
    assert_int_equal(trace.warp_insts, WARPS * (2 + 5 * 6));
    assert_int_equal(trace.thread_insts, 3 * 72 * 32);
    assert_int_equal(trace.line_accesses, WARPS * 5 * 2);
    const trace_summary s = summarize(&trace);
    assert_int_equal(s.load_lines, 90);
    assert_int_equal(s.load_cold, 90);
    assert_int_equal(s.load_reuse_intra + s.load_reuse_inter, 0);
    assert_int_equal(s.footprint_lines, 90);
    assert_int_equal(s.footprint_sectors, 180); /* 16 lanes of 4 bytes per line */
    assert_true(s.mean_active_lanes == 24);
    assert_true(s.lines_per_global_access == 2);
    assert_int_equal(s.insts[TRACE_OP_LOAD_GLOBAL], 45);
    assert_int_equal(s.insts[TRACE_OP_FP], 180);
    assert_int_equal(s.insts[TRACE_OP_EXIT], 9);
    assert_true(s.insts_per_global_load == 32.0 / 5);
}

/* Whole lines of its own for every store, read back from a file as they were made. */
static void stores_write_lines_of_their_own(void **state)
{
    (void)state;
    trace_synthetic storing = shape;
    storing.stores_per_load = 3;
    storing.footprint_lines = 16;
    warp_trace trace, read;
    assert_int_equal(trace_make_reuse(&trace, &storing, NULL), 0);
    assert_int_equal(trace.warp_insts, WARPS * (2 + 40 * (6 + 3)));
    assert_int_equal(trace.line_accesses, WARPS * 40 * (2 + 3));
    assert_int_equal(warp_trace_write(&trace, test_path("stores.wtr"), NULL), 0);
    assert_int_equal(warp_trace_read(test_path("stores.wtr"), &read, NULL), 0);
    assert_int_equal(read.line_accesses, trace.line_accesses);
    warp_trace_free(&read);
    const trace_summary s = summarize(&trace);
    assert_int_equal(s.insts[TRACE_OP_STORE_GLOBAL], WARPS * 40 * 3);
    assert_int_equal(s.footprint_lines, WARPS * (16 + 40 * 3));
    storing.stores_per_load = 65;
    assert_int_equal(trace_make_reuse(&trace, &storing, NULL), POISE_USAGE);
}

static void dependences_run_from_load_to_branch(void **state)
{
    (void)state;
    warp_trace trace;
    assert_int_equal(trace_make_stream(&trace, &shape, NULL), 0);
    const trace_basic_block *loop = &trace.header.basic_blocks[1];
    const trace_inst *inst = trace.header.inst + loop->first_inst;
    assert_int_equal(loop->n_inst, 6);
    assert_int_equal(inst[0].op, TRACE_OP_LOAD_GLOBAL);
    for (uint32_t i = 1; i < 6; i++) {
        assert_int_equal(inst[i].n_sources, 1);
        assert_int_equal(inst[i].source[0], inst[i - 1].destination);
    }
    assert_int_equal(inst[5].op, TRACE_OP_BRANCH);
    warp_trace_free(&trace);
}

static void reuse_is_private_to_warps(void **state)
{
    (void)state;
    warp_trace trace;
    assert_int_equal(trace_make_reuse(&trace, &shape, NULL), 0);
    const trace_summary s = summarize(&trace);
    assert_int_equal(s.load_lines, WARPS * 16 * 5);
    assert_int_equal(s.load_cold, WARPS * 16);
    assert_int_equal(s.load_reuse_intra, WARPS * 16 * 4);
    assert_int_equal(s.load_reuse_inter, 0);
    assert_int_equal(s.shared_lines + s.shared_line_loads, 0);
}

static void compute_needs_one_line_per_warp(void **state)
{
    (void)state;
    warp_trace trace;
    assert_int_equal(trace_make_compute(&trace, &shape, NULL), 0);
    const trace_summary s = summarize(&trace);
    assert_int_equal(s.footprint_lines, WARPS);
    assert_int_equal(s.load_reuse_intra, WARPS * 4);
}

static void random_depends_on_the_seed_alone(void **state)
{
    (void)state;
    warp_trace a, b, c;
    trace_synthetic other = shape;
    other.seed = 8;
    assert_int_equal(trace_make_random(&a, &shape, NULL), 0);
    assert_int_equal(trace_make_random(&b, &shape, NULL), 0);
    assert_int_equal(trace_make_random(&c, &other, NULL), 0);
    assert_string_equal(a.hash, b.hash);
    assert_string_not_equal(a.hash, c.hash);
    warp_trace_free(&b);
    warp_trace_free(&c);
    const trace_summary s = summarize(&a);
    assert_int_equal(s.load_lines, 90);
    assert_int_equal(s.load_cold, 16); /* 90 draws leave none of 16 lines out (for this seed) */
    assert_int_equal(s.load_cold + s.load_reuse_intra + s.load_reuse_inter, 90);
    assert_true(s.load_reuse_inter > 0);
}

/* Warps 0 and 1 of the test program by hand: shares do not depend on which warp comes first. */
static void reuse_between_warps_is_told_apart(void **state)
{
    (void)state;
    static const uint64_t x[] = {0x1000 | 1}, y[] = {0x2000 | 2};
    static const uint64_t *const loads[TEST_WARPS][3] = {{x, x, y}, {x, y, y}, {y, NULL, NULL}};
    trace_writer *writer = open_test_writer(test_path("a.wtr"));
    for (uint64_t warp = 0; warp < TEST_WARPS; warp++) {
        for (int i = 0; i < 3 && loads[warp][i] != NULL; i++)
            record(writer, warp, 0, 1, &(trace_access){.n_lines = 1, .lines = loads[warp][i]}, 1);
        record(writer, warp, 2, 1, NULL, 0);
    }
    assert_int_equal(trace_writer_commit(writer, NULL), 0);
    warp_trace trace;
    read_trace(test_path("a.wtr"), &trace);
    const trace_summary s = summarize(&trace);
    assert_int_equal(s.load_lines, 7);
    assert_int_equal(s.load_cold, 2);
    assert_int_equal(s.load_reuse_intra, 2); /* second x of warp 0, second y of warp 1 */
    assert_int_equal(s.load_reuse_inter, 3); /* x and y of warp 1, y of warp 2 */
    assert_int_equal(s.footprint_sectors, 2);
    assert_true(s.mean_active_lanes == 1);
}

/* Warps 0 and 1 are a thread block, and so on. */
static void lines_of_several_blocks_are_told_apart(void **state)
{
    (void)state;
    static const uint64_t x[] = {0x1000 | 1}, y[] = {0x2000 | 2}, z[] = {0x3000 | 1};
    static const uint64_t *const loads[TEST_WARPS][3] = {{x, x, y}, {y, x}, {z}, {z, x}, {0}, {x}};
    trace_writer *writer = open_test_writer(test_path("a.wtr"));
    for (uint64_t warp = 0; warp < TEST_WARPS; warp++) {
        for (int i = 0; i < 3 && loads[warp][i] != NULL; i++)
            record(writer, warp, 0, 1, &(trace_access){.n_lines = 1, .lines = loads[warp][i]}, 1);
        record(writer, warp, 2, 1, NULL, 0);
    }
    assert_int_equal(trace_writer_commit(writer, NULL), 0);
    warp_trace trace;
    read_trace(test_path("a.wtr"), &trace);
    assert_int_equal(trace.warps_per_block, 2);
    const trace_summary s = summarize(&trace);
    assert_int_equal(s.load_lines, 9);
    assert_int_equal(s.load_cold, 3);
    assert_int_equal(s.shared_lines, 1);      /* x */
    assert_int_equal(s.shared_line_loads, 5); /* three before another block came, and two */
}

static void summary_counts_every_space(void **state)
{
    (void)state;
    write_test_trace(test_path("a.wtr"));
    warp_trace trace;
    read_trace(test_path("a.wtr"), &trace);
    const trace_summary s = summarize(&trace);
    assert_int_equal(s.insts[TRACE_OP_ATOMIC_GLOBAL], 12);
    /* 30 loads, 12 atomics, 12 stores; shared memory needs 1 + warp passes */
    assert_true(s.lines_per_global_access == 6 * 82 / 54.0);
    assert_true(s.passes_per_shared_access == 3.5);
}

static void bad_shapes_are_refused(void **state)
{
    (void)state;
    warp_trace trace;
    poise_error err;
    trace_synthetic bad = shape;
    bad.footprint_lines = 15;
    assert_int_equal(trace_make_reuse(&trace, &bad, &err), POISE_USAGE);
    assert_contains(err.text, "multiple of lines_per_load");
    bad.footprint_lines = 1;
    assert_int_equal(trace_make_random(&trace, &bad, &err), POISE_USAGE);
    bad = shape;
    bad.threads_per_block = 1025;
    assert_int_equal(trace_make_stream(&trace, &bad, &err), POISE_USAGE);
    bad = shape;
    bad.lines_per_load = 33;
    assert_int_equal(trace_make_stream(&trace, &bad, &err), POISE_USAGE);
    bad = shape;
    bad.iterations = 0;
    assert_int_equal(trace_make_compute(&trace, &bad, &err), POISE_USAGE);
    bad = shape;
    bad.thread_blocks = bad.iterations = 1 << 20; /* 32 TiB of lines */
    assert_int_equal(trace_make_stream(&trace, &bad, &err), POISE_USAGE);
    assert_contains(err.text, "16384 pages");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stream_touches_every_line_once),
        cmocka_unit_test(stores_write_lines_of_their_own),
        cmocka_unit_test(dependences_run_from_load_to_branch),
        cmocka_unit_test(reuse_is_private_to_warps),
        cmocka_unit_test(compute_needs_one_line_per_warp),
        cmocka_unit_test(random_depends_on_the_seed_alone),
        cmocka_unit_test(reuse_between_warps_is_told_apart),
        cmocka_unit_test(lines_of_several_blocks_are_told_apart),
        cmocka_unit_test(summary_counts_every_space),
        cmocka_unit_test(bad_shapes_are_refused),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
