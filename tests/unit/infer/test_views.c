/* The views `bypass`, `logs` and `alone`: logarithms and features against double arithmetic, where the engine
 * steers, compiled models. */
#include "infer_test.h"

#include "infer/blob.h"
#include "infer/emit.h"
#include "infer/poise_choice.h"
#include "infer/poise_views.h"
#include "infer/precision.h"
#include "infer/quantise.h"
#include "infer/scale.h"
#include "tests/folder.h"

#include <math.h>

/* ln N and ln p grow with one feature each. */
static poise_model view_model(model_view view)
{
    poise_model model = thesis_model();
    model.kind = MODEL_LINEAR;
    model.least_p = 0;
    memset(model.weight, 0, sizeof model.weight);
    for (int i = 0; i < POISE_FEATURES; i++)
        snprintf(model.feature[i], MODEL_NAME_TEXT, "%s", model_feature_name[view][i]);
    model.weight[0][MODEL_BYPASS_ln_miss_cost_max] = 0.3;
    model.weight[1][MODEL_BYPASS_ln_accesses_per_load] = 0.8;
    model.weight[1][MODEL_BYPASS_h_bypass] = 1.5;
    model.weight[1][MODEL_X_constant] = -1;
    return model;
}

static poise_model bypass_model(void)
{
    return view_model(MODEL_VIEW_BYPASS);
}

static void check_log(uint32_t value)
{
    double exact = log2(value), found = ldexp(poise_log2(value), -POISE_LOG_BITS);
    assert_true(found <= exact + 1e-12);
    assert_true(exact - found < ldexp(1, -POISE_LOG_BITS) + ldexp(1, -29));
}

static void logarithms_are_exact_to_24_bits(void **state)
{
    (void)state;
    poise_random random;
    poise_random_seed(&random, 5);
    for (uint32_t value = 1; value < 100000; value++)
        check_log(value);
    for (int i = 0; i < 1000000; i++)
        check_log((uint32_t)(poise_random_u64(&random) >> 32 >> poise_random_below(&random, 31)) | 1);
    for (int bit = 0; bit < 32; bit++)
        assert_int_equal(poise_log2(UINT32_C(1) << bit), (uint32_t)bit << POISE_LOG_BITS);
    check_log(UINT32_MAX);
}

static void are_within_their_bounds(model_view view)
{
    poise_model model = view_model(view);
    poise_weights weights = compiled(&model);
    poise_random random;
    double bound[POISE_FEATURES];
    poise_feature_bounds(view, bound);
    poise_random_seed(&random, 6);
    for (int i = 0; i < 200000; i++) {
        poise_sample at_max = plausible_sample(&random), second = plausible_sample(&random);
        poise_features features;
        double x[POISE_FEATURES];
        poise_see(&weights, &at_max, &second, &features);
        poise_exact_features(view, &at_max, &second, x);
        for (int f = 0; f < POISE_FEATURES; f++) {
            double found = ldexp(features.x[f], -POISE_FEATURE_BITS);
            double exact = fmin(1, x[f] / poise_feature_range[view][f]);
            assert_true(fabs(found - exact) <= bound[f] * (1 + 1e-9) + (f == 7 ? 0 : 1e-15));
        }
    }
    poise_weights_free(&weights);
}

static void features_are_within_their_bounds(void **state)
{
    (void)state;
    are_within_their_bounds(MODEL_VIEW_LOGS);
    are_within_their_bounds(MODEL_VIEW_BYPASS);
    are_within_their_bounds(MODEL_VIEW_ALONE);
}

static void are_safe(model_view view)
{
    poise_model model = view_model(view);
    poise_weights weights = compiled(&model);
    poise_random random;
    poise_random_seed(&random, 7);
    for (int i = 0; i < 200000; i++) {
        poise_sample at_max = random_sample(&random), second = random_sample(&random);
        poise_features features;
        unsigned n, p;
        poise_see(&weights, &at_max, &second, &features);
        for (int f = 0; f < POISE_FEATURES; f++)
            assert_true(features.x[f] <= UINT32_C(1) << POISE_FEATURE_BITS);
        poise_predict_windows(&weights, &at_max, &second, 24, &n, &p);
        assert_true(1 <= n && n <= 24 && p <= n);
    }
    poise_weights_free(&weights);
}

/* Any counters, sensible or not, are safe and stay inside their ranges. */
static void any_counters_are_safe(void **state)
{
    (void)state;
    are_safe(MODEL_VIEW_BYPASS);
    are_safe(MODEL_VIEW_ALONE);
}

/* The prediction is that of the window at (max, max), and nothing else is sampled. */
static void the_engine_looks_at_max_alone(void **state)
{
    (void)state;
    poise_model model = view_model(MODEL_VIEW_ALONE);
    poise_weights weights = compiled(&model);
    poise_hie_parameters parameters = poise_hie_thesis;
    parameters.stride_n = parameters.stride_p = 0;
    poise_random random;
    poise_random_seed(&random, 9);
    for (int i = 0; i < 200; i++) {
        poise_hie hie;
        poise_sample none = {0}, at_max = plausible_sample(&random);
        unsigned n, p;
        at_max.instructions = 10 * at_max.global_loads;
        poise_hie_reset(&hie, &parameters, 20);
        poise_hie_step(&hie, &parameters, &weights, &none); /* warm-up */
        poise_hie_step(&hie, &parameters, &weights, &at_max);
        assert_true(hie.state == POISE_HIE_PREDICT && hie.n == 20 && hie.p == 20);
        poise_hie_step(&hie, &parameters, &weights, &none);
        poise_predict_windows(&weights, &at_max, NULL, 20, &n, &p);
        assert_int_equal(hie.state, POISE_HIE_RUN);
        assert_true(hie.n == n && hie.p == p);
    }
    poise_weights_free(&weights);
}

