/* Quantiser: what it makes of the thesis' weights and which models it refuses; proven bound against
 * measurement. */
/* test: slow */
#include "infer_test.h"

#include "common/file.h"
#include "infer/load.h"
#include "infer/precision.h"
#include "infer/quantise.h"
#include "infer/scale.h"

#include <math.h>

static void weights_are_rounded_to_nearest(void **state)
{
    (void)state;
    poise_model model = thesis_model();
    poise_weights weights;
    assert_int_equal(poise_quantise(&model, &weights, NULL), POISE_OK);
    assert_int_equal(weights.max_warps, 24);
    for (int output = 0; output < 2; output++) {
        for (int i = 0; i < POISE_FEATURES; i++) {
            double value = weights.weight[output][i] * exp2(-weights.shift[output]);
            double error =
                value - model.weight[output][i] / log(2.0) * poise_feature_range[MODEL_VIEW_THESIS][i];
            assert_true(fabs(error) <= exp2(-weights.shift[output] - 1) * 1.0001);
        }
    }
}

/* The next larger binary point would not fit: x6's weight of ln N is 1.976725 * 256 / ln 2 = 730.06 < 2^10.
 */
static void binary_point_is_the_largest_that_fits(void **state)
{
    (void)state;
    poise_model model = thesis_model();
    poise_weights weights;
    assert_int_equal(poise_quantise(&model, &weights, NULL), POISE_OK);
    assert_int_equal(weights.shift[0], 21);
    assert_int_equal(weights.weight[0][5], 1531054563); /* 1.976725 * 2^29 / ln 2 */
    assert_int_equal(weights.shift[1], 22); /* x7 of ln p: 0.079856 * 2684.4 / ln 2 = 309.3 < 2^9 */
}

static void refused_with(poise_model *model, const char *part)
{
    poise_weights weights;
    poise_error err = {0};
    assert_int_equal(poise_quantise(model, &weights, &err), POISE_USAGE);
    if (strstr(err.text, part) == NULL)
        fail_msg("'%s' does not say '%s'", err.text, part);
}

static void refuses_other_feature_lists(void **state)
{
    (void)state;
    poise_model model = thesis_model();
    model.n_features = 7;
    refused_with(&model, "7 features");
    model = thesis_model();
    snprintf(model.feature[2], sizeof model.feature[2], "%s", "branch_divergence");
    refused_with(&model, "feature 3 of model thesis is branch_divergence");
    model = thesis_model();
    snprintf(model.feature[0], sizeof model.feature[0], "%s",
             model_thesis_feature_name[1]); /* right names, wrong order */
    snprintf(model.feature[1], sizeof model.feature[1], "%s", model_thesis_feature_name[0]);
    refused_with(&model, "feature 1");
}

static void refuses_other_definitions(void **state)
{
    (void)state;
    poise_model model = thesis_model();
    model.l1_hit_includes_merges = 1;
    refused_with(&model, "merges");
    model = thesis_model();
    model.max_warps = 65;
    refused_with(&model, "65 warps");
    model.max_warps = 0;
    refused_with(&model, "0 warps");
}

static void refuses_weights_that_do_not_fit(void **state)
{
    (void)state;
    poise_model model = thesis_model();
    model.weight[1][7] = 1.6e9; /* / ln 2 > 2^31 */
    refused_with(&model, "ln p in model thesis is too large");
    model.weight[1][7] = 1e6; /* fits, with 10 fractional bits */
    refused_with(&model, "wrong by");
    model.weight[1][7] = (double)NAN;
    refused_with(&model, "too large");
}

static void measurement_stays_below_the_bound(void **state)
{
    (void)state;
    poise_model model = thesis_model();
    for (int i = 0; i < 6; i++) {
        poise_weights weights;
        poise_precision precision;
        poise_sweep sweep;
        assert_int_equal(poise_quantise(&model, &weights, NULL), POISE_OK);
        poise_precision_bound(&model, &weights, &precision);
        poise_precision_sweep(&model, &weights, 50000, &sweep);
        for (int output = 0; output < 2; output++) {
            assert_true(sweep.deviation[output] > 0);
            assert_true(sweep.deviation[output] <= precision.warps_bound[output]);
            assert_true(precision.warps_bound[output] <= POISE_ACCURACY_WARPS);
        }
        assert_true(sweep.differing <= sweep.vectors / 1000);
        assert_int_equal(sweep.unexplained, 0);
        model.weight[0][i] *= -0.5; /* other models: weight after weight changed */
        model.weight[1][i] *= -0.5;
    }
}

