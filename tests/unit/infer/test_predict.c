/* Prediction: agreement with double arithmetic (U5), rounding, clamping, and no overflow at the corners. */
#include "infer_test.h"

#include "infer/precision.h"
#include "infer/quantise.h"

#include <math.h>

static poise_weights thesis_weights(const poise_model *model)
{
    poise_weights weights;
    assert_int_equal(poise_quantise(model, &weights, NULL), POISE_OK);
    return weights;
}

/* h_o 1/4, eta_o 1/8, L_o 600, I_n 10; h' 3/4, eta' 5/8, L' 300: ln N = 1.6835, ln p = 0.9977 by hand. */
static void hand_computed_tuple(void **state)
{
    (void)state;
    static const poise_sample at_max = {1000, 250, 125, 60000, 100, 2000, 200};
    static const poise_sample at_one = {800, 600, 500, 30000, 100, 9999, 77};
    poise_model model = thesis_model();
    poise_weights weights = thesis_weights(&model);
    poise_features features = features_of(&at_max, &at_one);
    unsigned n, p;
    poise_predict(&weights, &features, 24, &n, &p); /* 5.384, 2.712 */
    assert_int_equal(n, 5);
    assert_int_equal(p, 3);
    poise_predict(&weights, &features, 12, &n, &p); /* 2.692, 1.356 */
    assert_int_equal(n, 3);
    assert_int_equal(p, 1);
    poise_predict(&weights, &features, 48, &n, &p); /* 10.769, 5.424 */
    assert_int_equal(n, 11);
    assert_int_equal(p, 5);
}

/* Windows at once or point by point, any counters. */
static void windows_give_what_their_points_give(void **state)
{
    (void)state;
    poise_model model = thesis_model();
    poise_weights weights = thesis_weights(&model);
    poise_random random;
    poise_random_seed(&random, 6);
    for (int i = 0; i < 100000; i++) {
        poise_sample at_max = i % 2 ? random_sample(&random) : plausible_sample(&random);
        poise_sample at_one = i % 3 ? random_sample(&random) : plausible_sample(&random);
        poise_features features = features_of(&at_max, &at_one);
        unsigned warps = 1 + (unsigned)poise_random_below(&random, POISE_MAX_WARPS);
        unsigned n, p, window_n, window_p;
        poise_predict(&weights, &features, warps, &n, &p);
        poise_predict_windows(&weights, &at_max, &at_one, warps, &window_n, &window_p);
        assert_int_equal(window_n, n);
        assert_int_equal(window_p, p);
    }
}

/* The quotient by max_warps, against a division, for every power that the scaling can meet at its edges. */
static void scaling_divides_exactly(void **state)
{
    (void)state;
    poise_weights weights = constant_weights(0, 0);
    poise_features features = {.x = {[POISE_FEATURES - 1] = 1u << POISE_FEATURE_BITS}};
    for (int max_warps = 1; max_warps <= POISE_MAX_WARPS; max_warps++) {
        weights.max_warps = (uint8_t)max_warps;
        for (unsigned step = 0; step < 4096; step++) {
            weights.weight[0][POISE_FEATURES - 1] = (int32_t)(step * 4096) - (8 << 20); /* 2^-8 .. 2^8 */
            uint32_t exponent[POISE_OUTPUTS];
            poise_links(&weights, &features, exponent);
            for (unsigned warps = 1; warps <= POISE_MAX_WARPS; warps += 9) {
                uint64_t doubled = 2 * poise_power(exponent[0]) * warps;
                uint64_t half = (uint64_t)max_warps << POISE_POWER_BITS;
                uint64_t nearest = ((doubled + half) >> (POISE_POWER_BITS + 1)) / (unsigned)max_warps;
                unsigned n, p;
                poise_predict(&weights, &features, warps, &n, &p);
                assert_int_equal(n, nearest < 1 ? 1 : nearest < warps ? nearest : warps);
            }
        }
    }
}

static double edge_distance(double value)
{
    return fabs(value - floor(value) - 0.5);
}

