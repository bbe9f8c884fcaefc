/* U3: the feature vector from hand-made counters equals the hand computation to 1e-12. */
#include "features/features.h"
#include "tests/folder.h"

#include <math.h>

static void assert_close(double value, double expected)
{
    double tolerance = 1e-12 * (expected < 0 ? -expected : expected) + 1e-15;
    if (!(value >= expected - tolerance && value <= expected + tolerance))
        fail_msg("%.17g is not %.17g", value, expected);
}

/* h_o 0.25, eta_o 0.1, L_o 500, I_n 8. */
static const sim_counters at_max = {.warp_insts = 80000,
                                    .global_loads = 10000,
                                    .l1_read_accesses = 20000,
                                    .l1_read_hits = 5000,
                                    .l1_intra_hits = 2000,
                                    .l1_merges = 1000,
                                    .miss_latency = 7500000,
                                    .misses_returned = 15000};
/* h' 0.75, eta' 0.7, L' 200. */
static const sim_counters at_one = {.warp_insts = 80000,
                                    .global_loads = 10000,
                                    .l1_read_accesses = 20000,
                                    .l1_read_hits = 15000,
                                    .l1_intra_hits = 14000,
                                    .l1_merges = 500,
                                    .miss_latency = 1000000,
                                    .misses_returned = 5000};

static void vector_equals_hand_computation(void **state)
{
    (void)state;
    double x[FEATURES_COUNT];
    features_vector(&at_max, &at_one, false, x);
    assert_close(x[0], 0.25);
    assert_close(x[1], 0.75);
    assert_close(x[2], 0.1);
    assert_close(x[3], 0.7);
    assert_close(x[4], 0.36);                              /* (0.7 - 0.1)^2 */
    assert_close(x[5], 2.88);                              /* 8 * 0.36 */
    assert_close(x[6], (50. - 375.) * (50. - 375.) / 1e5); /* 200 * 0.25, 500 * 0.75 */
    assert_close(x[7], 1);
}

static void bypass_vector_equals_hand_computation(void **state)
{
    (void)state;
    double x[FEATURES_COUNT];
    const features_rates max = features_measure(&at_max, false), bypass = features_measure(&at_one, false);
    const features_rates nothing = {0};
    features_logs(&max, &bypass, x);
    assert_close(x[0], 0.25);
    assert_close(x[1], 0.75);
    assert_close(x[2], 0.1);
    assert_close(x[3], 0.7);
    assert_close(x[4], log(2));   /* 20000 accesses of 10000 loads */
    assert_close(x[5], log(375)); /* 500 * 0.75 */
    assert_close(x[6], log(50));  /* 200 * 0.25 */
    assert_close(x[7], 1);
    features_logs(&nothing, &nothing, x);
    for (size_t f = 0; f + 1 < FEATURES_COUNT; f++)
        assert_true(x[f] == 0);
}

static void vector_of_one_tuple_equals_hand_computation(void **state)
{
    (void)state;
    double x[FEATURES_COUNT];
    const features_rates max = features_measure(&at_max, false), nothing = {0};
    features_alone(&max, x);
    assert_close(x[0], 0.25);
    assert_close(x[1], 0.1);
    assert_close(x[2], log(2));   /* 20000 accesses of 10000 loads */
    assert_close(x[3], log(375)); /* 500 * 0.75 */
    assert_close(x[4], log(8));   /* instructions per load */
    assert_close(x[5], 0.25 * log(375));
    assert_close(x[6], 0.1 * log(375));
    assert_close(x[7], 1);
    features_alone(&nothing, x);
    for (size_t f = 0; f + 1 < FEATURES_COUNT; f++)
        assert_true(x[f] == 0);
}

static void merges_count_as_hits_on_request(void **state)
{
    (void)state;
    double x[FEATURES_COUNT];
    features_vector(&at_max, &at_one, true, x);
    assert_close(x[0], 0.3);
    assert_close(x[1], 0.775);
    assert_close(x[2], 0.1); /* eta is of hits only */
    assert_close(x[6], (200 * 0.225 - 500 * 0.7) * (200 * 0.225 - 500 * 0.7) / 1e5);
}

static void nothing_measured_is_finite(void **state)
{
    (void)state;
    const sim_counters idle = {.warp_insts = 42};
    double x[FEATURES_COUNT];
    features_vector(&idle, &idle, false, x);
    for (size_t f = 0; f + 1 < FEATURES_COUNT; f++)
        assert_true(x[f] == 0);
    assert_true(x[7] == 1);
    assert_true(features_measure(&idle, false).insts_per_load == 42);
}

/* An SM without a window does not count; what each engine would compute is averaged, not the counters. */
static void sampled_vector_is_the_mean_of_the_sms(void **state)
{
    (void)state;
    const sched_counters few_hits = {.warp_insts = 8000,
                                     .global_loads = 1000,
                                     .l1_accesses = 1000,
                                     .l1_hits = 250,
                                     .l1_intra_hits = 100,
                                     .miss_latency = 375000,
                                     .misses_returned = 750};
    const sched_counters many_hits = {.warp_insts = 800,
                                      .global_loads = 100,
                                      .l1_accesses = 100,
                                      .l1_hits = 75,
                                      .l1_intra_hits = 70,
                                      .miss_latency = 5000,
                                      .misses_returned = 25};
    const profile_sample samples[] = {{.windows = 1, .at_max = few_hits, .at_one = many_hits},
                                      {.windows = 0, .at_max = many_hits, .at_one = many_hits},
                                      {.windows = 2, .at_max = few_hits, .at_one = few_hits}};
    double x[FEATURES_COUNT];
    assert_int_equal(features_vector_sampled(MODEL_VIEW_THESIS, samples, 3, x), 2);
    assert_close(x[MODEL_X_h_max], 0.25);
    assert_close(x[MODEL_X_h_one], (0.75 + 0.25) / 2);
    assert_close(x[MODEL_X_eta_gain_squared], 0.36 / 2);
    assert_close(x[MODEL_X_instructions_eta_gain_squared], 8 * 0.36 / 2);
    assert_close(x[MODEL_X_miss_cost_gain_squared], (50. - 375.) * (50. - 375.) / 1e5 / 2);
    assert_close(x[MODEL_X_constant], 1);
    assert_int_equal(features_vector_sampled(MODEL_VIEW_THESIS, samples + 1, 1, x), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_equals_hand_computation),
        cmocka_unit_test(bypass_vector_equals_hand_computation),
        cmocka_unit_test(vector_of_one_tuple_equals_hand_computation),
        cmocka_unit_test(merges_count_as_hits_on_request),
        cmocka_unit_test(nothing_measured_is_finite),
        cmocka_unit_test(sampled_vector_is_the_mean_of_the_sms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
