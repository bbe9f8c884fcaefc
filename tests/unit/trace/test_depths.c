/* Depths of atomics: do they come back, is a file without atomics what it was, is one without depths still
 * read, and is every damage noticed? */
#include "trace_test.h"

enum { VERSION_AT = 8 };

static uint8_t version_of(const char *path)
{
    size_t size;
    char *whole = slurp(path, &size);
    const uint8_t version = (uint8_t)whole[VERSION_AT];
    free(whole);
    return version;
}

static void check_atomic(trace_cursor *cursor, uint32_t i)
{
    assert_true(trace_cursor_next_block(cursor));
    assert_int_equal(trace_cursor_next_inst(cursor)->op, TRACE_OP_ATOMIC_GLOBAL);
    assert_int_equal(cursor->multiplicity, depth_most[i]);
    assert_int_equal(cursor->n_lines, 2);
    assert_non_null(cursor->depths);
    uint64_t entries[TRACE_MAX_ENTRIES];
    const trace_access access = trace_cursor_access(cursor, entries);
    assert_true(access.has_depths);
    assert_memory_equal(entries, depth_entries[i], sizeof depth_entries[i]);
    assert_int_equal(trace_cursor_next_inst(cursor)->op, TRACE_OP_LOAD_SHARED);
    assert_null(cursor->depths);
    assert_int_equal(cursor->passes, 1);
    assert_int_equal(trace_cursor_next_inst(cursor)->op, TRACE_OP_STORE_GLOBAL);
    assert_null(cursor->depths);
    assert_int_equal(cursor->n_lines, 1);
}

static void depths_come_back(void **state)
{
    (void)state;
    write_depths_trace(test_path("a.wtr"));
    assert_int_equal(version_of(test_path("a.wtr")), TRACE_FORMAT_VERSION + TRACE_WITH_DEPTHS);
    warp_trace trace;
    read_trace(test_path("a.wtr"), &trace);
    assert_true(trace.header.has_depths);
    for (uint32_t warp = 0; warp < TEST_WARPS; warp++) {
        trace_cursor cursor = trace_cursor_begin(&trace, warp);
        check_atomic(&cursor, 0);
        check_atomic(&cursor, 1);
        assert_true(trace_cursor_next_block(&cursor));
        assert_false(trace_cursor_next_block(&cursor));
    }
    assert_int_equal(warp_trace_write(&trace, test_path("b.wtr"), NULL), 0);
    assert_same_bytes(test_path("a.wtr"), test_path("b.wtr"));
    warp_trace_free(&trace);
}

/* A file of before is read, says what it lacks, and is written as it was. */
static void traces_without_depths_stay_as_they_were(void **state)
{
    (void)state;
    write_test_trace(test_path("old.wtr"));
    assert_int_equal(version_of(test_path("old.wtr")), TRACE_FORMAT_VERSION);
    warp_trace trace;
    read_trace(test_path("old.wtr"), &trace);
    assert_false(trace.header.has_depths);
    assert_int_equal(warp_trace_write(&trace, test_path("again.wtr"), NULL), 0);
    assert_same_bytes(test_path("old.wtr"), test_path("again.wtr"));
    warp_trace_free(&trace);
}

static void write_without_atomics(const char *path, bool has_depths)
{
    trace_header header = test_header();
    trace_inst insts[6];
    memcpy(insts, test_insts, sizeof insts);
    insts[2].op = TRACE_OP_LOAD_GLOBAL;
    header.inst = insts;
    header.has_depths = has_depths;
    trace_writer *writer = NULL;
    assert_int_equal(trace_writer_open(&writer, path, &header, NULL), 0);
    for (uint64_t warp = 0; warp < TEST_WARPS; warp++)
        record(writer, warp, 2, test_lanes(warp), NULL, 0);
    assert_int_equal(trace_writer_commit(writer, NULL), 0);
}

static void kernels_without_atomics_are_not_marked(void **state)
{
    (void)state;
    write_without_atomics(test_path("a.wtr"), true);
    write_without_atomics(test_path("b.wtr"), false);
    assert_int_equal(version_of(test_path("a.wtr")), TRACE_FORMAT_VERSION);
    assert_same_bytes(test_path("a.wtr"), test_path("b.wtr"));
}

static void refuse(const trace_header *header, const trace_access *atomic, const char *reason)
{
    const trace_access accesses[] = {*atomic, {.n_lines = 1}, {.n_lines = 1, .lines = depth_entries[0]}};
    trace_writer *writer = NULL;
    poise_error err = {0};
    assert_int_equal(trace_writer_open(&writer, test_path("bad.wtr"), header, NULL), 0);
    assert_int_equal(trace_writer_record(writer, 0, 1, 1, accesses, 3, &err), POISE_USAGE);
    assert_contains(err.text, reason);
    trace_writer_abort(writer);
}

static void what_is_recorded_must_fit(void **state)
{
    (void)state;
    const trace_header with = depths_header(), without = test_header();
    trace_access access = {.n_lines = 2, .multiplicity = 4, .lines = depth_entries[0]};
    refuse(&with, &access, "has no depths");
    access.has_depths = true;
    refuse(&without, &access, "the header says otherwise");
    uint64_t entries[4];
    access.lines = entries;
    static const uint64_t wrong[] = {0, 1, 0x01000021, 0x01000101, UINT64_C(0x101000001)};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        memcpy(entries, depth_entries[0], sizeof entries);
        entries[2] = wrong[i];
        refuse(&with, &access, "are no depths of the sectors 9");
    }
}

static void every_damage_is_noticed(void **state)
{
    (void)state;
    size_t size;
    write_depths_trace(test_path("a.wtr"));
    char *whole = slurp(test_path("a.wtr"), &size);
    assert_int_equal(read_bytes(whole, size, NULL), 0);
    for (size_t i = 0; i < 8 * size; i++) {
        whole[i / 8] = (char)(whole[i / 8] ^ 1 << i % 8);
        assert_int_equal(read_bytes(whole, size, NULL), POISE_DAMAGED);
        whole[i / 8] = (char)(whole[i / 8] ^ 1 << i % 8);
    }
    poise_error err;
    whole[VERSION_AT] = TRACE_FORMAT_VERSION; /* as a reader of that version would see it */
    assert_int_equal(read_bytes(whole, size, &err), POISE_DAMAGED);
    assert_contains(err.text, "a multiplicity is not 1 to 32");
    free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depths_come_back),
        cmocka_unit_test(traces_without_depths_stay_as_they_were),
        cmocka_unit_test(kernels_without_atomics_are_not_marked),
        cmocka_unit_test(what_is_recorded_must_fit),
        cmocka_unit_test(every_damage_is_noticed),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