/* One million random windows: where the tuples differ, the double value lies at a rounding edge, nearer than
 * the proven bound. Returns the tuples with p = 0. */
static int compare_with_double_arithmetic(int least_p)
{
    enum { VECTORS = 1000000 };
    poise_model model = thesis_model();
    model.least_p = least_p;
    poise_weights weights = thesis_weights(&model);
    poise_precision precision;
    poise_precision_bound(&model, &weights, &precision);
    poise_random random;
    poise_random_seed(&random, 5);
    int differing = 0, zeros = 0;
    for (int i = 0; i < VECTORS; i++) {
        poise_sample at_max = plausible_sample(&random), at_one = plausible_sample(&random);
        int warps = 1 + (int)poise_random_below(&random, 24);
        double x[POISE_FEATURES];
        poise_exact_features(MODEL_VIEW_THESIS, &at_max, &at_one, x);
        poise_features features = features_of(&at_max, &at_one);
        int exact_n, exact_p;
        unsigned n, p;
        poise_model_predict(&model, x, warps, &exact_n, &exact_p);
        poise_predict(&weights, &features, (unsigned)warps, &n, &p);
        zeros += p == 0;
        if (n == (unsigned)exact_n && p == (unsigned)exact_p)
            continue;
        differing++;
        double value_n = exp(poise_model_link(&model, 0, x)) * warps / 24;
        double value_p = exp(poise_model_link(&model, 1, x)) * warps / 24;
        assert_true(n == (unsigned)exact_n || edge_distance(value_n) <= precision.warps_bound[0]);
        assert_true(p == (unsigned)exact_p || n != (unsigned)exact_n ||
                    edge_distance(value_p) <= precision.warps_bound[1]);
    }
    print_message("           %d of %d tuples differ\n", differing, VECTORS);
    assert_true(differing <= VECTORS / 1000);
    return zeros;
}

static void agrees_with_double_arithmetic(void **state)
{
    (void)state;
    assert_int_equal(compare_with_double_arithmetic(1), 0);
    assert_in_range(compare_with_double_arithmetic(0), 10000, 900000);
}

/* Whether everything of a window lies within the ranges of docs/ENGINE.md, section "Numbers". */
static bool is_in_range(const poise_sample *at)
{
    return at->l1_hits <= at->l1_accesses && at->l1_intra_hits <= at->l1_accesses &&
           at->miss_latency >> 15 < at->misses_returned + (at->misses_returned == 0) &&
           at->instructions >> 8 < at->global_loads + (at->global_loads == 0);
}

/* One million pairs of windows of any counters, saturated ones and such as contradict each other included:
 * beyond the bound tuples differ only where a quantity saturates. docs/ENGINE.md has the figures that this
 * prints. */
static void saturation_explains_what_the_bound_does_not(void **state)
{
    (void)state;
    enum { VECTORS = 1000000 };
    poise_model model = thesis_model();
    poise_weights weights = thesis_weights(&model);
    poise_precision precision;
    poise_precision_bound(&model, &weights, &precision);
    poise_random random;
    poise_random_seed(&random, 11);
    int in_range = 0, near_edge = 0, saturated = 0, saturated_near_edge = 0;
    for (int i = 0; i < VECTORS; i++) {
        poise_sample at_max = random_sample(&random), at_one = random_sample(&random);
        double x[POISE_FEATURES], distance = 1;
        int exact[POISE_OUTPUTS];
        unsigned tuple[POISE_OUTPUTS];
        poise_exact_features(MODEL_VIEW_THESIS, &at_max, &at_one, x);
        const bool inside = is_in_range(&at_max) && is_in_range(&at_one) && x[6] < ldexp(1, 28) / 1e5;
        in_range += inside;
        poise_model_predict(&model, x, 24, &exact[0], &exact[1]);
        poise_predict_windows(&weights, &at_max, &at_one, 24, &tuple[0], &tuple[1]);
        for (int k = 0; k < POISE_OUTPUTS && distance == 1; k++) {
            if (tuple[k] != (unsigned)exact[k]) /* p follows N, which goes first */
                distance = edge_distance(exp(poise_model_link(&model, k, x))) / precision.warps_bound[k];
        }
        if (distance == 1)
            continue;
        if (inside)
            assert_true(distance <= 1);
        near_edge += inside;
        saturated += !inside;
        saturated_near_edge += !inside && distance * precision.warps_bound[0] < 1e-3;
    }
    print_message("           of %d pairs %d within the ranges: %d tuples differ; of the others %d, %d of "
                  "them within 1e-3 warps of an "
                  "edge\n",
                  VECTORS, in_range, near_edge, saturated, saturated_near_edge);
    assert_in_range(in_range, VECTORS / 100, VECTORS);
    assert_in_range(saturated, 1, VECTORS);
}

