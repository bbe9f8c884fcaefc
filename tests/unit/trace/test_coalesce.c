/* Do lane addresses become the lines, sectors and passes that the hardware needs? Rules:
 * [S2.2.3]. */
#include "trace_test.h"

#include "common/random.h"

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

/* Two words of one bank, neither one word nor words that follow each other. */
static void far_words_of_a_bank_conflict(void **state)
{
    (void)state;
    static const uint64_t address[] = {2048, 128};
    assert_int_equal(trace_bank_passes(address, 2, 4), 2);
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

/* Worked out by hand: lanes 0..3 on word 0, 4 and 5 on word 1, which goes with the first of them; 6 in
 * another sector; three on a word of the next line, of which two in the same sector. */
static void depth_is_that_of_the_most_wanted_address_of_a_sector(void **state)
{
    (void)state;
    static const uint64_t address[] = {0x1000, 0x1000, 0x1000, 0x1000, 0x1004, 0x1004, 0x1060,
                                       0x1080, 0x1080, 0x1084, 0x1084, 0x1084, 0x10a0};
    uint64_t depths[TRACE_MAX_LINES];
    const uint32_t n = trace_coalesce(address, 13, 4, lines);
    assert_int_equal(n, 2);
    trace_sector_depths(address, 13, 4, lines, n, depths);
    assert_int_equal(depths[0], 0x01000004);
    assert_int_equal(depths[1], 0x00000103);

    fill(0, 0); /* all on one word */
    assert_int_equal(trace_coalesce(lanes, 32, 4, lines), 1);
    trace_sector_depths(lanes, 32, 4, lines, 1, depths);
    assert_int_equal(depths[0], 32);
    fill(0, 4); /* all on words of their own */
    trace_sector_depths(lanes, 32, 4, &(uint64_t){ALL_SECTORS}, 1, depths);
    assert_int_equal(depths[0], 0x01010101);
}

/* GPGPU-Sim's rule as it is written there, lane by lane: a list of requests of a sector, each with a flag for
 * every byte; a lane joins the first in which none of its bytes is taken, or makes a new one. */
static uint32_t requests_of_sector(const uint64_t *address, uint32_t n, uint32_t bytes, uint64_t sector)
{
    bool taken[TRACE_WARP_SIZE][SECTOR_BYTES] = {{false}};
    uint32_t requests = 0;
    for (uint32_t lane = 0; lane < n; lane++) {
        if (address[lane] / SECTOR_BYTES != sector)
            continue;
        const uint64_t first = address[lane] % SECTOR_BYTES;
        uint32_t chosen = requests;
        for (uint32_t r = requests; r-- > 0;) {
            bool free = true;
            for (uint32_t b = 0; b < bytes; b++)
                free &= !taken[r][first + b];
            chosen = free ? r : chosen;
        }
        requests += chosen == requests;
        for (uint32_t b = 0; b < bytes; b++)
            taken[chosen][first + b] = true;
    }
    return requests;
}

static void compare_depths(uint32_t n, uint32_t bytes)
{
    uint64_t depths[TRACE_MAX_LINES];
    const uint32_t n_lines = trace_coalesce(lanes, n, bytes, lines);
    trace_sector_depths(lanes, n, bytes, lines, n_lines, depths);
    for (uint32_t i = 0; i < n_lines; i++)
        for (uint32_t s = 0; s < LINE_SECTORS; s++)
            assert_int_equal(depths[i] >> 8 * s & 0xff,
                             requests_of_sector(lanes, n, bytes, line_begin(lines[i]) / SECTOR_BYTES + s));
}

/* Aligned lanes, from all on one address to hardly two, and lanes that overlap in parts. */
static void depths_are_those_of_a_slow_model(void **state)
{
    (void)state;
    poise_random random;
    poise_random_seed(&random, 7);
    for (uint32_t round = 0; round < 4000; round++) {
        const uint32_t bytes = 1u << poise_random_below(&random, 5),
                       n = 1 + (uint32_t)poise_random_below(&random, 32);
        const uint32_t places = 1u << poise_random_below(&random, 10),
                       step = round % 2 ? bytes : (bytes + 1) / 2;
        for (uint32_t lane = 0; lane < n; lane++) {
            lanes[lane] = 0x2000 + poise_random_below(&random, places) * step;
            if (lanes[lane] % SECTOR_BYTES + bytes > SECTOR_BYTES) /* they have no lanes across sectors */
                lanes[lane] -= lanes[lane] % SECTOR_BYTES;
        }
        compare_depths(n, bytes);
    }
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
        cmocka_unit_test(far_words_of_a_bank_conflict),
        cmocka_unit_test(multiplicity_is_the_largest_group),
        cmocka_unit_test(depth_is_that_of_the_most_wanted_address_of_a_sector),
        cmocka_unit_test(depths_are_those_of_a_slow_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
