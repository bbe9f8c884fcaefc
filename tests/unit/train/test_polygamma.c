/* Are digamma and trigamma those of GSL? */
#include "tests/test.h"
#include "train/numerics/polygamma.h"

#include <gsl/gsl_sf_psi.h>
#include <math.h>

static void values_are_those_of_gsl(void **state)
{
    (void)state;
    double x = 1e-8;
    while (x < 1e8) {
        x *= 1.013;
        train_polygamma p = train_polygamma_at(x);
        double digamma = gsl_sf_psi(x);
        double trigamma = gsl_sf_psi_1(x);
        if (!(fabs(p.digamma - digamma) <= 2e-14 * fmax(0.1, fabs(digamma))) ||
            !(fabs(p.trigamma - trigamma) <= 2e-14 * trigamma))
            fail_msg("at %.17g: %.17g %.17g, GSL has %.17g %.17g", x, p.digamma, p.trigamma, digamma,
                     trigamma);
    }
}

/* psi(1) = -gamma, psi'(1) = pi^2 / 6. */
static void values_are_the_known_constants(void **state)
{
    (void)state;
    train_polygamma one = train_polygamma_at(1.0);
    assert_true(fabs(one.digamma + 0.57721566490153286) < 1e-15);
    assert_true(fabs(one.trigamma - M_PI * M_PI / 6.0) < 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_gsl),
        cmocka_unit_test(values_are_the_known_constants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
