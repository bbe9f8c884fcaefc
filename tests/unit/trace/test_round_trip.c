/* Does a trace come back as it was recorded, and does the file depend on nothing else? */
#include "trace_test.h"

#include "trace/synthetic.h"

static void header_comes_back(void **state)
{
    (void)state;
    write_test_trace(test_path("a.wtr"));
    warp_trace trace;
    read_trace(test_path("a.wtr"), &trace);
    const trace_header *header = &trace.header;
    assert_string_equal(header->kernel, "small");
    assert_int_equal(header->launch_index, 5);
    assert_int_equal(header->grid[0], 3);
    assert_int_equal(header->block[0], 40);
    assert_int_equal(header->registers_per_thread, 20);
    assert_int_equal(header->shared_bytes_per_block, 1024);
    assert_int_equal(header->n_registers, 3);
    assert_int_equal(header->n_notes, 2);
    assert_string_equal(header->notes[1].key, "source");
    assert_string_equal(header->notes[1].value, "line 1\nline 2");
    assert_int_equal(header->n_basic_blocks, 3);
    assert_memory_equal(header->basic_blocks, test_blocks, sizeof test_blocks);
    assert_int_equal(header->n_inst, 6);
    for (uint32_t i = 0; i < 6; i++) {
        const trace_inst *inst = &header->inst[i];
        assert_int_equal(inst->op, test_insts[i].op);
        assert_int_equal(inst->access_bytes, test_insts[i].access_bytes);
        assert_int_equal(inst->destination, test_insts[i].destination);
        assert_int_equal(inst->source_line, test_insts[i].source_line);
        for (uint32_t s = 0; s < TRACE_MAX_SOURCES; s++)
            assert_int_equal(inst->source[s],
                             s < inst->n_sources ? test_insts[i].source[s] : TRACE_NO_REGISTER);
    }
    assert_int_equal(trace.n_thread_blocks, 3);
    assert_int_equal(trace.warps_per_block, 2);
    assert_int_equal(trace.n_warps, 6);
    warp_trace_free(&trace);
}

static uint64_t address_and_sectors(const trace_cursor *cursor, uint32_t i)
{
    return trace_access_of_word(cursor->trace, cursor->lines[i]);
}

/* Steps 0, 1, 2 of warp 3, whose lines are described in record_step. */
static void records_come_back(void **state)
{
    (void)state;
    write_test_trace(test_path("a.wtr"));
    warp_trace trace;
    read_trace(test_path("a.wtr"), &trace);
    const uint64_t base = UINT64_C(0x7f0000000000) + 3 * 4096;
    trace_cursor cursor = trace_cursor_begin(&trace, 3);
    for (uint32_t step = 0; step < 2; step++) {
        assert_true(trace_cursor_next_block(&cursor));
        assert_int_equal(cursor.block, 0);
        assert_int_equal(cursor.active_mask, 0xff);
        assert_int_equal(trace_cursor_next_inst(&cursor)->op, TRACE_OP_INT);
        assert_int_equal(trace_cursor_next_inst(&cursor)->op, TRACE_OP_LOAD_GLOBAL);
        assert_int_equal(cursor.n_lines, 1);
        assert_true(address_and_sectors(&cursor, 0) == ((base + step * UINT64_C(128)) | 15));
    }
    assert_true(trace_cursor_next_block(&cursor));
    assert_int_equal(cursor.block, 1);
    assert_int_equal(cursor.active_mask, 0x55);
    assert_int_equal(trace_cursor_next_inst(&cursor)->op, TRACE_OP_ATOMIC_GLOBAL);
    assert_int_equal(cursor.n_lines, 4);
    assert_int_equal(cursor.multiplicity, 3);
    assert_true(address_and_sectors(&cursor, 0) == ((base + 256) | 3));
    assert_true(address_and_sectors(&cursor, 1) == ((base + 256 + 5120) | 8));
    assert_true(address_and_sectors(&cursor, 2) == ((base + 128) | 15));
    assert_true(address_and_sectors(&cursor, 3) == ((base + 256 + 0x40000000) | 1));
    assert_int_equal(trace_cursor_next_inst(&cursor)->op, TRACE_OP_LOAD_SHARED);
    assert_int_equal(cursor.passes, 4);
    assert_int_equal(trace_cursor_next_inst(&cursor)->op, TRACE_OP_STORE_GLOBAL);
    assert_int_equal(cursor.n_lines, 3);
    assert_true(address_and_sectors(&cursor, 2) == ((base + 256 + 2048) | 1));
    assert_null(trace_cursor_next_inst(&cursor));
    warp_trace_free(&trace);
}