/* Ten million points of the feature space: at least 99.9 % the same tuple, and no other difference than that
 * of a value at the edge of rounding. */
static void ten_million_predictions_agree(void **state)
{
    (void)state;
    poise_model model = thesis_model();
    poise_weights weights;
    poise_sweep sweep;
    assert_int_equal(poise_quantise(&model, &weights, NULL), POISE_OK);
    poise_precision_sweep(&model, &weights, 10000000, &sweep);
    assert_in_range(sweep.differing, 1, sweep.vectors / 1000);
    assert_int_equal(sweep.unexplained, 0);
}

/* Weights that are wrong beyond the bound are noticed. */
static void differences_beyond_the_bound_are_counted(void **state)
{
    (void)state;
    poise_model model = thesis_model();
    poise_weights weights;
    poise_sweep sweep;
    assert_int_equal(poise_quantise(&model, &weights, NULL), POISE_OK);
    weights.weight[1][6] += weights.weight[1][6] / 1000;
    poise_precision_sweep(&model, &weights, 100000, &sweep);
    assert_in_range(sweep.unexplained, 1, sweep.differing);
}

static void sweep_is_reproducible(void **state)
{
    (void)state;
    poise_model model = thesis_model();
    poise_weights weights;
    poise_sweep first, second;
    assert_int_equal(poise_quantise(&model, &weights, NULL), POISE_OK);
    poise_precision_sweep(&model, &weights, 10000, &first);
    poise_precision_sweep(&model, &weights, 10000, &second);
    assert_memory_equal(&first, &second, sizeof first);
}

/* Both windows of a pair have hit rates of their own. N of this model is warps x 5/3 x e^(8 (h - eta)), h of
 * the second window and eta, at most h, of the first: more than there are, where nothing is compared, unless
 * h < eta. */
static void a_sweep_fills_the_space_of_both_windows(void **state)
{
    (void)state;
    poise_model model = thesis_model();
    poise_weights weights;
    poise_sweep sweep;
    memset(model.weight, 0, sizeof model.weight);
    model.weight[0][1] = 8;  /* h of the second */
    model.weight[0][2] = -8; /* eta of the first: at most its h */
    model.weight[0][7] = log(40);
    assert_int_equal(poise_quantise(&model, &weights, NULL), POISE_OK);
    poise_precision_sweep(&model, &weights, 10000, &sweep);
    assert_true(sweep.deviation[0] > 0);
}

/* U5: the shipped file holds the weights of Table 5.3. */
static void shipped_thesis_model_compiles(void **state)
{
    (void)state;
    char path[4096];
    assert_int_equal(poise_find_installed("models/thesis.model", path, sizeof path, NULL), POISE_OK);
    poise_model model = thesis_model();
    poise_weights expected, loaded;
    assert_int_equal(poise_quantise(&model, &expected, NULL), POISE_OK);
    assert_int_equal(poise_weights_load(path, &loaded, NULL), POISE_OK);
    assert_memory_equal(&loaded, &expected, sizeof loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_rounded_to_nearest),
        cmocka_unit_test(binary_point_is_the_largest_that_fits),
        cmocka_unit_test(refuses_other_feature_lists),
        cmocka_unit_test(refuses_other_definitions),
        cmocka_unit_test(refuses_weights_that_do_not_fit),
        cmocka_unit_test(measurement_stays_below_the_bound),
        cmocka_unit_test(ten_million_predictions_agree),
        cmocka_unit_test(differences_beyond_the_bound_are_counted),
        cmocka_unit_test(sweep_is_reproducible),
        cmocka_unit_test(a_sweep_fills_the_space_of_both_windows),
        cmocka_unit_test(shipped_thesis_model_compiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
