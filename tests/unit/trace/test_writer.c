/* Does the writer refuse what cannot be a trace, and leave nothing behind when it fails? */
#include "trace_test.h"

#include <signal.h>
#include <sys/resource.h>

/* ---- headers ---- */

typedef struct header_case {
    const char *reason; /* part of the sentence */
    void (*spoil)(trace_header *header, trace_inst *insts, trace_basic_block *blocks);
} header_case;

#define CASE(name, statement)                                                            \
    static void name(trace_header *header, trace_inst *insts, trace_basic_block *blocks) \
    {                                                                                    \
        (void)header, (void)insts, (void)blocks;                                         \
        statement;                                                                       \
    }
CASE(no_grid, header->grid[1] = 0)
CASE(large_grid, header->grid[0] = header->grid[1] = 1u << 16)
CASE(large_block, header->block[1] = 26) /* 40 * 26 = 1040 */
CASE(huge_block, header->block[0] = header->block[1] = header->block[2] = 0xffffffff)
CASE(many_registers, header->n_registers = 65536)
CASE(no_insts, header->n_inst = 0)
CASE(no_blocks, header->n_basic_blocks = 0)
CASE(unknown_class, insts[1].op = TRACE_OP_COUNT)
CASE(load_of_nothing, insts[1].access_bytes = 0)
CASE(load_of_much, insts[1].access_bytes = 129)
CASE(alu_with_access, insts[0].access_bytes = 4)
CASE(many_sources, insts[0].n_sources = TRACE_MAX_SOURCES + 1)
CASE(reserved_bits, insts[0].reserved = 1)
CASE(bad_destination, insts[0].destination = 3)
CASE(bad_source, insts[0].source[1] = 3)
CASE(empty_block, blocks[1].n_inst = 0)
CASE(block_behind_end, blocks[2].first_inst = 6)
CASE(block_over_end, blocks[2].n_inst = 2)
CASE(block_wraps, blocks[2].n_inst = 0xffffffff)
CASE(blocks_overlap, blocks[1].n_inst = 4)

static void bad_headers_are_refused(void **state)
{
    (void)state;
    static const header_case cases[] = {
        {"dimension 1", no_grid},
        {"2^31 thread blocks", large_grid},
        {"1024 threads", large_block},
        {"1024 threads", huge_block},
        {"65536 registers", many_registers},
        {"0 instructions", no_insts},
        {"0 basic blocks", no_blocks},
        {"unknown class", unknown_class},
        {"access size", load_of_nothing},
        {"access size", load_of_much},
        {"access size", alu_with_access},
        {"9 sources", many_sources},
        {"reserved bits 1", reserved_bits},
        {"writes register 3", bad_destination},
        {"reads register 3", bad_source},
        {"basic block 1", empty_block},
        {"basic block 2", block_behind_end},
        {"basic block 2", block_over_end},
        {"basic block 2", block_wraps},
        {"the basic blocks have", blocks_overlap},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        trace_inst insts[6];
        trace_basic_block blocks[3];
        memcpy(insts, test_insts, sizeof insts);
        memcpy(blocks, test_blocks, sizeof blocks);
        trace_header header = test_header();
        header.inst = insts;
        header.basic_blocks = blocks;
        cases[i].spoil(&header, insts, blocks);
        trace_writer *writer;
        poise_error err = {0};
        assert_int_equal(trace_writer_open(&writer, test_path("a.wtr"), &header, &err), POISE_USAGE);
        assert_null(writer);
        assert_int_equal(err.code, POISE_USAGE);
        assert_contains(err.text, cases[i].reason);
        assert_int_equal(access(test_path("a.wtr"), F_OK), -1);
    }
}

/* ---- records ---- */

typedef struct record_case {
    const char *reason;
    uint64_t warp;
    uint32_t block, mask, n;
    trace_access first;
} record_case;

static void bad_records_are_refused_and_change_nothing(void **state)
{
    (void)state;
    static const uint64_t line[] = {0x1000 | 15}, no_sector[] = {0x1000}, unaligned[] = {0x1010 | 1};
    const trace_access good = {.n_lines = 1, .lines = line};
    const record_case cases[] = {
        {"warp 6 of 6", 6, 2, 1, 0, good},
        {"basic block 3 of 3", 0, 3, 1, 0, good},
        {"active mask 0x00000000", 0, 2, 0, 0, good},
        {"whose lanes are 0x000000ff", 1, 2, 0x100, 0, good},
        {"has 1 memory instructions, not 0", 0, 0, 1, 0, good},
        {"has 0 memory instructions, not 1", 0, 2, 1, 1, good},
        {"has 0 lines", 0, 0, 1, 1, {.n_lines = 0, .lines = line}},
        {"has 65 lines", 0, 0, 1, 1, {.n_lines = 65, .lines = line}},
        {"lines", 0, 0, 1, 1, {.n_lines = 1, .lines = NULL}},
        {"0x1000 is not a line address", 0, 0, 1, 1, {.n_lines = 1, .lines = no_sector}},
        {"0x1011 is not a line address", 0, 0, 1, 1, {.n_lines = 1, .lines = unaligned}},
        {"multiplicity 1, it must be 0", 0, 0, 1, 1, {.n_lines = 1, .multiplicity = 1, .lines = line}},
    };
    write_test_trace(test_path("a.wtr"));
    trace_writer *writer = open_test_writer(test_path("b.wtr"));
    for (uint64_t warp = 0; warp < TEST_WARPS; warp++)
        for (uint32_t step = 0; step < 8; step++) {
            for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
                const record_case *c = &cases[i];
                poise_error err = {0};
                if (c->warp < warp)
                    continue;
                assert_int_equal(
                    trace_writer_record(writer, c->warp, c->block, c->mask, &c->first, c->n, &err),
                    POISE_USAGE);
                assert_contains(err.text, c->reason);
            }
            record_step(writer, warp, step);
        }
    assert_int_equal(trace_writer_commit(writer, NULL), 0);
    assert_same_bytes(test_path("a.wtr"), test_path("b.wtr"));
}

