/* Negative binomial regression: every refusal is a sentence, and no result is ever infinite. */
#include "tests/unit/train/negbin_sample.h"

static void assert_refused(const train_negbin_data *data, const train_negbin_options *options, int code,
                           const char *reason)
{
    train_negbin_result result;
    poise_error err = {0};
    assert_int_equal(train_negbin(data, options, &result, &err), code);
    assert_contains(err.text, reason);
    assert_null(result.coefficient);
}

static void bad_numbers_are_refused_with_their_row(void **state)
{
    (void)state;
    static sample s;
    draw(&s);
    s.data.weight = s.weight;
    s.data.offset = s.offset;
    struct {
        double *place, value;
        const char *reason;
    } const cases[] = {
        {&s.x[4 * COLS + 1], NAN, "feature 2 of row 5"},
        {&s.x[4 * COLS + 1], INFINITY, "feature 2 of row 5"},
        {&s.y[6], -1.0, "response of row 7"},
        {&s.y[6], NAN, "response of row 7"},
        {&s.y[6], INFINITY, "response of row 7"},
        {&s.weight[9], -0.5, "weight of row 10"},
        {&s.weight[9], NAN, "weight of row 10"},
        {&s.offset[0], INFINITY, "offset of row 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double good = *cases[i].place;
        *cases[i].place = cases[i].value;
        assert_refused(&s.data, &train_negbin_thesis, POISE_FAILED, cases[i].reason);
        *cases[i].place = good;
    }
}

static void data_without_information_are_refused(void **state)
{
    (void)state;
    static sample s;
    draw(&s);
    train_negbin_options options = by_likelihood();
    train_negbin_data few = s.data;
    few.x.rows = COLS - 1;
    assert_refused(&few, &options, POISE_FAILED, "2 rows are too few for 3 features");
    few.x.rows = 0;
    assert_refused(&few, &options, POISE_FAILED, "no row");
    memset(s.weight, 0, sizeof s.weight);
    s.data.weight = s.weight;
    assert_refused(&s.data, &options, POISE_FAILED, "no row");
    s.data.weight = NULL;

    const char *const names[COLS] = {"one", "slope", "copy"};
    s.data.x.names = names;
    for (size_t i = 0; i < ROWS; i++)
        s.x[i * COLS + 2] = 3.0 - 2.0 * s.x[i * COLS + 1];
    assert_refused(&s.data, &options, POISE_FAILED, "linear combination");
    for (size_t i = 0; i < ROWS; i++)
        s.x[i * COLS + 2] = 0.0;
    assert_refused(&s.data, &options, POISE_FAILED, "column 3 (copy)");

    draw(&s);
    for (size_t i = 0; i < ROWS; i++)
        s.y[i] = 6.0;
    assert_refused(&s.data, &options, POISE_FAILED, "all 200 responses are 6");
}

/* All zeros on one side: the coefficient would be minus infinity. */
static void separated_data_are_refused(void **state)
{
    (void)state;
    const double x[12] = {1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1};
    const double y[6] = {3, 5, 10, 0, 0, 0};
    train_negbin_data data = {.x = {.rows = 6, .cols = 2, .x = x}, .y = y};
    assert_refused(&data, &train_negbin_thesis, POISE_FAILED, "separates");
    train_negbin_options options = by_likelihood();
    assert_refused(&data, &options, POISE_FAILED, "separates");
    options.ridge = 0.01;
    train_negbin_result r = fit(&data, &options);
    assert_true(isfinite(r.coefficient[1]) && r.coefficient[1] < 0.0);
    train_negbin_free(&r);
}

/* No response but 0, or a whole group without one: by whichever column. */
static void responses_of_zero_are_refused_or_fitted(void **state)
{
    (void)state;
    static sample s;
    draw(&s);
    double y[ROWS];
    train_negbin_options options = by_likelihood();
    memset(y, 0, sizeof y);
    s.data.y = y;
    assert_refused(&s.data, &options, POISE_FAILED, "all 200 responses are 0");
    y[17] = 1.0; /* one event: where it is lies on the edge of the others, in one direction at least */
    assert_refused(&s.data, &train_negbin_thesis, POISE_FAILED, "separates");
    for (size_t i = 0; i < ROWS; i++)
        y[i] = s.x[i * COLS + 1] > 0.0 ? s.y[i] + 1.0 : 0.0;    /* a threshold on a feature, not a group */
    train_negbin_result r = fit(&s.data, &train_negbin_thesis); /* zeros pull, but never to infinity */
    assert_true(isfinite(r.coefficient[1]) && r.standard_error[1] > 0.0);
    train_negbin_free(&r);
}

static void options_out_of_range_are_refused(void **state)
{
    (void)state;
    static sample s;
    draw(&s);
    train_negbin_options options = train_negbin_thesis;
    options.dispersion = -1.0;
    assert_refused(&s.data, &options, POISE_USAGE, "dispersion");
    options.dispersion = NAN;
    assert_refused(&s.data, &options, POISE_USAGE, "dispersion");
    options = train_negbin_thesis;
    options.ridge = -1.0;
    assert_refused(&s.data, &options, POISE_USAGE, "ridge");
    options = train_negbin_thesis;
    options.max_iterations = 0;
    assert_refused(&s.data, &options, POISE_USAGE, "iterations");
    options.max_iterations = 1;
    assert_refused(&s.data, &options, POISE_FAILED, "did not converge in 1 iteration");
}

static bool all_finite(const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(values[i]))
            return false;
    }
    return true;
}

