/* The negative binomial distribution: values by hand, derivatives against differences, and no digits lost on
 * the way to the Poisson limit. */
#include "train/negbin/distribution.h"

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

static train_nb_slopes slopes(double y, double mu, double alpha)
{
    train_nb_shape shape = train_nb_shape_of(alpha);
    return train_nb_slopes_at(y, mu, &shape);
}

static void probabilities_by_hand(void **state)
{
    (void)state;
    /* theta = 1 is the geometric distribution: P(y) = mu^y / (1 + mu)^(y + 1). */
    assert_close(train_nb_log_likelihood(0.0, 2.0, 1.0), log(1.0 / 3.0), 1e-15);
    assert_close(train_nb_log_likelihood(3.0, 2.0, 1.0), log(8.0 / 81.0), 1e-14);
    /* theta = 2: P(2) = 3 (1/2)^2 (1/2)^2 at mu = 2. */
    assert_close(train_nb_log_likelihood(2.0, 2.0, 0.5), log(3.0 / 16.0), 1e-14);
    /* Poisson: P(2) = e^-3 9/2. */
    assert_close(train_nb_log_likelihood(2.0, 3.0, 0.0), log(4.5) - 3.0, 1e-14);
}

static void probabilities_sum_to_one(void **state)
{
    (void)state;
    const double alphas[] = {0.0, 1e-12, 1e-6, 0.00999, 0.0101, 0.3, 2.0};
    for (size_t i = 0; i < sizeof alphas / sizeof alphas[0]; i++) {
        double sum = 0.0;
        for (int y = 0; y < 2000; y++)
            sum += exp(train_nb_log_likelihood(y, 6.5, alphas[i]));
        assert_close(sum, 1.0, 1e-12);
    }
}

static void deviance_is_lost_log_likelihood(void **state)
{
    (void)state;
    const double alphas[] = {0.0, 1e-10, 1e-3, 0.5, 1.0, 20.0};
    for (size_t i = 0; i < sizeof alphas / sizeof alphas[0]; i++) {
        double lost =
            train_nb_log_likelihood(7.5, 7.5, alphas[i]) - train_nb_log_likelihood(7.5, 3.2, alphas[i]);
        assert_close(train_nb_deviance(7.5, 3.2, alphas[i]), 2.0 * lost, 1e-12);
        assert_close(train_nb_deviance(7.5, 7.5, alphas[i]), 0.0, 1e-15);
    }
    /* y = 0, alpha = 1: 2 ln(1 + mu). */
    assert_close(train_nb_deviance(0.0, 4.0, 1.0), 2.0 * log(5.0), 1e-15);
}

/* theta = 99 is evaluated by the gamma functions, theta = 100 and more by series: no step in between. */
static void series_meet_the_gamma_functions(void **state)
{
    (void)state;
    const double below = 1.0 / (100.0 - 1e-9);
    const double above = 1.0 / (100.0 + 1e-9);
    for (int i = 0; i < 15; i++) {
        double y = i == 0 ? 0.0 : 0.25 * pow(1.7, i); /* up to 420 */
        assert_close(train_nb_log_likelihood(y, 9.0, below), train_nb_log_likelihood(y, 9.0, above), 1e-11);
        assert_close(slopes(y, 9.0, below).score, slopes(y, 9.0, above).score, 1e-9);
        assert_close(slopes(y, 9.0, below).curvature, slopes(y, 9.0, above).curvature, 1e-7);
    }
}

static void derivatives_are_slopes(void **state)
{
    (void)state;
    const double alphas[] = {0.002, 0.008, 0.02, 0.4, 1.0, 9.0};
    const double ys[] = {0.0, 1.0, 4.5, 30.0};
    for (size_t i = 0; i < sizeof alphas / sizeof alphas[0]; i++) {
        for (size_t j = 0; j < sizeof ys / sizeof ys[0]; j++) {
            double h = 1e-4 * alphas[i];
            double slope = (train_nb_log_likelihood(ys[j], 5.0, alphas[i] + h) -
                            train_nb_log_likelihood(ys[j], 5.0, alphas[i] - h)) /
                           (2.0 * h);
            assert_close(slopes(ys[j], 5.0, alphas[i]).score, slope, 1e-6);
            slope = (slopes(ys[j], 5.0, alphas[i] + h).score - slopes(ys[j], 5.0, alphas[i] - h).score) /
                    (2.0 * h);
            assert_close(slopes(ys[j], 5.0, alphas[i]).curvature, slope, 1e-6);
        }
    }
}

static void poisson_is_the_limit(void **state)
{
    (void)state;
    for (int digits = 6; digits <= 14; digits++) {
        double alpha = pow(10.0, -digits);
        assert_close(slopes(9.0, 4.0, alpha).score, 0.5 * (25.0 - 9.0), 100.0 * alpha);
        assert_close(train_nb_log_likelihood(9.0, 4.0, alpha), train_nb_log_likelihood(9.0, 4.0, 0.0),
                     10.0 * alpha + 1e-14);
    }
    assert_close(train_nb_score_at_poisson(9.0, 4.0), 8.0, 1e-15);
}

static void a_huge_dispersion_is_no_trap(void **state)
{
    (void)state;
    assert_true(isfinite(slopes(0.0, 5.0, 1e18).score));
    assert_true(isfinite(slopes(7.0, 5.0, 1e18).score));
    assert_true(slopes(7.0, 5.0, 1e9).score < 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probabilities_by_hand),           cmocka_unit_test(probabilities_sum_to_one),
        cmocka_unit_test(deviance_is_lost_log_likelihood), cmocka_unit_test(series_meet_the_gamma_functions),
        cmocka_unit_test(derivatives_are_slopes),          cmocka_unit_test(poisson_is_the_limit),
        cmocka_unit_test(a_huge_dispersion_is_no_trap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
