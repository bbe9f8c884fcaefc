/* Feature vector: hand-computed values (U3 in fixed point), saturation and empty windows. */
#include "infer_test.h"

enum { ONE = 1 << POISE_FEATURE_BITS };

/* h_o 1/4, eta_o 1/8, L_o 600, I_n 10. */
static const poise_sample hand_max = {1000, 250, 125, 60000, 100, 2000, 200};
/* h' 3/4, eta' 5/8, L' 300. */
static const poise_sample hand_one = {800, 600, 500, 30000, 100, 9999, 77};

static void hand_computed_vector(void **state)
{
    (void)state;
    poise_features f = features_of(&hand_max, &hand_one);
    assert_int_equal(f.x[0], ONE / 4);
    assert_int_equal(f.x[1], ONE / 4 * 3);
    assert_int_equal(f.x[2], ONE / 8);
    assert_int_equal(f.x[3], ONE / 8 * 5);
    assert_int_equal(f.x[4], ONE / 4);           /* (5/8 - 1/8)^2 */
    assert_int_equal(f.x[5], ONE / 256 / 2 * 5); /* 10 * 1/4 = 2.5 of 256 */
    assert_int_equal(f.x[6], 140625);            /* (75 - 450)^2 of 2^28 */
    assert_int_equal(f.x[7], ONE);
}

static void hand_computed_point(void **state)
{
    (void)state;
    poise_point point;
    poise_point_from_sample(&hand_max, &point);
    assert_int_equal(point.hit_rate, 1u << 29);
    assert_int_equal(point.intra_rate, 1u << 28);
    assert_int_equal(point.miss_cost, 450u << 16);
    assert_int_equal(point.instructions_per_load, 10u << 23);
}

/* 2^31 / 3 = 715827882.67, 2^31 * 2 / 3 = 1431655765.33, 2^23 * 5 / 3 = 13981013.33. */
static void quotients_are_rounded_down(void **state)
{
    (void)state;
    poise_sample sample = {
        .l1_accesses = 3, .l1_hits = 2, .l1_intra_hits = 1, .instructions = 5, .global_loads = 3};
    poise_point point;
    poise_point_from_sample(&sample, &point);
    assert_int_equal(point.hit_rate, 1431655765);
    assert_int_equal(point.intra_rate, 715827882);
    assert_int_equal(point.instructions_per_load, 13981013);
}

/* The squares do not depend on which of the two windows is larger. */
static void differences_are_symmetric(void **state)
{
    (void)state;
    poise_sample first = hand_max, second = hand_one;
    second.instructions = 2000; /* I_n comes from the window at (max, max): 10 either way */
    second.global_loads = 200;
    poise_features there = features_of(&first, &second);
    poise_features back = features_of(&second, &first);
    for (int i = 4; i < 7; i++)
        assert_int_equal(there.x[i], back.x[i]);
}

static void empty_windows_are_zero(void **state)
{
    (void)state;
    poise_sample empty = {0};
    poise_features f = features_of(&empty, &empty);
    for (int i = 0; i < 7; i++)
        assert_int_equal(f.x[i], 0);
    assert_int_equal(f.x[7], ONE);
}

static void saturated_counters_stay_in_range(void **state)
{
    (void)state;
    poise_sample full = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, 1, UINT32_MAX, 1};
    poise_sample empty = {UINT32_MAX, 0, 0, UINT32_MAX, 1, UINT32_MAX, 1};
    poise_features f = features_of(&full, &empty);
    assert_int_equal(f.x[0], ONE);
    assert_int_equal(f.x[1], 0);
    assert_int_equal(f.x[2], ONE);
    assert_int_equal(f.x[3], 0);
    assert_int_equal(f.x[4], ONE);
    assert_int_equal(f.x[5], ONE); /* I_n saturates below 256, which rounds to the whole range */
    assert_int_equal(f.x[6], ONE); /* L saturates below 32768 cycles: beyond 16,384 */
}

static void more_hits_than_accesses_is_rate_one(void **state)
{
    (void)state;
    poise_sample odd = {10, 11, UINT32_MAX, 0, 0, 1, 1};
    poise_point point;
    poise_point_from_sample(&odd, &point);
    assert_int_equal(point.hit_rate, 1u << 31);
    assert_int_equal(point.intra_rate, 1u << 31);
    assert_int_equal(point.miss_cost, 0);
}

/* As in training (features/features.h): all instructions, in one stretch. */
static void without_loads_all_instructions_count(void **state)
{
    (void)state;
    poise_sample sample = {.instructions = 100};
    poise_point point;
    poise_point_from_sample(&sample, &point);
    assert_int_equal(point.instructions_per_load, 100u << 23);
}

static void any_counters_give_features_in_range(void **state)
{
    (void)state;
    poise_random random;
    poise_random_seed(&random, 1);
    for (int i = 0; i < 200000; i++) {
        poise_sample at_max = random_sample(&random), at_one = random_sample(&random);
        poise_features f = features_of(&at_max, &at_one);
        for (int k = 0; k < POISE_FEATURES; k++)
            assert_true(f.x[k] <= ONE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hand_computed_vector),
        cmocka_unit_test(hand_computed_point),
        cmocka_unit_test(quotients_are_rounded_down),
        cmocka_unit_test(differences_are_symmetric),
        cmocka_unit_test(empty_windows_are_zero),
        cmocka_unit_test(saturated_counters_stay_in_range),
        cmocka_unit_test(more_hits_than_accesses_is_rate_one),
        cmocka_unit_test(without_loads_all_instructions_count),
        cmocka_unit_test(any_counters_give_features_in_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
