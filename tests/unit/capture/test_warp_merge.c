/* The merge of lane records: reconvergence, masks, pieces, and damaged records. Kernel of the tests:
 *     block 0   int, branch                entry
 *     block 1   ld.global, branch          loop
 *     block 2   st.global, exit            end */
#include "capture/runtime/warp_merge.h"
#include "tests/folder.h"
#include "trace/format/bytes.h"
#include "trace/line_list.h"

enum { WORDS = 64, BASE = 0x10000 };

typedef struct fixture {
    trace_inst inst[6];
    trace_basic_block blocks[3];
    capture_code_block code_blocks[3];
    capture_access_site sites[2];
    kernel_entry entry;
    capture_code code;
    capture_program_image image;
    capture_merge merge;
    trace_writer *writer;
    trace_encoder *encoder;
    uint64_t words[4][WORDS];
    lane lanes[4];
} fixture;

static trace_inst instruction(trace_op op)
{
    trace_inst inst = {.op = (uint8_t)op, .destination = TRACE_NO_REGISTER};
    inst.access_bytes = trace_op_is_memory(op) ? 4 : 0;
    for (int i = 0; i < TRACE_MAX_SOURCES; i++)
        inst.source[i] = TRACE_NO_REGISTER;
    return inst;
}

static void open_writer(fixture *f, uint32_t block_size)
{
    trace_header header = {.kernel = (char *)"test",
                           .grid = {1, 1, 1},
                           .block = {block_size, 1, 1},
                           .registers_per_thread = 8,
                           .n_inst = 6,
                           .n_basic_blocks = 3,
                           .inst = f->inst,
                           .basic_blocks = f->blocks};
    poise_error err = {0};
    if (trace_writer_open(&f->writer, test_path("merged.wtr"), &header, &err) ||
        trace_encoder_open(&f->encoder, &header, &err))
        fail_msg("%s", err.text);
}

static void set_up(fixture *f)
{
    static const trace_op ops[6] = {TRACE_OP_INT,    TRACE_OP_BRANCH,       TRACE_OP_LOAD_GLOBAL,
                                    TRACE_OP_BRANCH, TRACE_OP_STORE_GLOBAL, TRACE_OP_EXIT};
    memset(f, 0, sizeof *f);
    for (int i = 0; i < 6; i++)
        f->inst[i] = instruction(ops[i]);
    for (uint32_t b = 0; b < 3; b++) {
        f->blocks[b] = (trace_basic_block){2 * b, 2};
        f->code_blocks[b] = (capture_code_block){b ? b - 1 : 0, b > 0, 2};
    }
    f->sites[0] = (capture_access_site){.op = TRACE_OP_LOAD_GLOBAL, .bytes = 4};
    f->sites[1] = (capture_access_site){.op = TRACE_OP_STORE_GLOBAL, .bytes = 4};
    f->entry = (kernel_entry){.n_blocks = 3, .n_inst = 6};
    f->code = (capture_code){.name = "test",
                             .entry = &f->entry,
                             .blocks = f->code_blocks,
                             .sites = f->sites,
                             .n_sites = 2,
                             .most_sites = 1};
    open_writer(f, 4);
    assert_int_equal(capture_merge_open(&f->merge, &f->image, &f->code, f->encoder, NULL), 0);
    for (uint64_t i = 0; i < 4; i++) {
        f->lanes[i].buffer = f->lanes[i].write = f->words[i];
        f->lanes[i].read = f->words[i];
        f->lanes[i].state = LANE_READY;
    }
}

static void tear_down(fixture *f)
{
    capture_merge_close(&f->merge);
    trace_encoder_close(f->encoder);
}

static void put(fixture *f, int lane_number, uint64_t block, uint64_t address)
{
    lane *l = &f->lanes[lane_number];
    *l->write++ = block;
    if (block > 0)
        *l->write++ = address;
}

/* Lane i runs the loop i times. */
static void put_whole_lane(fixture *f, int i)
{
    put(f, i, 0, 0);
    for (int turn = 0; turn < i; turn++)
        put(f, i, 1, BASE + 4 * (uint64_t)i);
    put(f, i, 2, 2 * BASE + 4 * (uint64_t)i);
    f->lanes[i].state = LANE_DONE;
}

static bool merge(fixture *f)
{
    bool is_finished;
    assert_int_equal(capture_merge_warp(&f->merge, 0, f->lanes, 4, &is_finished, NULL), 0);
    return is_finished;
}

