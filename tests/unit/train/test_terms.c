/* Other forms of the features equal the hand computation, and change nothing else. */
#include "tests/test.h"
#include "train/analyse/terms.h"

#include <math.h>
#include <string.h>

static const double x[FEATURES_COUNT] = {0.2, 0.5, 0.1, 0.3, 0.04, 0.49, 4, 1};

static void assert_form(const char *title, const double expected[FEATURES_COUNT])
{
    size_t form = 0;
    while (form < train_terms_count() && strcmp(train_terms_title(form), title) != 0)
        form++;
    assert_true(form < train_terms_count());
    double out[FEATURES_COUNT];
    train_terms_apply(form, x, out);
    for (int f = 0; f < FEATURES_COUNT; f++)
        assert_true(fabs(out[f] - expected[f]) < 1e-15);
}

static void forms_equal_hand_computation(void **state)
{
    (void)state;
    assert_form("x5, x6, x7 as square roots", (double[]){0.2, 0.5, 0.1, 0.3, 0.2, 0.7, 2, 1});
    assert_form("x5, x6, x7 as logarithms",
                (double[]){0.2, 0.5, 0.1, 0.3, log(0.05), log(0.5), log(4.01), 1});
    assert_form("ln x7 in place of x5", (double[]){0.2, 0.5, 0.1, 0.3, log(4.01), 0.49, 4, 1});
    assert_form("eta_one^2 in place of x5", (double[]){0.2, 0.5, 0.1, 0.3, 0.09, 0.49, 4, 1});
    assert_form("h_max h_one in place of x5", (double[]){0.2, 0.5, 0.1, 0.3, 0.1, 0.49, 4, 1});
}

/* Whatever the features, numbers stay numbers. */
static void forms_of_nothing_are_finite(void **state)
{
    (void)state;
    const double nothing[FEATURES_COUNT] = {0};
    for (size_t form = 0; form < train_terms_count(); form++) {
        double out[FEATURES_COUNT];
        train_terms_apply(form, nothing, out);
        for (int f = 0; f < FEATURES_COUNT; f++)
            assert_true(isfinite(out[f]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_equal_hand_computation),
        cmocka_unit_test(forms_of_nothing_are_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
