/* Are numbers written as R writes them? The expected texts were printed by R 4.2.2. */
#include "tests/test.h"
#include "train/table/r_numbers.h"

static void numbers_share_notation_and_width(void **state)
{
    (void)state;
    static const struct {
        double x[3];
        int digits, nsmall;
        const char *text[3];
    } cases[] = {
        {{1, 2.5, -10}, 7, 0, {"  1.0", "  2.5", "-10.0"}},
        {{0.00012345, 123, 0}, 3, 0, {"1.23e-04", "1.23e+02", "0.00e+00"}},
        {{0.001234, 1, 10}, 3, 0, {" 0.00123", " 1.00000", "10.00000"}},
        {{1e5, 123456, 3}, 7, 0, {"100000", "123456", "     3"}},
        {{1e15, 1e5, 1}, 7, 0, {"1e+15", "1e+05", "1e+00"}},
        {{9.9996, 1, 2}, 4, 0, {"10", " 1", " 2"}},
        {{9996, 1, 2}, 3, 0, {"9996", "   1", "   2"}},
        {{99.9996, 1.5, 2}, 4, 0, {"100.0", "  1.5", "  2.0"}},
        {{1.142, 2, 3}, 7, 3, {"1.142", "2.000", "3.000"}},
        {{5, 6, 7}, 7, 2, {"5.00", "6.00", "7.00"}},
        {{1e-300, 1e300, -1}, 7, 0, {" 1e-300", " 1e+300", " -1e+00"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        train_r_text text[3];
        train_r_format(cases[i].x, NULL, 3, cases[i].digits, cases[i].nsmall, text);
        for (size_t j = 0; j < 3; j++)
            assert_string_equal(text[j], cases[i].text[j]);
    }
}

static void chosen_numbers_only_are_written(void **state)
{
    (void)state;
    const double x[3] = {1, 1e-9, 2.5};
    const bool use[3] = {true, false, true};
    train_r_text text[3] = {"a", "b", "c"};
    train_r_format(x, use, 3, 7, 0, text);
    assert_string_equal(text[0], "1.0");
    assert_string_equal(text[1], "b");
    assert_string_equal(text[2], "2.5");
}

static void p_values_below_rounding_are_bounds(void **state)
{
    (void)state;
    const double p[4] = {1e-17, 0.000144, 0.027375, 0.5};
    const double all[2] = {0, 1e-20};
    bool use[4];
    train_r_text text[4];
    train_r_format_p(p, use, 4, 3, text);
    assert_string_equal(text[0], "< 2e-16");
    assert_string_equal(text[1], "0.000144");
    assert_string_equal(text[2], "0.027375");
    assert_string_equal(text[3], "0.500000");
    train_r_format_p(all, use, 2, 3, text);
    assert_string_equal(text[0], "<2e-16");
    assert_string_equal(text[1], "<2e-16");
}

static void rounding_is_decimal(void **state)
{
    (void)state;
    assert_true(train_r_round(0.15, 1) == 0.1); /* 0.15 is below 15/100 */
    assert_true(train_r_round(-2.675, 2) == -2.67);
    assert_true(train_r_round(1234.5678, 0) == 1235.0);
    assert_true(train_r_round(1e300, 4) == 1e300);
    assert_int_equal(train_r_power(-0.0123), -2);
    assert_int_equal(train_r_power(1000.0), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_share_notation_and_width),
        cmocka_unit_test(chosen_numbers_only_are_written),
        cmocka_unit_test(p_values_below_rounding_are_bounds),
        cmocka_unit_test(rounding_is_decimal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