/* The second window is at (max, 1), and the prediction is that of the two windows. */
static void the_engine_looks_at_max_and_one(void **state)
{
    (void)state;
    poise_model model = bypass_model();
    poise_weights weights = compiled(&model), thesis = constant_weights(2, 1);
    poise_hie_parameters parameters = poise_hie_thesis;
    parameters.stride_n = parameters.stride_p = 0;
    poise_random random;
    unsigned n, p;
    poise_random_seed(&random, 8);
    poise_second_tuple(&thesis, 20, &n, &p);
    assert_true(n == 1 && p == 1);
    for (int i = 0; i < 200; i++) {
        poise_hie hie;
        poise_sample none = {0}, at_max = plausible_sample(&random), second = plausible_sample(&random);
        at_max.instructions = 10 * at_max.global_loads;
        poise_hie_reset(&hie, &parameters, 20);
        poise_hie_step(&hie, &parameters, &weights, &none); /* warm-up */
        poise_hie_step(&hie, &parameters, &weights, &at_max);
        assert_true(hie.state == POISE_HIE_SAMPLE_ONE && hie.n == 20 && hie.p == 1);
        poise_hie_step(&hie, &parameters, &weights, &none);
        poise_hie_step(&hie, &parameters, &weights, &second);
        poise_hie_step(&hie, &parameters, &weights, &none); /* the prediction */
        poise_predict_windows(&weights, &at_max, &second, 20, &n, &p);
        assert_int_equal(hie.state, POISE_HIE_RUN);
        assert_true(hie.n == n && hie.p == p);
    }
    poise_weights_free(&weights);
}

static void measurement_stays_below_the_bound(void **state)
{
    (void)state;
    poise_model model = bypass_model();
    poise_weights weights = compiled(&model);
    poise_precision precision;
    poise_sweep sweep;
    poise_precision_bound(&model, &weights, &precision);
    poise_precision_sweep(&model, &weights, 100000, &sweep);
    for (int output = 0; output < POISE_OUTPUTS; output++) {
        assert_true(sweep.deviation[output] > 0);
        assert_true(sweep.deviation[output] <= precision.warps_bound[output]);
    }
    assert_int_equal(sweep.unexplained, 0);
    model.weight[0][MODEL_BYPASS_ln_miss_cost_bypass] = 0.1; /* what is wrong is noticed */
    poise_precision_sweep(&model, &weights, 100000, &sweep);
    assert_true(sweep.unexplained > 0);
    poise_weights_free(&weights);
}

static void keeps_view(model_view view, const poise_view *expected)
{
    poise_model model = view_model(view);
    poise_weights weights = compiled(&model), back;
    unsigned char bytes[POISE_BLOB_BYTES];
    poise_error err = {0};
    assert_int_equal(poise_blob_size(&weights), sizeof bytes);
    poise_blob_encode(&weights, bytes);
    assert_int_equal(poise_blob_decode(bytes, sizeof bytes, &back, NULL), POISE_OK);
    assert_true(weights.view == expected && back.view == expected && back.zero_p);
    assert_int_equal(poise_view_of(&back), view);
    unsigned n, p;
    poise_second_tuple(&back, 16, &n, &p);
    assert_true(n == (view == MODEL_VIEW_BYPASS ? 16 : 1) && p == 1);
    assert_int_equal(poise_emit_verilog(&model, &weights, test_path("x.v"), &err), POISE_USAGE);
    assert_contains(err.text, "has link functions of logarithms");
    poise_weights_free(&weights);
    poise_weights_free(&back);
}

static void the_blob_keeps_the_view(void **state)
{
    (void)state;
    keeps_view(MODEL_VIEW_LOGS, &poise_logs_view);
    keeps_view(MODEL_VIEW_BYPASS, &poise_bypass_view);
    keeps_view(MODEL_VIEW_ALONE, &poise_alone_view);
}

static void other_features_are_refused(void **state)
{
    (void)state;
    poise_model model = bypass_model();
    poise_weights weights;
    poise_error err = {0};
    snprintf(model.feature[5], MODEL_NAME_TEXT, "something");
    assert_int_equal(poise_quantise(&model, &weights, &err), POISE_USAGE);
    assert_contains(err.text, "is something where the engine computes ln_miss_cost_max");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logarithms_are_exact_to_24_bits),
        cmocka_unit_test(features_are_within_their_bounds),
        cmocka_unit_test(any_counters_are_safe),
        cmocka_unit_test(the_engine_looks_at_max_alone),
        cmocka_unit_test(the_engine_looks_at_max_and_one),
        cmocka_unit_test(measurement_stays_below_the_bound),
        cmocka_unit_test_setup_teardown(the_blob_keeps_the_view, make_test_folder, remove_test_folder),
        cmocka_unit_test(other_features_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
