/* Ranges of a launch: order, overlap, the end of a range, and the sentence about what lies outside. */
#include "capture/runtime/ranges.h"
#include "tests/folder.h"

static capture_ranges made(void)
{
    capture_ranges ranges = {0};
    const capture_range list[] = {
        {.begin = 5000, .end = 5100, .argument = 2},
        {.begin = 1000, .end = 1400, .argument = 0},
        {.begin = 1200, .end = 1600, .argument = 1, .is_writable = true},
        {.begin = 3000, .end = 3000, .argument = 3},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        assert_int_equal(capture_ranges_add(&ranges, &list[i], NULL), 0);
    capture_ranges_settle(&ranges);
    return ranges;
}

static void test_overlap_is_joined(void **state)
{
    (void)state;
    capture_ranges ranges = made();
    assert_int_equal(ranges.n, 2);
    assert_int_equal(ranges.range[0].begin, 1000);
    assert_int_equal(ranges.range[0].end, 1600);
    assert_true(ranges.range[0].is_writable);
    assert_false(ranges.range[1].is_writable);
    capture_ranges_free(&ranges);
}

static void test_find(void **state)
{
    (void)state;
    capture_ranges ranges = made();
    assert_ptr_equal(capture_ranges_find(&ranges, 1596, 4), &ranges.range[0]);
    assert_null(capture_ranges_find(&ranges, 1597, 4));
    assert_null(capture_ranges_find(&ranges, 1600, 1));
    assert_null(capture_ranges_find(&ranges, 999, 4));
    assert_ptr_equal(capture_ranges_find(&ranges, 5000, 100), &ranges.range[1]);
    capture_ranges_free(&ranges);
}

static void test_all_lanes(void **state)
{
    (void)state;
    const capture_range range = {.begin = 1000, .end = 1064};
    uint64_t address[4] = {1000, 1060, 1004, 1056};
    assert_true(capture_range_holds(&range, address, 4, 4));
    assert_false(capture_range_holds(&range, address, 4, 8));
    assert_true(capture_range_holds(&range, address, 1, 64));
    assert_false(capture_range_holds(&range, address, 1, 65));
    address[2] = 999;
    assert_false(capture_range_holds(&range, address, 4, 1));
    address[2] = 1064;
    assert_false(capture_range_holds(&range, address, 4, 1));
}

static void expect_text(const capture_ranges *ranges, uint64_t address, const char *wanted)
{
    char text[160];
    capture_ranges_describe(ranges, address, 4, text, sizeof text);
    assert_string_equal(text, wanted);
}

static void test_sentences(void **state)
{
    (void)state;
    capture_ranges ranges = made();
    expect_text(&ranges, 1600, "right behind the end of argument 0 (600 bytes)");
    expect_text(&ranges, 1612, "12 bytes behind the end of argument 0 (600 bytes)");
    expect_text(&ranges, 4990, "10 bytes before argument 2 (100 bytes)");
    expect_text(&ranges, 5098, "across the end of argument 2 (100 bytes), 2 bytes before it");
    capture_ranges_free(&ranges);
    expect_text(&ranges, 1, "where the launch has no memory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_overlap_is_joined),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_all_lanes),
        cmocka_unit_test(test_sentences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
