/* Leverage, residuals and Cook's distance: closed forms and identities. Other people's numbers are compared
 * in tests/oracle/train. */
#include "tests/unit/train/negbin_sample.h"
#include "train/negbin/influence.h"

static void assert_close(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance * fmax(1.0, fabs(b))))
        fail_msg("%.17g is not %.17g to %g", a, b, tolerance);
}

/* A constant alone: every row has leverage 1 / n. */
static void a_constant_shares_leverage_evenly(void **state)
{
    (void)state;
    const double ones[4] = {1, 1, 1, 1};
    const double y[4] = {1, 4, 0, 3};
    train_negbin_data data = {.x = {.rows = 4, .cols = 1, .x = ones}, .y = y};
    train_negbin_result r = fit(&data, &train_negbin_thesis);
    train_influence influence[4];
    train_negbin_influence(&data, &r, influence);
    for (size_t i = 0; i < 4; i++) {
        double pearson = (y[i] - 2.0) / sqrt(2.0 + 4.0); /* mean 2, alpha 1 */
        assert_close(influence[i].leverage, 0.25, 1e-12);
        assert_close(influence[i].pearson, pearson, 1e-12);
        assert_close(influence[i].cook, pearson * pearson * 0.25 / (0.75 * 0.75), 1e-12);
    }
    train_negbin_free(&r);
}

/* Leverages add up to the number of coefficients, squared residuals to the deviance; weights 0 have none. */
static void sums_are_those_of_the_fit(void **state)
{
    (void)state;
    static sample s;
    draw(&s);
    s.data.weight = s.weight;
    s.data.offset = s.offset;
    train_negbin_options options = by_likelihood();
    train_negbin_result r = fit(&s.data, &options);
    static train_influence influence[ROWS];
    train_negbin_influence(&s.data, &r, influence);
    double leverage = 0.0;
    double deviance = 0.0;
    for (size_t i = 0; i < ROWS; i++) {
        leverage += influence[i].leverage;
        deviance += influence[i].deviance * influence[i].deviance;
        assert_true((influence[i].leverage > 0.0) == (s.weight[i] > 0.0));
        assert_true(influence[i].deviance * (s.y[i] - r.mean[i]) >= 0.0);
    }
    assert_close(leverage, COLS, 1e-9);
    assert_close(deviance, r.deviance, 1e-8); /* alpha is estimated to so many digits */
    train_negbin_free(&r);
}

/* A row that has a column to itself is fitted exactly, without it the column would be empty. */
static void a_row_that_decides_alone_has_leverage_one(void **state)
{
    (void)state;
    const double x[8] = {1, 0, 1, 0, 1, 0, 1, 1};
    const double y[4] = {1, 4, 2, 9};
    train_negbin_data data = {.x = {.rows = 4, .cols = 2, .x = x}, .y = y};
    train_negbin_result r = fit(&data, &train_negbin_thesis);
    train_influence influence[4];
    train_negbin_influence(&data, &r, influence);
    assert_close(influence[3].leverage, 1.0, 1e-12);
    assert_true(influence[3].cook == HUGE_VAL);
    assert_true(isfinite(influence[0].cook));
    train_negbin_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_constant_shares_leverage_evenly),
        cmocka_unit_test(sums_are_those_of_the_fit),
        cmocka_unit_test(a_row_that_decides_alone_has_leverage_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
