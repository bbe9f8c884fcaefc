/* Do lane addresses become the lines, sectors and passes that the hardware needs? Rules:
 * [S2.2.3]. */
#include "trace_test.h"

static uint64_t lanes[32], lines[TRACE_MAX_LINES];

static void fill(uint64_t base, uint64_t stride)
{
    for (uint64_t i = 0; i < 32; i++)
        lanes[i] = base + i * stride;
}

static void unit_stride_is_one_line(void **state)
{
    (void)state;
    fill(0x1000, 4);
    assert_int_equal(trace_coalesce(lanes, 32, 4, lines), 1);
    assert_true(lines[0] == (0x1000 | 15));
}

static void line_stride_is_a_line_per_lane(void **state)
{
    (void)state;
    fill(0x1000, 128);
    assert_int_equal(trace_coalesce(lanes, 32, 4, lines), 32);
    for (uint64_t i = 0; i < 32; i++)
        assert_true(lines[i] == ((0x1000 + 128 * i) | 1));
}

static void one_address_is_one_sector(void **state)
{
    (void)state;
    fill(0x1044, 0);
    assert_int_equal(trace_coalesce(lanes, 32, 4, lines), 1);
    assert_true(lines[0] == (0x1000 | 4)); /* bytes 68..71 lie in sector 2 */
}

static void unaligned_warp_needs_two_lines(void **state)
{
    (void)state;
    fill(0x1040, 4); /* 64 bytes of one line, 64 of the next */
    assert_int_equal(trace_coalesce(lanes, 32, 4, lines), 2);
    assert_true(lines[0] == (0x1000 | 12));
    assert_true(lines[1] == (0x1080 | 3));
}

static void straddling_lane_touches_both_lines(void **state)
{
    (void)state;
    const uint64_t address = 0x107e;
    assert_int_equal(trace_coalesce(&address, 1, 4, lines), 2);
    assert_true(lines[0] == (0x1000 | 8));
    assert_true(lines[1] == (0x1080 | 1));
    fill(0x1001, 256); /* 32 lanes of 128 unaligned bytes, two lines each: the most there can be */
    assert_int_equal(trace_coalesce(lanes, 32, 128, lines), TRACE_MAX_LINES);
    assert_true(lines[0] == (0x1000 | 15));
    assert_true(lines[1] == (0x1080 | 1));
}

static void order_is_that_of_first_touch(void **state)
{
    (void)state;
    static const uint64_t address[] = {0x3000, 0x1000, 0x3020, 0x2000, 0x1040};
    assert_int_equal(trace_coalesce(address, 5, 4, lines), 3);
    assert_true(lines[0] == (0x3000 | 3));
    assert_true(lines[1] == (0x1000 | 5));
    assert_true(lines[2] == (0x2000 | 1));
    assert_int_equal(trace_coalesce(address, 0, 4, lines), 0);
}

/* Against the definition: the sectors of every byte, for accesses of all sizes and offsets. */
static void sectors_are_those_of_the_bytes(void **state)
{
    (void)state;
    for (uint32_t bytes = 1; bytes <= 128; bytes++)
        for (uint64_t offset = 0; offset < 128; offset++) {
            const uint64_t address = 0x1000 + offset;
            uint64_t expected[2] = {0x1000, 0x1080};
            for (uint64_t byte = address; byte < address + bytes; byte++)
                expected[(byte - 0x1000) / 128] |= UINT64_C(1) << byte % 128 / 32;
            const uint32_t n = trace_coalesce(&address, 1, bytes, lines);
            assert_int_equal(n, offset + bytes > 128 ? 2 : 1);
            assert_memory_equal(lines, expected, n * sizeof *lines);
        }
}

static void conflicts_follow_the_stride(void **state)
{
    (void)state;
    static const struct {
        uint64_t stride;
        uint32_t bytes, passes;
    } cases[] = {
        {0, 4, 1},  /* broadcast */
        {4, 4, 1},  /* a bank per lane */
        {8, 4, 2},  /* every second bank, two words each */
        {12, 4, 1}, /* odd strides in words are free of conflicts */
        {16, 4, 4},  {64, 4, 16},  {128, 4, 32}, {132, 4, 1},
        {1, 1, 1},   {2, 2, 1},    {8, 8, 2}, /* 64 words in 32 banks */
        {16, 16, 4}, {256, 8, 32},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fill(0x40, cases[i].stride);
        assert_int_equal(trace_bank_passes(lanes, 32, cases[i].bytes), cases[i].passes);
    }
    fill(2, 128); /* 33 words per lane: more than the format holds */
    assert_int_equal(trace_bank_passes(lanes, 32, 128), 32);
    assert_int_equal(trace_bank_passes(lanes, 0, 4), 1);
    fill(0, 4);
    lanes[7] = 4 * 40; /* bank 8, which lane 8 uses for another word */
    assert_int_equal(trace_bank_passes(lanes, 32, 4), 2);
    lanes[7] = 4 * 8; /* the same word: shared */
    assert_int_equal(trace_bank_passes(lanes, 32, 4), 1);
}

static void multiplicity_is_the_largest_group(void **state)
{
    (void)state;
    static const uint64_t address[] = {8, 4, 8, 12, 4, 8};
    assert_int_equal(trace_multiplicity(address, 6), 3);
    fill(0, 4);
    assert_int_equal(trace_multiplicity(lanes, 32), 1);
    fill(0, 0);
    assert_int_equal(trace_multiplicity(lanes, 32), 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unit_stride_is_one_line),
        cmocka_unit_test(line_stride_is_a_line_per_lane),
        cmocka_unit_test(one_address_is_one_sector),
        cmocka_unit_test(unaligned_warp_needs_two_lines),
        cmocka_unit_test(straddling_lane_touches_both_lines),
        cmocka_unit_test(order_is_that_of_first_touch),
        cmocka_unit_test(sectors_are_those_of_the_bytes),
        cmocka_unit_test(conflicts_follow_the_stride),
        cmocka_unit_test(multiplicity_is_the_largest_group),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
