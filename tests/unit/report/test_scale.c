/* Numbers, their places and their texts. */
#include "report/plot/scale.h"
#include "report/table/number.h"
#include "tests/test.h"

#include <math.h>

static void numbers_have_one_form_each(void **state)
{
    (void)state;
    assert_string_equal(number_short(12).text, "12");
    assert_string_equal(number_short(12.5).text, "12.5");
    assert_string_equal(number_short(100).text, "100");
    assert_string_equal(number_short(-0.0001).text, "0");
    assert_string_equal(number_short(0.1234).text, "0.123");
    assert_string_equal(number_grouped(0).text, "0");
    assert_string_equal(number_grouped(999).text, "999");
    assert_string_equal(number_grouped(1000).text, "1,000");
    assert_string_equal(number_grouped(UINT64_MAX).text, "18,446,744,073,709,551,615");
    assert_string_equal(number_speedup(1.4534).text, "1.453×");
    assert_string_equal(number_ratio(12.5).text, "12.5×");
    assert_string_equal(number_share(0.4561).text, "45.6 %");
    assert_string_equal(number_exact(0.1).text, "0.10000000000000001");
}

static void what_is_unknown_is_said(void **state)
{
    (void)state;
    assert_string_equal(number_speedup(NAN).text, "–");
    assert_string_equal(number_share(NAN).text, "–");
    assert_string_equal(number_tenths(NAN).text, "–");
    assert_string_equal(number_exact(NAN).text, "");
}

static void places_are_proportional(void **state)
{
    (void)state;
    const scale up = {.low = 1, .high = 3, .from = 100, .to = 0};
    assert_true(scale_at(&up, 1) == 100);
    assert_true(scale_at(&up, 2) == 50);
    assert_true(scale_at(&up, 4) == -50);
    const scale doubling = {.low = 0.5, .high = 8, .from = 0, .to = 40, .logarithmic = true};
    assert_true(fabs(scale_at(&doubling, 1) - 10) < 1e-9);
    assert_true(fabs(scale_at(&doubling, 4) - 30) < 1e-9);
}

/* Every tick is a multiple of 1, 2 or 5 times a power of ten, and the range is inside. */
static void assert_nice(double low, double high, int most)
{
    double ticks[SCALE_MAX_TICKS];
    scale s = {.low = low, .high = high};
    const int n = scale_nice(&s, most, ticks);
    assert_in_range(n, 2, (most < 2 ? 2 : most));
    assert_true(s.low <= low && s.high >= high);
    assert_true(s.low == ticks[0] && s.high == ticks[n - 1]);
    const double step = ticks[1] - ticks[0];
    const double digit = step / pow(10, floor(log10(step) + 1e-9));
    assert_true(fabs(digit - 1) < 1e-6 || fabs(digit - 2) < 1e-6 || fabs(digit - 5) < 1e-6);
    assert_true(ticks[0] + step > low - 1e-9 && ticks[n - 1] - step < high + 1e-9);
}

static void ticks_are_round_numbers(void **state)
{
    (void)state;
    double ticks[SCALE_MAX_TICKS];
    scale s = {.low = 0.97, .high = 5.92};
    assert_int_equal(scale_nice(&s, 8, ticks), 7);
    assert_true(ticks[0] == 0 && ticks[6] == 6);
    for (int i = 0; i < 18; i++) {
        const double low = 0.01 * pow(1.37, i);
        for (int k = 0; k < 22; k++) {
            assert_nice(low, low + 1e-4 * pow(2.3, k), 8);
            assert_nice(low, low + 1e-4 * pow(2.3, k), 3);
        }
    }
}

static void a_range_of_nothing_gets_one(void **state)
{
    (void)state;
    double ticks[SCALE_MAX_TICKS];
    scale s = {.low = 1, .high = 1};
    assert_in_range(scale_nice(&s, 8, ticks), 2, 8);
    assert_true(s.low < 1 && s.high > 1);
}

static void doublings_include_one(void **state)
{
    (void)state;
    double ticks[SCALE_MAX_TICKS];
    scale s = {.low = 0.4, .high = 9, .logarithmic = true};
    assert_int_equal(scale_doublings(&s, 5, ticks), 5); /* 1/2, 1, 2, 4, 8 */
    assert_true(ticks[0] == 0.5 && ticks[4] == 8);
    s.high = 1000;
    const int n = scale_doublings(&s, 5, ticks); /* 1, 8, 64, 512 */
    assert_int_equal(n, 4);
    assert_true(ticks[0] == 1 && ticks[3] == 512);
}

/* Round numbers, as many as have room: on a decade of 300 pixels all six digits, on one of 30 only the 1. */
static void rounds_have_room(void **state)
{
    (void)state;
    double ticks[SCALE_MAX_TICKS];
    scale s = {.low = 0.8, .high = 8, .from = 0, .to = 300, .logarithmic = true};
    assert_int_equal(scale_rounds(&s, 30, ticks), 6);
    assert_true(fabs(ticks[0] - 1) < 1e-12 && fabs(ticks[1] - 1.5) < 1e-12 && fabs(ticks[5] - 7) < 1e-12);
    assert_int_equal(scale_rounds(&s, 60, ticks), 3);
    assert_true(fabs(ticks[2] - 5) < 1e-12);
    s = (scale){.low = 0.009, .high = 100, .from = 100, .to = 0, .logarithmic = true};
    const int n = scale_rounds(&s, 30, ticks);
    assert_int_equal(n, 5); /* 0.01 ... 100, the ends among them */
    assert_true(fabs(ticks[0] - 0.01) < 1e-12 && fabs(ticks[4] - 100) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_one_form_each),
        cmocka_unit_test(what_is_unknown_is_said),
        cmocka_unit_test(places_are_proportional),
        cmocka_unit_test(ticks_are_round_numbers),
        cmocka_unit_test(a_range_of_nothing_gets_one),
        cmocka_unit_test(doublings_include_one),
        cmocka_unit_test(rounds_have_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