/* 2^k * warps / 24 in halves: 12 * 8 / 64 = 1.5 rounds to 2. */
static void halves_round_upwards(void **state)
{
    (void)state;
    poise_features features = {.x = {[POISE_FEATURES - 1] = 1u << POISE_FEATURE_BITS}};
    poise_weights weights = constant_weights(3, 2);
    weights.max_warps = 64;
    unsigned n, p;
    poise_predict(&weights, &features, 12, &n, &p);
    assert_int_equal(n, 2); /* 1.5 */
    assert_int_equal(p, 1); /* 0.75 */
    poise_predict(&weights, &features, 20, &n, &p);
    assert_int_equal(n, 3); /* 2.5 */
    assert_int_equal(p, 1); /* 1.25 */
}

/* Half a warp rounds to 1, what is less to 0 where p may be 0; N never is. The least power, 2^-8, is 0 for
 * all warps and all max_warps. */
static void p_is_0_where_it_may_be(void **state)
{
    (void)state;
    poise_features features = {.x = {[POISE_FEATURES - 1] = 1u << POISE_FEATURE_BITS}};
    static const struct {
        int log2_p;
        unsigned warps, p;
    } cases[] = {{-1, 24, 1}, {-1, 23, 0}, {-2, 24, 0}, {-2, 48, 1}, {-2, 47, 0}, {0, 12, 1}, {0, 11, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int zero_p = 0; zero_p < 2; zero_p++) {
            poise_weights weights = constant_weights(3, cases[i].log2_p);
            unsigned n, p;
            weights.zero_p = zero_p;
            poise_predict(&weights, &features, cases[i].warps, &n, &p);
            assert_int_equal(p, zero_p ? cases[i].p : 1);
        }
    }
    for (unsigned max_warps = 1; max_warps <= POISE_MAX_WARPS; max_warps++) {
        poise_weights weights = constant_weights(-100, -100);
        weights.zero_p = true;
        weights.max_warps = (uint8_t)max_warps;
        for (unsigned warps = 1; warps <= POISE_MAX_WARPS; warps++) {
            unsigned n, p;
            poise_predict(&weights, &features, warps, &n, &p);
            assert_true(n == 1 && p == 0);
        }
    }
}

static uint32_t first_link(const poise_weights *weights, const poise_features *features)
{
    uint32_t exponent[POISE_OUTPUTS];
    poise_links(weights, features, exponent);
    return exponent[0];
}

/* Sum of products in arithmetic that cannot overflow. */
static uint32_t wide_link(const poise_weights *weights, unsigned output, const poise_features *features)
{
    long double sum = 0; /* exact: 64 bits of mantissa hold every sum below 2^63 */
    for (int i = 0; i < POISE_FEATURES; i++)
        sum += (long double)weights->weight[output][i] * features->x[i];
    long double exponent = ldexpl(sum, -POISE_FEATURE_BITS - weights->shift[output]) + POISE_EXPONENT_OFFSET;
    exponent = floorl(ldexpl(exponent, POISE_EXPONENT_BITS) + 0.5L);
    long double limit = ldexpl(POISE_EXPONENT_LIMIT, POISE_EXPONENT_BITS) - 1;
    return (uint32_t)(exponent < 0 ? 0 : exponent < limit ? exponent : limit);
}