/* Block 1: an atomic, shared memory, a store. */
static void bad_atomics_and_passes_are_refused(void **state)
{
    (void)state;
    static const uint64_t line[] = {0x1000 | 15};
    const trace_access atomic = {.n_lines = 1, .multiplicity = 32, .lines = line}, passes = {.n_lines = 32},
                       store = {.n_lines = 1, .lines = line};
    trace_writer *writer = open_test_writer(test_path("b.wtr"));
    record(writer, 0, 1, 1, (const trace_access[]){atomic, passes, store}, 3);
    trace_access bad = atomic;
    for (int i = 0; i < 2; i++) {
        bad.multiplicity = i == 0 ? 0 : 33;
        assert_int_equal(
            trace_writer_record(writer, 0, 1, 1, (const trace_access[]){bad, passes, store}, 3, NULL),
            POISE_USAGE);
        bad = passes;
        bad.n_lines = i == 0 ? 0 : 33;
        assert_int_equal(
            trace_writer_record(writer, 0, 1, 1, (const trace_access[]){atomic, bad, store}, 3, NULL),
            POISE_USAGE);
        bad = atomic;
    }
    trace_writer_abort(writer);
}

static void too_many_pages_are_refused(void **state)
{
    (void)state;
    trace_writer *writer = open_test_writer(test_path("b.wtr"));
    uint64_t line = 1;
    const trace_access access = {.n_lines = 1, .lines = &line};
    for (uint64_t page = 0; page < TRACE_MAX_PAGES; page++) {
        line = (UINT64_C(0xffffff) - page) << TRACE_PAGE_SHIFT | 1;
        record(writer, 0, 0, 1, &access, 1);
    }
    record(writer, 1, 0, 1, &access, 1); /* a known page is welcome */
    line = 1;
    poise_error err;
    assert_int_equal(trace_writer_record(writer, 0, 0, 1, &access, 1, &err), POISE_USAGE);
    assert_contains(err.text, "16384 pages");
    trace_writer_abort(writer);
}

/* ---- order ---- */

static void finished_warps_are_closed(void **state)
{
    (void)state;
    trace_writer *writer = open_test_writer(test_path("b.wtr"));
    poise_error err;
    record(writer, 0, 2, 1, NULL, 0);
    assert_int_equal(trace_writer_finish_warps(writer, 1, NULL), 0);
    assert_int_equal(trace_writer_record(writer, 0, 2, 1, NULL, 0, &err), POISE_USAGE);
    assert_contains(err.text, "is finished");
    assert_int_equal(trace_writer_finish_warps(writer, 7, &err), POISE_USAGE);
    trace_writer_abort(writer);
}

static void missing_warp_prevents_the_file(void **state)
{
    (void)state;
    trace_writer *writer = open_test_writer(test_path("b.wtr"));
    unlink(test_path("b.wtr"));
    record(writer, 0, 2, 1, NULL, 0);
    record(writer, 2, 2, 1, NULL, 0);
    poise_error err;
    assert_int_equal(trace_writer_commit(writer, &err), POISE_USAGE);
    assert_contains(err.text, "warp 1 executed nothing");
    assert_int_equal(access(test_path("b.wtr"), F_OK), -1);
}

/* ---- the file ---- */

static void abort_leaves_nothing(void **state)
{
    (void)state;
    unlink(test_path("b.wtr"));
    trace_writer *writer = open_test_writer(test_path("b.wtr"));
    record(writer, 3, 2, 1, NULL, 0);
    trace_writer_abort(writer);
    trace_writer_abort(NULL);
    assert_int_equal(access(test_path("b.wtr"), F_OK), -1);
}

static void missing_folder_is_named(void **state)
{
    (void)state;
    const trace_header header = test_header();
    trace_writer *writer;
    poise_error err;
    assert_int_equal(trace_writer_open(&writer, test_path("no/b.wtr"), &header, &err), POISE_FAILED);
    assert_null(writer);
    assert_contains(err.text, "no/b.wtr");
}

/* A limit on file sizes makes write() fail as a full disk does. */
static void full_disk_leaves_nothing(void **state)
{
    (void)state;
    struct rlimit before, small;
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 100;
    signal(SIGXFSZ, SIG_IGN);
    unlink(test_path("b.wtr"));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    trace_writer *writer = open_test_writer(test_path("b.wtr"));
    for (uint64_t warp = 0; warp < TEST_WARPS; warp++)
        record(writer, warp, 2, 1, NULL, 0);
    poise_error err;
    const int code = trace_writer_commit(writer, &err);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(code, POISE_FAILED);
    assert_contains(err.text, "cannot write");
    assert_int_equal(access(test_path("b.wtr"), F_OK), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_headers_are_refused),
        cmocka_unit_test(bad_records_are_refused_and_change_nothing),
        cmocka_unit_test(bad_atomics_and_passes_are_refused),
        cmocka_unit_test(too_many_pages_are_refused),
        cmocka_unit_test(finished_warps_are_closed),
        cmocka_unit_test(missing_warp_prevents_the_file),
        cmocka_unit_test(abort_leaves_nothing),
        cmocka_unit_test(missing_folder_is_named),
        cmocka_unit_test(full_disk_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
