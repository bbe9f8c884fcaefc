/* Statistics of repeats, computed by hand. */
#include "bench/statistics.h"
#include "tests/test.h"

#include <math.h>

static void assert_near(double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-12 * fabs(expected)))
        fail_msg("%.17g is not %.17g", value, expected);
}

static void median_of_odd_and_even_numbers(void **state)
{
    (void)state;
    double odd[] = {5, 1, 2}, even[] = {8, 1, 4, 2};
    bench_sort(odd, 3);
    bench_sort(even, 4);
    assert_near(bench_median(odd, 3), 2);
    assert_near(bench_median(even, 4), 3);
    assert_near(bench_median(odd, 1), 1);
}

static void spread_is_the_range_over_the_median(void **state)
{
    (void)state;
    const double sorted[] = {3, 4, 5};
    assert_near(bench_spread(sorted, 3), 0.5);
    assert_true(bench_spread(sorted, 1) == 0);
}

static void geometric_mean_of_ratios(void **state)
{
    (void)state;
    const double value[] = {0.5, 2, 8};
    assert_near(bench_geometric_mean(value, 3), 2);
    assert_near(bench_geometric_mean(value, 2), 1);
    assert_true(bench_geometric_mean(value, 0) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(median_of_odd_and_even_numbers),
        cmocka_unit_test(spread_is_the_range_over_the_median),
        cmocka_unit_test(geometric_mean_of_ratios),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