/* Every combination of extreme weights (signs) and extreme features, at every binary point. */
static void extreme_sums_do_not_overflow(void **state)
{
    (void)state;
    for (unsigned corner = 0; corner < 1u << 16; corner++) {
        poise_weights weights = {.shift = {(uint8_t)(corner % (POISE_MAX_SHIFT + 1))}, .max_warps = 1};
        poise_features features;
        for (int i = 0; i < POISE_FEATURES; i++) {
            weights.weight[0][i] = corner >> i & 1 ? INT32_MAX : INT32_MIN;
            features.x[i] = corner >> (8 + i) & 1 ? 1u << POISE_FEATURE_BITS : 0;
        }
        assert_int_equal(first_link(&weights, &features), wide_link(&weights, 0, &features));
    }
}

static void any_weights_give_a_legal_tuple(void **state)
{
    (void)state;
    poise_random random;
    poise_random_seed(&random, 7);
    for (int i = 0; i < 200000; i++) {
        poise_weights weights = {0};
        poise_features features;
        weights.max_warps = (uint8_t)(1 + poise_random_below(&random, POISE_MAX_WARPS));
        for (int k = 0; k < POISE_FEATURES; k++) {
            weights.weight[0][k] = (int32_t)(poise_random_u64(&random) >> 33) - (1 << 30);
            weights.weight[1][k] = (int32_t)(poise_random_u64(&random) >> 33) - (1 << 30);
            features.x[k] = (uint32_t)poise_random_below(&random, (1u << POISE_FEATURE_BITS) + 1);
        }
        weights.shift[0] = (uint8_t)poise_random_below(&random, POISE_MAX_SHIFT + 1);
        weights.shift[1] = (uint8_t)poise_random_below(&random, POISE_MAX_SHIFT + 1);
        unsigned warps = 1 + (unsigned)poise_random_below(&random, POISE_MAX_WARPS);
        unsigned n, p;
        assert_int_equal(first_link(&weights, &features), wide_link(&weights, 0, &features));
        poise_predict(&weights, &features, warps, &n, &p);
        assert_true(1 <= p && p <= n && n <= warps);
        unsigned zero_n, zero_p;
        weights.zero_p = true;
        poise_predict(&weights, &features, warps, &zero_n, &zero_p);
        assert_true(zero_n == n && (zero_p == p || (zero_p == 0 && p == 1)));
    }
}

/* Where N or p before rounding lies beyond the last half, the tuple is clamped, and no error is measured. */
static void errors_are_measured_where_they_matter(void **state)
{
    (void)state;
    enum { WARPS = 24 };
    static const struct {
        double warps; /* that the model wants */
        bool counts;
    } cases[] = {{0.4, false}, {0.6, true}, {3.3, true}, {WARPS + 0.4, true}, {WARPS + 0.75, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        poise_model model = thesis_model();
        memset(model.weight, 0, sizeof model.weight);
        for (int output = 0; output < POISE_OUTPUTS; output++)
            model.weight[output][POISE_FEATURES - 1] = log(cases[i].warps);
        const poise_weights weights = thesis_weights(&model);
        const double x[POISE_FEATURES] = {[POISE_FEATURES - 1] = 1};
        poise_sweep sweep = {0};
        poise_precision_add(&model, &weights, x, WARPS, &sweep);
        assert_int_equal(sweep.vectors, 1);
        for (int output = 0; output < POISE_OUTPUTS; output++)
            if ((sweep.deviation[output] > 0) != cases[i].counts)
                fail_msg("%g warps: an error of %g", cases[i].warps, sweep.deviation[output]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hand_computed_tuple),
        cmocka_unit_test(errors_are_measured_where_they_matter),
        cmocka_unit_test(agrees_with_double_arithmetic),
        cmocka_unit_test(windows_give_what_their_points_give),
        cmocka_unit_test(scaling_divides_exactly),
        cmocka_unit_test(saturation_explains_what_the_bound_does_not),
        cmocka_unit_test(halves_round_upwards),
        cmocka_unit_test(p_is_0_where_it_may_be),
        cmocka_unit_test(extreme_sums_do_not_overflow),
        cmocka_unit_test(any_weights_give_a_legal_tuple),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