static void finish(fixture *f, warp_trace *trace)
{
    trace_bytes packed = {0};
    assert_int_equal(trace_encoder_finish_warp(f->encoder, &packed, NULL), 0);
    assert_int_equal(trace_writer_append(f->writer, packed.data, packed.n, NULL), 0);
    trace_bytes_free(&packed);
    assert_int_equal(trace_writer_commit(f->writer, NULL), 0);
    poise_error err = {0};
    if (warp_trace_read(test_path("merged.wtr"), trace, &err))
        fail_msg("%s", err.text);
}

/* The masks of executed blocks, in order, as the trace stores them. */
static void expect_stream(const warp_trace *trace)
{
    /* 0: all; loop: lanes 1-3, 2-3, 3; end: all together again. */
    static const uint32_t blocks[] = {0, 1, 1, 1, 2}, masks[] = {15, 14, 12, 8, 15};
    const uint32_t *word = trace->words;
    uint32_t mask = 0;
    for (int i = 0; i < 5; i++) {
        uint32_t head = *word++;
        if (head & 1)
            mask = *word++;
        assert_int_equal(head >> 1, blocks[i]);
        assert_int_equal(mask, masks[i]);
        if (blocks[i] > 0)
            word += 1 + line_list_size(*word);
    }
    assert_ptr_equal(word, trace->words + trace->first_word[1]);
}

static void test_reconvergence(void **state)
{
    (void)state;
    fixture f;
    warp_trace trace;
    set_up(&f);
    for (int i = 0; i < 4; i++)
        put_whole_lane(&f, i);
    assert_true(merge(&f));
    assert_int_equal(f.merge.totals.warps, 1);
    assert_int_equal(f.merge.totals.warp_insts, 10);
    assert_int_equal(f.merge.totals.thread_insts, 2 * (4 + 3 + 2 + 1 + 4));
    finish(&f, &trace);
    expect_stream(&trace);
    warp_trace_free(&trace);
    tear_down(&f);
}

/* The same when the records come piece by piece: nothing is decided before every lane has said what comes
 * next. */
static void test_pieces(void **state)
{
    (void)state;
    fixture f;
    warp_trace trace;
    set_up(&f);
    assert_false(merge(&f));
    for (int i = 0; i < 4; i++)
        put(&f, i, 0, 0);
    assert_false(merge(&f));
    assert_int_equal(f.merge.totals.warp_insts, 2);
    for (int i = 1; i < 4; i++)
        put(&f, i, 1, BASE + 4 * (uint64_t)i);
    assert_false(merge(&f)); /* lane 0 is silent */
    assert_int_equal(f.merge.totals.warp_insts, 2);
    put(&f, 0, 2, 2 * BASE);
    f.lanes[0].state = LANE_DONE;
    assert_false(merge(&f));
    assert_int_equal(f.merge.totals.warp_insts, 4);
    for (int i = 1; i < 4; i++) {
        for (int turn = 1; turn < i; turn++)
            put(&f, i, 1, BASE + 4 * (uint64_t)i);
        put(&f, i, 2, 2 * BASE + 4 * (uint64_t)i);
        f.lanes[i].state = LANE_DONE;
    }
    assert_true(merge(&f));
    finish(&f, &trace);
    expect_stream(&trace);
    warp_trace_free(&trace);
    tear_down(&f);
}

/* A lane that stopped inside its block (a barrier) has not recorded it completely. */
static void test_open_record_waits(void **state)
{
    (void)state;
    fixture f;
    set_up(&f);
    for (int i = 0; i < 4; i++) {
        put(&f, i, 0, 0);
        put(&f, i, 1, 0);
        f.lanes[i].state = LANE_AT_BARRIER;
        f.lanes[i].has_open_record = true;
    }
    assert_false(merge(&f));
    assert_int_equal(f.merge.totals.warp_insts, 2);
    trace_writer_abort(f.writer);
    tear_down(&f);
}

/* A kernel that writes over its own record. */
static void test_damaged_record(void **state)
{
    (void)state;
    fixture f;
    set_up(&f);
    bool is_finished;
    poise_error err = {0};
    for (int i = 0; i < 4; i++)
        put(&f, i, 3, 0);
    assert_int_equal(capture_merge_warp(&f.merge, 0, f.lanes, 4, &is_finished, &err), POISE_FAILED);
    assert_non_null(strstr(err.text, "overwritten"));
    f.words[0][0] = UINT64_MAX;
    assert_int_equal(capture_merge_warp(&f.merge, 0, f.lanes, 1, &is_finished, &err), POISE_FAILED);
    trace_writer_abort(f.writer);
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reconvergence),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_open_record_waits),
        cmocka_unit_test(test_damaged_record),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
