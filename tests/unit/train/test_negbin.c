/* Negative binomial regression: closed forms, invariances, the maximum of the likelihood, and every refusal.
 */
#include "common/random.h"
#include "train/nb_distribution.h"
#include "train/negbin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

enum { ROWS = 200, COLS = 3 };

typedef struct sample {
    double x[ROWS * COLS], y[ROWS], weight[ROWS], offset[ROWS];
    train_negbin_data data;
} sample;

static void assert_close(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance * fmax(1.0, fabs(b))))
        fail_msg("%.17g is not %.17g to %g", a, b, tolerance);
}

/* A constant and two features; log-normal noise on whole-numbered responses. */
static void draw(sample *s)
{
    poise_random random;
    poise_random_seed(&random, 5);
    for (size_t i = 0; i < ROWS; i++) {
        double *row = s->x + i * COLS;
        row[0] = 1.0;
        row[1] = 2.0 * poise_random_real(&random) - 1.0;
        row[2] = poise_random_real(&random);
        double noise = poise_random_real(&random) + poise_random_real(&random) - 1.0;
        s->y[i] = floor(exp(1.5 + 0.8 * row[1] - 0.5 * row[2] + 1.5 * noise));
        s->weight[i] = (double)poise_random_below(&random, 3);
        s->offset[i] = poise_random_real(&random);
    }
    s->data = (train_negbin_data){.x = {.rows = ROWS, .cols = COLS, .x = s->x}, .y = s->y};
}