/* Per warp: 5 times block 0, 2 times block 1 (4 lanes), once block 2. Steps 0, 1, 3, 6 load 1 line, step 4
 * loads 64, steps 2 and 5 touch 4 + 3. */
static void totals_add_up(void **state)
{
    (void)state;
    write_test_trace(test_path("a.wtr"));
    warp_trace trace;
    read_trace(test_path("a.wtr"), &trace);
    assert_int_equal(trace.warp_insts, 6 * (5 * 2 + 2 * 3 + 1));
    assert_int_equal(trace.thread_insts, 3 * (11 * 32 + 6 * 4) + 3 * (11 * 8 + 6 * 4));
    assert_int_equal(trace.line_accesses, 6 * (4 + 64 + 14));
    assert_int_equal(trace.n_pages, 2); /* the buffers and the far line 1 GiB on */
    assert_true(trace.page_address[0] == UINT64_C(0x7f0000000000));
    assert_true(trace.page_address[1] == UINT64_C(0x7f0040000000));
    warp_trace_free(&trace);
}

/* Ways to deliver the same warps. */

static void deliver_backwards(trace_writer *writer)
{
    for (uint64_t warp = TEST_WARPS; warp-- > 0;)
        for (uint32_t step = 0; record_step(writer, warp, step); step++) {
        }
}

static void deliver_in_turns(trace_writer *writer)
{
    for (uint32_t step = 0; step < 8; step++)
        for (uint64_t warp = 0; warp < TEST_WARPS; warp++)
            record_step(writer, warp, step);
}

static void deliver_with_early_finish(trace_writer *writer)
{
    for (uint64_t warp = 0; warp < TEST_WARPS; warp += 2) {
        for (uint32_t step = 0; step < 8; step++) {
            record_step(writer, warp + 1, step);
            record_step(writer, warp, step);
        }
        assert_int_equal(trace_writer_finish_warps(writer, warp + 2, NULL), 0);
        assert_int_equal(trace_writer_finish_warps(writer, warp + 1, NULL), 0); /* no step back */
    }
}

static void interleaving_does_not_change_the_file(void **state)
{
    (void)state;
    static void (*const ways[])(trace_writer *) = {deliver_backwards, deliver_in_turns,
                                                   deliver_with_early_finish};
    write_test_trace(test_path("a.wtr"));
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        trace_writer *writer = open_test_writer(test_path("b.wtr"));
        ways[i](writer);
        assert_int_equal(trace_writer_commit(writer, NULL), 0);
        assert_same_bytes(test_path("a.wtr"), test_path("b.wtr"));
    }
}

static bool same_record(const trace_cursor *a, const trace_cursor *b)
{
    bool same = a->block == b->block && a->active_mask == b->active_mask && a->n_lines == b->n_lines &&
                a->passes == b->passes && a->multiplicity == b->multiplicity;
    for (uint32_t i = 0; same && i < a->n_lines; i++)
        same = address_and_sectors(a, i) == address_and_sectors(b, i);
    return same;
}

