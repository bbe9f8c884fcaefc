/* Weighted least squares by blocked QR against solutions known by hand. */
#include "common/random.h"
#include "train/numerics/least_squares.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

static void assert_close(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance * fmax(1.0, fabs(b))))
        fail_msg("%.17g is not %.17g to %g", a, b, tolerance);
}

static void a_line_through_three_points(void **state)
{
    (void)state;
    /* y = 1, 2, 4 at x = 0, 1, 2: slope 3/2, intercept 5/6; X'X = [3 3; 3 5], inverse [5 -3; -3 3] / 6. */
    train_least_squares *ls = train_least_squares_new(2);
    assert_non_null(ls);
    const double y[3] = {1.0, 2.0, 4.0};
    for (int i = 0; i < 3; i++)
        train_least_squares_add(ls, (double[]){1.0, i}, y[i], 1.0);
    double b[2];
    double inverse[4];
    size_t dependent = 99;
    assert_true(train_least_squares_solve(ls, b, &dependent));
    assert_close(b[0], 5.0 / 6.0, 1e-14);
    assert_close(b[1], 1.5, 1e-14);
    train_least_squares_inverse(ls, inverse);
    assert_close(inverse[0], 5.0 / 6.0, 1e-14);
    assert_close(inverse[1], -0.5, 1e-14);
    assert_close(inverse[2], -0.5, 1e-14);
    assert_close(inverse[3], 0.5, 1e-14);
    /* v = (1, 2): v'X'Xv = 3 + 12 + 20 = 35 */
    assert_close(train_least_squares_norm(ls, (double[]){1.0, 2.0}), sqrt(35.0), 1e-14);
    train_least_squares_free(ls);
}

static void a_weight_is_a_repetition(void **state)
{
    (void)state;
    train_least_squares *weighted = train_least_squares_new(2);
    train_least_squares *repeated = train_least_squares_new(2);
    for (int i = 0; i < 4; i++) {
        double row[2] = {1.0, i * i};
        train_least_squares_add(weighted, row, i, i + 1.0);
        for (int copy = 0; copy <= i; copy++)
            train_least_squares_add(repeated, row, i, 1.0);
    }
    double a[2];
    double b[2];
    size_t dependent = 0;
    assert_true(train_least_squares_solve(weighted, a, &dependent));
    assert_true(train_least_squares_solve(repeated, b, &dependent));
    assert_close(a[0], b[0], 1e-14);
    assert_close(a[1], b[1], 1e-14);
    train_least_squares_free(weighted);
    train_least_squares_free(repeated);
}

/* Many blocks of rows whose columns differ by 16 orders of magnitude: an exact relation must come back. */
static void many_badly_scaled_rows(void **state)
{
    (void)state;
    const double truth[3] = {3.0, -2e8, 7e-9};
    poise_random random;
    poise_random_seed(&random, 1);
    train_least_squares *ls = train_least_squares_new(3);
    for (int i = 0; i < 2000; i++) {
        double row[3] = {1.0, 1e-8 * poise_random_real(&random), 1e8 * poise_random_real(&random)};
        double y = row[0] * truth[0] + row[1] * truth[1] + row[2] * truth[2];
        train_least_squares_add(ls, row, y, 0.5 + poise_random_real(&random));
    }
    double b[3];
    size_t dependent = 0;
    assert_true(train_least_squares_solve(ls, b, &dependent));
    for (int i = 0; i < 3; i++)
        assert_close(b[i] / truth[i], 1.0, 1e-12);
    train_least_squares_free(ls);
}

static void a_dependent_column_is_named(void **state)
{
    (void)state;
    train_least_squares *ls = train_least_squares_new(3);
    double b[3];
    size_t dependent = 99;
    for (int i = 0; i < 10; i++)
        train_least_squares_add(ls, (double[]){1.0, i, 1e6 * (1.0 - 2.0 * i)}, i, 1.0);
    assert_false(train_least_squares_solve(ls, b, &dependent));
    assert_true(dependent < 3);

    train_least_squares_reset(ls);
    for (int i = 0; i < 10; i++)
        train_least_squares_add(ls, (double[]){1.0, 0.0, i}, i, 1.0);
    assert_false(train_least_squares_solve(ls, b, &dependent));
    assert_int_equal(dependent, 1);

    train_least_squares_reset(ls); /* no rows at all */
    assert_false(train_least_squares_solve(ls, b, &dependent));
    train_least_squares_free(ls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_through_three_points),
        cmocka_unit_test(a_weight_is_a_repetition),
        cmocka_unit_test(many_badly_scaled_rows),
        cmocka_unit_test(a_dependent_column_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
