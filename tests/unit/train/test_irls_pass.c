/* One pass over the rows of a regression: sums taken four rows at a time, with as many features as the
 * project has or others, are those of a plain loop, and `rounding` bounds the rounding error of the
 * objective. */
#include "common/random.h"
#include "tests/test.h"
#include "train/negbin/irls_pass.h"

#include <float.h>
#include <math.h>

enum { MOST_ROWS = 9, MOST_COLS = 9 };

typedef struct rows {
    double x[MOST_ROWS * MOST_COLS], y[MOST_ROWS], weight[MOST_ROWS], mean[MOST_ROWS];
    train_negbin_data data;
} rows;

static void draw(rows *r, size_t n, size_t cols)
{
    poise_random random;
    poise_random_seed(&random, n * 100 + cols);
    for (size_t i = 0; i < n * cols; i++)
        r->x[i] = 2.0 * poise_random_real(&random) - 1.0;
    for (size_t i = 0; i < n; i++) {
        r->y[i] = (double)poise_random_below(&random, 30);
        r->weight[i] = 0.5 + (double)poise_random_below(&random, 3);
        r->mean[i] = 0.1 + 20.0 * poise_random_real(&random);
    }
    r->data = (train_negbin_data){.x = {.rows = n, .cols = cols, .x = r->x}, .y = r->y, .weight = r->weight};
}

/* Expected information x'wx, w = weight mu / (1 + alpha mu); gradient x'weight (y - mu) / (1 + alpha mu). */
static void assert_sums(const rows *r, double alpha, const double *gradient, const double *information)
{
    const size_t n = r->data.x.rows, cols = r->data.x.cols;
    for (size_t j = 0; j < cols; j++) {
        double score = 0;
        for (size_t i = 0; i < n; i++)
            score += r->weight[i] * (r->y[i] - r->mean[i]) / (1 + alpha * r->mean[i]) * r->x[i * cols + j];
        assert_float_equal(gradient[j], score, 1e-10);
        for (size_t k = 0; k < cols; k++) {
            double sum = 0;
            for (size_t i = 0; i < n; i++)
                sum += r->weight[i] * r->mean[i] / (1 + alpha * r->mean[i]) * r->x[i * cols + j] *
                       r->x[i * cols + k];
            assert_float_equal(information[j * cols + k], sum, 1e-10);
        }
    }
}

static void sums_are_those_of_a_plain_loop(void **state)
{
    (void)state;
    static rows r;
    for (size_t cols = 1; cols <= MOST_COLS; cols++) {
        for (size_t n = 1; n <= MOST_ROWS; n++) {
            double gradient[MOST_COLS], information[MOST_COLS * MOST_COLS];
            draw(&r, n, cols);
            double *work = calloc(train_pass_work(&r.data.x), sizeof *work);
            assert_non_null(work);
            train_pass pass = {.kind = TRAIN_PASS_EXPECTED,
                               .data = &r.data,
                               .dispersion = 0.75,
                               .mean = r.mean,
                               .gradient = gradient,
                               .information = information};
            train_pass_run(&pass, work);
            assert_sums(&r, 0.75, gradient, information);
            free(work);
        }
    }
}

/* Of a row alone, whose predictor is exact: 2 weight (loss - y eta), loss = (y + 1 / alpha) ln(1 + alpha mu),
 * in the precision of long double. */
static double error_of_objective(double y, double weight, double eta, double alpha, double *rounding)
{
    double one = 1, mean, gradient, information, work[8];
    const train_negbin_data data = {.x = {.rows = 1, .cols = 1, .x = &one}, .y = &y, .weight = &weight};
    train_pass pass = {.kind = TRAIN_PASS_STEP,
                       .data = &data,
                       .dispersion = alpha,
                       .coefficient = &eta,
                       .mean = &mean,
                       .gradient = &gradient,
                       .information = &information};
    assert_true(train_pass_work(&data.x) <= sizeof work / sizeof *work);
    train_pass_run(&pass, work);
    const long double loss =
        ((long double)y + 1 / (long double)alpha) * log1pl((long double)alpha * expl(eta));
    *rounding = pass.rounding;
    return fabs((double)(pass.objective - 2 * (long double)weight * (loss - (long double)y * eta)));
}

static void rounding_bounds_the_error_of_the_objective(void **state)
{
    (void)state;
    if (LDBL_MANT_DIG <= DBL_MANT_DIG)
        skip_test("long double is no more precise than double here");
    poise_random random;
    poise_random_seed(&random, 3);
    for (int i = 0; i < 2000; i++) {
        const double y = (double)poise_random_below(&random, 100),
                     eta = 6.0 * poise_random_real(&random) - 1.0, alpha = 0.1 + poise_random_real(&random),
                     weight = 1 + (double)poise_random_below(&random, 3);
        double rounding;
        const double error = error_of_objective(y, weight, eta, alpha, &rounding);
        if (error > rounding)
            fail_msg("y %g, predictor %g: the objective is wrong by %g, more than %g", y, eta, error,
                     rounding);
        /* And says something: not thousands of times what is lost. */
        assert_true(rounding < 1e-12 * weight * (y + 1 / alpha + fabs(y * eta)) * 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_those_of_a_plain_loop),
        cmocka_unit_test(rounding_bounds_the_error_of_the_objective),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
