/* Wrong results are found: the checks of the workloads accept what is within tolerance and nothing else. */
#include "datasets/common/check.h"
#include "datasets/common/matrix.h"
#include "tests/unit/datasets/ending.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

typedef struct comparison {
    float got[3];
    double want[3];
} comparison;

static void compare_close(const void *argument)
{
    const comparison *c = argument;
    (void)check_close("x", c->got, c->want, 3, 1e-3);
}

static void compare_equal(const void *argument)
{
    const uint32_t want[2] = {4, 5};
    check_equal("x", argument, want, 2);
}

static void error_is_relative_above_one_and_absolute_below(void **state)
{
    (void)state;
    assert_true(fabs(check_error(101.0, 100.0) - 0.01) < 1e-12);
    assert_true(fabs(check_error(-101.0, -100.0) - 0.01) < 1e-12);
    assert_true(fabs(check_error(0.02, 0.01) - 0.01) < 1e-12);
    assert_true(isnan(check_error(NAN, 1.0)));
}

static void close_reports_the_largest_error(void **state)
{
    (void)state;
    const float got[3] = {1.0f, 2.0f, 4.0f};
    const double want[3] = {1.0, 2.0, 4.004};
    assert_true(fabs(check_close("x", got, want, 3, 1e-2) - 0.004 / 4.004) < 1e-12);
}

static void close_refuses_a_deviation_and_not_a_number(void **state)
{
    (void)state;
    const comparison good = {{1.0f, 2.0f, 3.0f}, {1.0, 2.0, 3.002}};
    const comparison wrong_at_the_end = {{1.0f, 2.0f, 3.0f}, {1.0, 2.0, 3.01}};
    const comparison not_a_number = {{1.0f, NAN, 3.0f}, {1.0, 2.0, 3.0}};
    const comparison infinite = {{INFINITY, 2.0f, 3.0f}, {1.0, 2.0, 3.0}};
    assert_int_equal(ending_of(compare_close, &good), RETURNED);
    assert_int_equal(ending_of(compare_close, &wrong_at_the_end), 1);
    assert_int_equal(ending_of(compare_close, &not_a_number), 1);
    assert_int_equal(ending_of(compare_close, &infinite), 1);
}

static void equal_refuses_any_difference(void **state)
{
    (void)state;
    const uint32_t same[2] = {4, 5}, other[2] = {4, 6};
    assert_int_equal(ending_of(compare_equal, same), RETURNED);
    assert_int_equal(ending_of(compare_equal, other), 1);
}

/* 2 x 3 by hand. */
static void products_equal_hand_computation(void **state)
{
    (void)state;
    const float a[6] = {1, 2, 3, 4, 5, 6};
    const double x[3] = {1, 10, 100}, r[2] = {1, 10};
    const double *y = matrix_times(a, 2, 3, x), *s = matrix_transposed_times(a, 2, 3, r);
    assert_true(y[0] == 321.0 && y[1] == 654.0);
    assert_true(s[0] == 41.0 && s[1] == 52.0 && s[2] == 63.0);
}

static void make_large_matrix(const void *unused)
{
    (void)unused;
    random_source source = {1};
    (void)matrix_random(&source, 1u << 16, 1u << 15);
}

static void matrix_beyond_32_bit_indices_ends_the_program(void **state)
{
    (void)state;
    assert_int_equal(ending_of(make_large_matrix, NULL), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_is_relative_above_one_and_absolute_below),
        cmocka_unit_test(close_reports_the_largest_error),
        cmocka_unit_test(close_refuses_a_deviation_and_not_a_number),
        cmocka_unit_test(equal_refuses_any_difference),
        cmocka_unit_test(products_equal_hand_computation),
        cmocka_unit_test(matrix_beyond_32_bit_indices_ends_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