/* Small data sets of extreme numbers: a sentence or a result without NaN or infinity, never anything else. */
static void whatever_the_numbers_a_fit_is_finite_or_refused(void **state)
{
    (void)state;
    static const double features[] = {0, 1, -1, 0.5, 3, 1e-300, 1e300, -1e300, 1e-8, 1e8, 1e154, 1e-160};
    static const double responses[] = {0, 0, 1, 2, 7, 0.25, 1e-300, 1e300, 1e8, 24};
    poise_random random;
    poise_random_seed(&random, 11);
    int fitted = 0;
    for (int round = 0; round < 4000; round++) {
        double x[12 * 3];
        double y[12];
        size_t rows = 1 + poise_random_below(&random, 12);
        size_t cols = 1 + poise_random_below(&random, 3);
        size_t kinds = round % 2 == 0 ? 5 : 12; /* every second round tame, so that some can be fitted */
        for (size_t i = 0; i < rows * cols; i++)
            x[i] = features[poise_random_below(&random, kinds)];
        for (size_t i = 0; i < rows; i++)
            y[i] = responses[poise_random_below(&random, kinds < 10 ? kinds : 10)];
        train_negbin_data data = {.x = {.rows = rows, .cols = cols, .x = x}, .y = y};
        train_negbin_options options = train_negbin_thesis;
        options.estimate_dispersion = poise_random_below(&random, 2) == 0;
        options.ridge = poise_random_below(&random, 3) == 0 ? 0.5 : 0.0;
        train_negbin_result r;
        poise_error err = {0};
        int rc = train_negbin(&data, &options, &r, &err);
        if (rc == POISE_OK) {
            fitted++;
            const double totals[] = {r.dispersion, r.dispersion_error, r.log_likelihood,
                                     r.deviance,   r.null_deviance,    r.aic};
            assert_true(all_finite(r.coefficient, cols) && all_finite(r.standard_error, cols));
            assert_true(all_finite(r.mean, rows) && all_finite(totals, 6));
        } else {
            assert_true(err.text[0] != '\0');
        }
        train_negbin_free(&r);
    }
    assert_true(fitted > 400);
}
int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_numbers_are_refused_with_their_row),
        cmocka_unit_test(data_without_information_are_refused),
        cmocka_unit_test(separated_data_are_refused),
        cmocka_unit_test(responses_of_zero_are_refused_or_fitted),
        cmocka_unit_test(options_out_of_range_are_refused),
        cmocka_unit_test(whatever_the_numbers_a_fit_is_finite_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
