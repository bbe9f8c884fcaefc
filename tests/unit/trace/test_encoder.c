/* Is a trace that several encoders have recorded, and one writer put together, the file of one writer alone?
 * And is what no encoder gives refused? */
#include "trace/format/bytes.h"
#include "trace_test.h"

enum { TURNS = 4 };

/* What warp `warp` executes, one record at a time; `turn` counts from 0. */
static uint32_t block_of(uint64_t warp, int turn)
{
    return turn == TURNS - 1 ? 2 : (uint32_t)(warp + (uint64_t)turn) % 2;
}

static uint32_t fill(uint64_t warp, uint32_t block, uint64_t lines[2], trace_access accesses[3])
{
    lines[0] = (UINT64_C(0x10000) + warp * 4096) | 15;
    lines[1] = (UINT64_C(0x20000) + warp * 512) | 3;
    accesses[0] = (trace_access){.n_lines = 1, .multiplicity = block == 1 ? 2 : 0, .lines = lines};
    accesses[1] = (trace_access){.n_lines = 2};
    accesses[2] = (trace_access){.n_lines = 2, .lines = lines};
    return block == 0 ? 1 : block == 1 ? 3 : 0;
}

static void record_warp(trace_writer *writer, trace_encoder *encoder, uint64_t warp)
{
    for (int turn = 0; turn < TURNS; turn++) {
        uint64_t lines[2];
        trace_access accesses[3];
        const uint32_t block = block_of(warp, turn), n = fill(warp, block, lines, accesses);
        const int code =
            writer ? trace_writer_record(writer, warp, block, test_lanes(warp), accesses, n, NULL)
                   : trace_encoder_record(encoder, warp, block, test_lanes(warp), accesses, n, NULL);
        assert_int_equal(code, 0);
    }
}

static void write_alone(const char *path)
{
    const trace_header header = test_header();
    trace_writer *writer;
    assert_int_equal(trace_writer_open(&writer, path, &header, NULL), 0);
    for (uint64_t warp = 0; warp < TEST_WARPS; warp++)
        record_warp(writer, NULL, warp);
    assert_int_equal(trace_writer_commit(writer, NULL), 0);
}

/* Warps from `first` on, `n` of them, packed by an encoder of their own. */
static void encode(uint64_t first, uint64_t n, trace_bytes *packed)
{
    const trace_header header = test_header();
    trace_encoder *encoder;
    assert_int_equal(trace_encoder_open(&encoder, &header, NULL), 0);
    trace_encoder_begin(encoder, first);
    for (uint64_t warp = first + n; warp-- > first;)
        record_warp(NULL, encoder, warp);
    for (uint64_t i = 0; i < n; i++)
        assert_int_equal(trace_encoder_finish_warp(encoder, packed, NULL), 0);
    assert_int_equal(trace_encoder_finish_warp(encoder, packed, NULL), POISE_USAGE);
    trace_encoder_close(encoder);
}

static void same_file_as_one_writer(void **state)
{
    (void)state;
    const trace_header header = test_header();
    trace_bytes later = {0}, earlier = {0};
    write_alone(test_path("alone.wtr"));
    encode(2, TEST_WARPS - 2, &later);
    encode(0, 2, &earlier);
    trace_writer *writer;
    assert_int_equal(trace_writer_open(&writer, test_path("together.wtr"), &header, NULL), 0);
    assert_int_equal(trace_writer_append(writer, earlier.data, earlier.n, NULL), 0);
    assert_int_equal(trace_writer_append(writer, later.data, later.n, NULL), 0);
    assert_int_equal(trace_writer_commit(writer, NULL), 0);
    warp_trace alone, together;
    assert_int_equal(warp_trace_read(test_path("alone.wtr"), &alone, NULL), 0);
    assert_int_equal(warp_trace_read(test_path("together.wtr"), &together, NULL), 0);
    assert_string_equal(alone.hash, together.hash);
    assert_int_equal(alone.warp_insts, together.warp_insts);
    assert_int_equal(alone.line_accesses, together.line_accesses);
    warp_trace_free(&alone);
    warp_trace_free(&together);
    trace_bytes_free(&later);
    trace_bytes_free(&earlier);
}

/* Every cut that is not between two warps, and one warp too many. */
static void damage_is_refused(void **state)
{
    (void)state;
    const trace_header header = test_header();
    trace_bytes packed = {0}, first = {0};
    encode(0, TEST_WARPS, &packed);
    encode(0, 1, &first);
    for (size_t n = 1; n < first.n; n++) {
        trace_writer *writer;
        assert_int_equal(trace_writer_open(&writer, test_path("cut.wtr"), &header, NULL), 0);
        assert_int_equal(trace_writer_append(writer, packed.data, n, NULL), POISE_DAMAGED);
        assert_int_not_equal(trace_writer_commit(writer, NULL), 0);
    }
    trace_writer *writer;
    assert_int_equal(trace_writer_open(&writer, test_path("cut.wtr"), &header, NULL), 0);
    assert_int_equal(trace_writer_append(writer, packed.data, packed.n, NULL), 0);
    assert_int_equal(trace_writer_append(writer, first.data, first.n, NULL), POISE_DAMAGED);
    trace_writer_abort(writer);
    trace_bytes_free(&packed);
    trace_bytes_free(&first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_file_as_one_writer),
        cmocka_unit_test(damage_is_refused),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
