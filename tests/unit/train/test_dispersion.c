/* How small a dispersion is told from that of Poisson? For responses whose mean is constant the estimate is
 * known to first order: the variance exceeds the mean by the share alpha * mean. */
#include "tests/test.h"
#include "train/negbin/dispersion.h"

#include <math.h>

enum { ROWS = 3 };

/* The estimate, times the mean, for responses of mean 8 whose variance exceeds it by `excess`. With weights
 * 1, w, 1 for 8 - d, 8 and 8 + d the variance is 2 d^2 / (2 + w). */
static double estimate(double excess)
{
    const double mean = 8.0, d = 6.0;
    const double y[ROWS] = {mean - d, mean, mean + d}, mu[ROWS] = {mean, mean, mean};
    const double weight[ROWS] = {1.0, 2.0 * d * d / (mean * (1.0 + excess)) - 2.0, 1.0};
    train_distinct distinct;
    double alpha = -1.0;
    assert_true(train_distinct_collect(&distinct, y, weight, ROWS));
    const train_nb_sample sample = {ROWS, y, mu, weight, &distinct};
    assert_int_equal(train_nb_dispersion(&sample, 0.0, 1e-9, &alpha, NULL), POISE_OK);
    train_distinct_free(&distinct);
    return alpha * mean;
}

/* Proportional to the excess, where that is small. */
static void small_dispersions_are_estimated(void **state)
{
    (void)state;
    const double share = estimate(1e-4) / 1e-4;
    assert_true(share > 0.1 && share < 10.0);
    static const double excess[] = {1e-5, 1e-6, 1e-7, 1e-8};
    for (size_t i = 0; i < sizeof excess / sizeof *excess; i++) {
        const double found = estimate(excess[i]) / excess[i];
        if (!(fabs(found - share) < 0.02 * share))
            fail_msg("%g of an excess of %g, not %g", found, excess[i], share);
    }
}

/* Below 1e-10 of the mean a negative binomial distribution is that of Poisson to all digits that count. */
static void what_is_smaller_is_none(void **state)
{
    (void)state;
    const double excess = 1e-10 / (estimate(1e-8) / 1e-8); /* whose estimate is 1e-10 */
    assert_true(fabs(estimate(1.2 * excess) - 1.2e-10) < 0.1e-10);
    assert_true(estimate(0.8 * excess) == 0.0);
    assert_true(estimate(1e-12) == 0.0);
    assert_true(estimate(-1e-3) == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_dispersions_are_estimated),
        cmocka_unit_test(what_is_smaller_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
