/* Negative binomial regression: closed forms, invariances and the maximum of the likelihood. */
#include "tests/unit/train/negbin_sample.h"
#include "train/negbin/distribution.h"
#include "train/numerics/parts.h"

#include <omp.h>

static void assert_close(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance * fmax(1.0, fabs(b))))
        fail_msg("%.17g is not %.17g to %g", a, b, tolerance);
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

/* The constant alone: its deviance is the null deviance, its log-likelihood the null one, with and without
 * offset and weights. */
static void the_null_model_is_the_constant_alone(void **state)
{
    (void)state;
    static sample s;
    draw(&s);
    static double ones[ROWS];
    for (size_t i = 0; i < ROWS; i++)
        ones[i] = 1.0;
    train_negbin_options options = by_likelihood();
    for (int with = 0; with <= 3; with++) {
        s.data.weight = with % 2 == 1 ? s.weight : NULL;
        s.data.offset = with >= 2 ? s.offset : NULL;
        train_negbin_result r = fit(&s.data, &options);
        train_negbin_data constant = s.data;
        constant.x = (train_matrix){.rows = ROWS, .cols = 1, .x = ones};
        train_negbin_result own = fit(&constant, &options);
        assert_close(r.null_log_likelihood, own.log_likelihood, 1e-12);
        assert_close(train_negbin_pseudo_r2(&r), 1.0 - r.log_likelihood / own.log_likelihood, 1e-11);
        assert_close(train_negbin_pseudo_r2(&own), 0.0, 1e-11);
        train_negbin_options given = train_negbin_thesis;
        given.dispersion = r.dispersion;
        train_negbin_result same = fit(&constant, &given);
        assert_close(r.null_deviance, same.deviance, 1e-11);
        assert_close(r.null_deviance, same.null_deviance, 1e-11);
        train_negbin_free(&r);
        train_negbin_free(&own);
        train_negbin_free(&same);
    }
}

/* So many rows that they are worth several threads. */
static void any_number_of_threads_gives_the_same_bits(void **state)
{
    (void)state;
    enum { MANY = TRAIN_THREADED_ROWS + 1234 };
    double *x = calloc((size_t)MANY * COLS, sizeof *x);
    double *y = calloc(MANY, sizeof *y);
    assert_non_null(x);
    assert_non_null(y);
    static sample s;
    draw(&s);
    for (size_t i = 0; i < MANY; i++) {
        memcpy(x + i * COLS, s.x + i % ROWS * COLS, COLS * sizeof *x);
        y[i] = s.y[i * 7 % ROWS];
    }
    train_negbin_data data = {.x = {.rows = MANY, .cols = COLS, .x = x}, .y = y};
    train_negbin_options options = by_likelihood();
    omp_set_num_threads(1);
    train_negbin_result one = fit(&data, &options);
    for (int threads = 2; threads <= 7; threads += 5) {
        omp_set_num_threads(threads);
        train_negbin_result several = fit(&data, &options);
        assert_memory_equal(one.coefficient, several.coefficient, COLS * sizeof(double));
        assert_memory_equal(one.covariance, several.covariance, COLS * COLS * sizeof(double));
        assert_memory_equal(one.mean, several.mean, MANY * sizeof(double));
        assert_memory_equal(&one.dispersion, &several.dispersion, sizeof one.dispersion);
        assert_memory_equal(&one.dispersion_error, &several.dispersion_error, sizeof one.dispersion_error);
        assert_memory_equal(&one.log_likelihood, &several.log_likelihood, sizeof one.log_likelihood);
        train_negbin_free(&several);
    }
    train_negbin_free(&one);
    free(x);
    free(y);
}

/* Nearly collinear columns, which only QR can tell apart, have the coefficients of the columns they are made
 * of. */
static void nearly_collinear_columns_are_told_apart(void **state)
{
    (void)state;
    static sample s;
    draw(&s);
    train_negbin_result plain = fit(&s.data, &train_negbin_thesis);
    const double share = 1e-5; /* variance inflation 1e10 */
    for (size_t i = 0; i < ROWS; i++)
        s.x[i * COLS + 2] = s.x[i * COLS + 1] + share * s.x[i * COLS + 2];
    train_negbin_result mixed = fit(&s.data, &train_negbin_thesis);
    assert_close(mixed.coefficient[2] * share / plain.coefficient[2], 1.0, 1e-7);
    assert_close(mixed.standard_error[2] * share / plain.standard_error[2], 1.0, 1e-7);
    assert_close(mixed.deviance, plain.deviance, 1e-9);
    train_negbin_free(&plain);
    train_negbin_free(&mixed);
}

/* A column that is left out might as well not be there. */
static void columns_can_be_left_out(void **state)
{
    (void)state;
    static sample s;
    draw(&s);
    train_negbin_options options = by_likelihood();
    options.leave_out = 1U << 1;
    train_negbin_result some = fit(&s.data, &options);
    static double x[ROWS * 2];
    for (size_t i = 0; i < ROWS; i++) {
        x[2 * i] = s.x[i * COLS];
        x[2 * i + 1] = s.x[i * COLS + 2];
    }
    train_negbin_data rest = s.data;
    rest.x = (train_matrix){.rows = ROWS, .cols = 2, .x = x};
    options.leave_out = 0;
    train_negbin_result r = fit(&rest, &options);
    assert_int_equal(some.cols, COLS);
    for (size_t i = 0; i < 2; i++) {
        assert_true(some.coefficient[2 * i] == r.coefficient[i]);
        assert_true(some.standard_error[2 * i] == r.standard_error[i]);
        assert_true(some.covariance[2 * i * COLS + 2 * i] == r.covariance[3 * i]);
    }
    assert_true(some.covariance[2] == r.covariance[1] && some.covariance[2 * COLS] == r.covariance[2]);
    assert_true(some.coefficient[1] == 0.0 && some.standard_error[1] == 0.0 && some.covariance[1] == 0.0);
    assert_true(some.log_likelihood == r.log_likelihood && some.aic == r.aic);
    train_negbin_free(&some);
    train_negbin_free(&r);
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
        cmocka_unit_test(the_null_model_is_the_constant_alone),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(columns_can_be_left_out),
        cmocka_unit_test(nearly_collinear_columns_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