static train_negbin_result fit(const train_negbin_data *data, const train_negbin_options *options)
{
    train_negbin_result result;
    poise_error err = {0};
    if (train_negbin(data, options, &result, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return result;
}

static void assert_refused(const train_negbin_data *data, const train_negbin_options *options, int code,
                           const char *reason)
{
    train_negbin_result result;
    poise_error err = {0};
    assert_int_equal(train_negbin(data, options, &result, &err), code);
    if (strstr(err.text, reason) == NULL)
        fail_msg("'%s' does not say '%s'", err.text, reason);
    assert_null(result.coefficient);
}

static train_negbin_options by_likelihood(void)
{
    train_negbin_options options = train_negbin_thesis;
    options.estimate_dispersion = true;
    return options;
}

/* A constant alone: mu = mean, variance of b = (1 + alpha mu) / (n mu). */
static void a_constant_is_the_logarithm_of_the_mean(void **state)
{
    (void)state;
    const double ones[5] = {1, 1, 1, 1, 1};
    const double y[5] = {1, 4, 2.5, 0, 12};
    train_negbin_data data = {.x = {.rows = 5, .cols = 1, .x = ones}, .y = y};
    train_negbin_result r = fit(&data, &train_negbin_thesis);
    assert_close(r.coefficient[0], log(3.9), 1e-12);
    assert_close(r.standard_error[0], sqrt((1.0 + 3.9) / (5.0 * 3.9)), 1e-12);
    assert_close(r.deviance, r.null_deviance, 1e-13);
    assert_close(r.aic, 2.0 - 2.0 * r.log_likelihood, 1e-15);
    assert_close(r.observations, 5.0, 0.0);
    assert_false(r.dispersion_estimated);
    train_negbin_free(&r);
}

/* Two groups: each fitted mean is the mean of its group. */
static void groups_are_fitted_by_their_means(void **state)
{
    (void)state;
    const double x[12] = {1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1};
    const double y[6] = {3, 5, 10, 1, 2, 0};
    train_negbin_data data = {.x = {.rows = 6, .cols = 2, .x = x}, .y = y};
    train_negbin_result r = fit(&data, &train_negbin_thesis);
    assert_close(r.coefficient[0], log(6.0), 1e-12);
    assert_close(r.coefficient[1], log(1.0 / 6.0), 1e-12);
    assert_close(r.mean[0], 6.0, 1e-12);
    assert_close(r.mean[5], 1.0, 1e-12);
    train_negbin_free(&r);
}

static void weights_repeat_rows_and_zero_removes_them(void **state)
{
    (void)state;
    static sample s;
    draw(&s);
    s.data.weight = s.weight;
    train_negbin_options options = by_likelihood();
    train_negbin_result weighted = fit(&s.data, &options);

    static double x[2 * ROWS * COLS];
    static double y[2 * ROWS];
    size_t rows = 0;
    for (size_t i = 0; i < ROWS; i++) {
        for (int copy = 0; copy < (int)s.weight[i]; copy++) {
            memcpy(x + rows * COLS, s.x + i * COLS, COLS * sizeof *x);
            y[rows++] = s.y[i];
        }
    }
    train_negbin_data repeated = {.x = {.rows = rows, .cols = COLS, .x = x}, .y = y};
    train_negbin_result r = fit(&repeated, &options);
    for (size_t i = 0; i < COLS; i++) {
        assert_close(weighted.coefficient[i], r.coefficient[i], 1e-9);
        assert_close(weighted.standard_error[i], r.standard_error[i], 1e-9);
    }
    assert_close(weighted.dispersion, r.dispersion, 1e-9);
    assert_close(weighted.log_likelihood, r.log_likelihood, 1e-12);
    train_negbin_free(&weighted);
    train_negbin_free(&r);
}

/* exp(offset) multiplies the mean: a constant offset moves the constant only. */
static void a_constant_offset_moves_the_constant(void **state)
{
    (void)state;
    static sample s;
    draw(&s);
    train_negbin_result plain = fit(&s.data, &train_negbin_thesis);
    for (size_t i = 0; i < ROWS; i++)
        s.offset[i] = 0.7;
    s.data.offset = s.offset;
    train_negbin_result moved = fit(&s.data, &train_negbin_thesis);
    assert_close(moved.coefficient[0], plain.coefficient[0] - 0.7, 1e-10);
    assert_close(moved.coefficient[1], plain.coefficient[1], 1e-10);
    assert_close(moved.null_deviance, plain.null_deviance, 1e-12);
    train_negbin_free(&plain);
    train_negbin_free(&moved);
}

static double log_likelihood_at(const sample *s, const double *b, double alpha)
{
    double sum = 0.0;
    for (size_t i = 0; i < ROWS; i++) {
        const double *row = s->x + i * COLS;
        sum += train_nb_log_likelihood(s->y[i], exp(row[0] * b[0] + row[1] * b[1] + row[2] * b[2]), alpha);
    }
    return sum;
}

/* No neighbour in any direction of coefficients or dispersion is more likely. */
static void the_estimate_is_the_maximum(void **state)
{
    (void)state;
    static sample s;
    draw(&s);
    train_negbin_options options = by_likelihood();
    train_negbin_result r = fit(&s.data, &options);
    assert_true(r.dispersion > 0.0 && r.dispersion_error > 0.0 && !r.poisson_limit);
    assert_close(log_likelihood_at(&s, r.coefficient, r.dispersion), r.log_likelihood, 1e-13);
    assert_close(r.aic, 2.0 * (COLS + 1) - 2.0 * r.log_likelihood, 1e-15);
    for (int sign = -1; sign <= 1; sign += 2) {
        for (size_t i = 0; i < COLS; i++) {
            double b[COLS];
            memcpy(b, r.coefficient, sizeof b);
            b[i] += sign * 1e-3;
            assert_true(log_likelihood_at(&s, b, r.dispersion) < r.log_likelihood);
        }
        double alpha = r.dispersion * (1.0 + sign * 1e-3);
        assert_true(log_likelihood_at(&s, r.coefficient, alpha) < r.log_likelihood);
    }
    train_negbin_free(&r);
}

/* Responses equal to their rounded mean vary less than Poisson. */
static void the_poisson_limit_is_alpha_zero(void **state)
{
    (void)state;
    static sample s;
    draw(&s);
    for (size_t i = 0; i < ROWS; i++)
        s.y[i] = round(exp(2.0 + 0.5 * s.x[i * COLS + 1]));
    train_negbin_options options = by_likelihood();
    train_negbin_result estimated = fit(&s.data, &options);
    assert_true(estimated.poisson_limit);
    assert_true(estimated.dispersion == 0.0 && estimated.dispersion_error == 0.0);
    train_negbin_options poisson = train_negbin_thesis;
    poisson.dispersion = 0.0;
    train_negbin_result given = fit(&s.data, &poisson);
    assert_memory_equal(estimated.coefficient, given.coefficient, COLS * sizeof(double));
    train_negbin_free(&estimated);
    train_negbin_free(&given);
}

/* At the penalised maximum the score of each coefficient equals lambda times variance times coefficient. */
static void ridge_balances_score_and_penalty(void **state)
{
    (void)state;
    static sample s;
    draw(&s);
    train_negbin_options options = train_negbin_thesis;
    options.ridge = 7.0;
    train_negbin_result r = fit(&s.data, &options);
    for (size_t col = 0; col < COLS; col++) {
        double score = 0.0;
        double mean = 0.0;
        double squares = 0.0;
        for (size_t i = 0; i < ROWS; i++) {
            double x = s.x[i * COLS + col];
            score += x * (s.y[i] - r.mean[i]) / (1.0 + r.mean[i]);
            mean += x / ROWS;
            squares += x * x / ROWS;
        }
        assert_close(score, 7.0 * (squares - mean * mean) * r.coefficient[col], 1e-7);
    }
    train_negbin_free(&r);

    options.ridge = 1e10; /* only the constant, which is not penalised, is left */
    r = fit(&s.data, &options);
    assert_true(fabs(r.coefficient[1]) < 1e-6 && fabs(r.coefficient[2]) < 1e-6);
    assert_close(r.deviance, r.null_deviance, 1e-6);
    train_negbin_free(&r);
}

static void ridge_makes_few_or_dependent_data_possible(void **state)
{
    (void)state;
    const double x[6] = {1, 0.5, 0.5, 1, 2.0, 2.0};
    const double y[2] = {3, 9};
    train_negbin_data data = {.x = {.rows = 2, .cols = 3, .x = x}, .y = y};
    train_negbin_options options = train_negbin_thesis;
    options.ridge = 0.1;
    train_negbin_result r = fit(&data, &options);
    assert_close(r.coefficient[1], r.coefficient[2], 1e-10); /* equal columns share their effect */
    assert_true(r.coefficient[1] > 0.0);
    train_negbin_free(&r);
}

static void the_unit_of_a_column_does_not_matter(void **state)
{
    (void)state;
    static sample s;
    draw(&s);
    train_negbin_result plain = fit(&s.data, &train_negbin_thesis);
    for (size_t i = 0; i < ROWS; i++) {
        s.x[i * COLS + 1] *= 1e9;
        s.x[i * COLS + 2] *= 1e-9;
    }
    train_negbin_result scaled = fit(&s.data, &train_negbin_thesis);
    assert_close(scaled.coefficient[1] * 1e9 / plain.coefficient[1], 1.0, 1e-9);
    assert_close(scaled.coefficient[2] * 1e-9 / plain.coefficient[2], 1.0, 1e-9);
    assert_close(scaled.deviance, plain.deviance, 1e-13);
    train_negbin_free(&plain);
    train_negbin_free(&scaled);
}

static void the_same_data_give_the_same_bits(void **state)
{
    (void)state;
    static sample s;
    draw(&s);
    train_negbin_options options = by_likelihood();
    train_negbin_result a = fit(&s.data, &options);
    train_negbin_result b = fit(&s.data, &options);
    assert_memory_equal(a.coefficient, b.coefficient, COLS * sizeof(double));
    assert_memory_equal(a.covariance, b.covariance, COLS * COLS * sizeof(double));
    assert_memory_equal(&a.dispersion, &b.dispersion, sizeof a.dispersion);
    train_negbin_free(&a);
    train_negbin_free(&b);
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
    assert_refused(&s.data, &options, POISE_FAILED, "column 3, copy");

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
        cmocka_unit_test(a_constant_is_the_logarithm_of_the_mean),
        cmocka_unit_test(groups_are_fitted_by_their_means),
        cmocka_unit_test(weights_repeat_rows_and_zero_removes_them),
        cmocka_unit_test(a_constant_offset_moves_the_constant),
        cmocka_unit_test(the_estimate_is_the_maximum),
        cmocka_unit_test(the_poisson_limit_is_alpha_zero),
        cmocka_unit_test(ridge_balances_score_and_penalty),
        cmocka_unit_test(ridge_makes_few_or_dependent_data_possible),
        cmocka_unit_test(the_unit_of_a_column_does_not_matter),
        cmocka_unit_test(the_same_data_give_the_same_bits),
        cmocka_unit_test(bad_numbers_are_refused_with_their_row),
        cmocka_unit_test(data_without_information_are_refused),
        cmocka_unit_test(separated_data_are_refused),
        cmocka_unit_test(options_out_of_range_are_refused),
        cmocka_unit_test(whatever_the_numbers_a_fit_is_finite_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
