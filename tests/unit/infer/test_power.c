/* Base-2 exponent: accuracy of the table, order, the ends of the range. */
#include "infer_test.h"

#include <math.h>

static double exact_power(uint32_t exponent)
{
    return exp2(ldexp(exponent, -POISE_EXPONENT_BITS) - POISE_EXPONENT_OFFSET + POISE_POWER_BITS);
}

/* At the table's own points there is no interpolation: nothing but the rounding to 2^-30 is left. */
static void table_entries_are_rounded_powers(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 128; i++) {
        uint32_t exponent = (8u << POISE_EXPONENT_BITS) + (i << (POISE_EXPONENT_BITS - 7));
        double mantissa = ldexp((double)poise_power(exponent), -8);
        assert_true(fabs(mantissa - ldexp(exact_power(exponent), -8)) <= 0.5);
    }
}

static void error_is_within_the_stated_bound(void **state)
{
    (void)state;
    double highest = 0, lowest = 0;
    for (uint32_t exponent = 0; exponent < 16u << POISE_EXPONENT_BITS; exponent += 1009) {
        double error = (double)poise_power(exponent) / exact_power(exponent) - 1;
        highest = fmax(highest, error);
        lowest = fmin(lowest, error);
    }
    assert_true(highest <= 3.7e-6);
    assert_true(lowest >= -1e-9);
    assert_true(highest > 3.6e-6); /* the bound is tight */
}

/* Across every seam between two table intervals, and between two octaves. */
static void power_never_decreases(void **state)
{
    (void)state;
    for (uint32_t seam = 1; seam < 16 * 128; seam++) {
        uint32_t exponent = seam << (POISE_EXPONENT_BITS - 7);
        assert_true(poise_power(exponent - 1) <= poise_power(exponent));
        assert_true(poise_power(exponent) <= poise_power(exponent + 1));
    }
}

static void ends_of_the_range(void **state)
{
    (void)state;
    assert_int_equal(poise_power(0), UINT64_C(1) << 30);                         /* 2^-8 */
    assert_int_equal(poise_power(8u << POISE_EXPONENT_BITS), UINT64_C(1) << 38); /* 1 */
    assert_true(poise_power((16u << POISE_EXPONENT_BITS) - 1) < UINT64_C(1) << 46);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_entries_are_rounded_powers),
        cmocka_unit_test(error_is_within_the_stated_bound),
        cmocka_unit_test(power_never_decreases),
        cmocka_unit_test(ends_of_the_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