static void assert_same_execution(const warp_trace *a, const warp_trace *b)
{
    assert_true(a->n_warps == b->n_warps && a->warp_insts == b->warp_insts);
    assert_true(a->thread_insts == b->thread_insts && a->line_accesses == b->line_accesses);
    for (uint64_t warp = 0; warp < a->n_warps; warp++) {
        trace_cursor x = trace_cursor_begin(a, warp), y = trace_cursor_begin(b, warp);
        while (trace_cursor_next_block(&x)) {
            assert_true(trace_cursor_next_block(&y));
            assert_true(same_record(&x, &y));
            while (trace_cursor_next_inst(&x) != NULL) {
                assert_non_null(trace_cursor_next_inst(&y));
                assert_true(same_record(&x, &y));
            }
        }
        assert_false(trace_cursor_next_block(&y));
    }
}

/* Several chunks of incompressible lines on several pages: what a file of real size exercises. */
static void large_irregular_trace_comes_back(void **state)
{
    (void)state;
    const trace_synthetic shape = {
        .thread_blocks = 40,
        .threads_per_block = 250,
        .iterations = 120,
        .alu_per_load = 1,
        .lines_per_load = 32,
        .footprint_lines = 1000000,
        .seed = 1,
    };
    warp_trace made, read;
    assert_int_equal(trace_make_random(&made, &shape, NULL), 0);
    assert_int_equal(warp_trace_write(&made, test_path("a.wtr"), NULL), 0);
    struct stat info;
    assert_int_equal(stat(test_path("a.wtr"), &info), 0);
    assert_true(info.st_size > 2 << 20); /* more than two chunks */
    read_trace(test_path("a.wtr"), &read);
    assert_int_equal(read.n_pages, made.n_pages);
    assert_same_execution(&made, &read);

    assert_int_equal(warp_trace_write(&read, test_path("b.wtr"), NULL), 0);
    char *first, *second;
    size_t first_size, second_size;
    first = slurp(test_path("a.wtr"), &first_size);
    second = slurp(test_path("b.wtr"), &second_size);
    assert_int_equal(first_size, second_size);
    assert_memory_equal(first, second, first_size);
    free(first);
    free(second);
    warp_trace_free(&made);
    warp_trace_free(&read);
}

/* Measured: 0.0005 bytes per warp instruction on regular kernels. */
static void regular_traces_cost_next_to_nothing(void **state)
{
    (void)state;
    const trace_synthetic shape = {.thread_blocks = 64,
                                   .threads_per_block = 256,
                                   .iterations = 500,
                                   .alu_per_load = 4,
                                   .lines_per_load = 1};
    warp_trace trace;
    assert_int_equal(trace_make_stream(&trace, &shape, NULL), 0);
    assert_int_equal(warp_trace_write(&trace, test_path("a.wtr"), NULL), 0);
    struct stat info;
    assert_int_equal(stat(test_path("a.wtr"), &info), 0);
    assert_true((double)info.st_size / (double)trace.warp_insts < 0.0005);
    warp_trace_free(&trace);
}

static void hash_is_of_the_content_alone(void **state)
{
    (void)state;
    warp_trace plain, noted;
    write_test_trace(test_path("a.wtr"));
    read_trace(test_path("a.wtr"), &plain);
    assert_int_equal(strlen(plain.hash), 32);

    /* Other notes: same content. */
    noted = plain;
    noted.header.n_notes = 1;
    assert_int_equal(warp_trace_write(&noted, test_path("b.wtr"), NULL), 0);
    read_trace(test_path("b.wtr"), &noted);
    assert_string_equal(plain.hash, noted.hash);
    warp_trace_free(&noted);

    /* One more register per thread: other content. */
    noted = plain;
    noted.header.registers_per_thread++;
    assert_int_equal(warp_trace_write(&noted, test_path("b.wtr"), NULL), 0);
    read_trace(test_path("b.wtr"), &noted);
    assert_string_not_equal(plain.hash, noted.hash);
    warp_trace_free(&noted);
    warp_trace_free(&plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header_comes_back),
        cmocka_unit_test(records_come_back),
        cmocka_unit_test(totals_add_up),
        cmocka_unit_test(interleaving_does_not_change_the_file),
        cmocka_unit_test(large_irregular_trace_comes_back),
        cmocka_unit_test(regular_traces_cost_next_to_nothing),
        cmocka_unit_test(hash_is_of_the_content_alone),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
