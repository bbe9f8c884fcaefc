/* Shares that models set, p of SMS and tokens of MASK, from counters: features against double arithmetic, the
 * shares of compiled models against theirs, compiled forms, and who takes which model. */
#include "infer_test.h"

#include "infer/blob.h"
#include "infer/emit.h"
#include "infer/load.h"
#include "infer/poise_choice.h"
#include "infer/poise_shares.h"
#include "infer/precision.h"
#include "infer/scale.h"
#include "tests/folder.h"

#include <math.h>

static void name_features(poise_model *model, model_view view)
{
    for (int i = 0; i < POISE_FEATURES; i++)
        snprintf(model->feature[i], MODEL_NAME_TEXT, "%s", model_feature_name[view][i]);
}

/* Of a few shares, whose costs are random planes. */
static poise_model choice_model(model_view view, uint64_t seed)
{
    static const int p[] = {0, 5, 10, 14, 19, 22, 24};
    enum { COUNT = sizeof p / sizeof *p };
    poise_model model = thesis_model();
    poise_random random;
    poise_random_seed(&random, seed);
    model.kind = MODEL_CHOICE;
    model.least_p = 0;
    memset(model.weight, 0, sizeof model.weight);
    name_features(&model, view);
    model.choice = poise_model_choice_new(COUNT);
    assert_non_null(model.choice);
    for (int t = 0; t < COUNT; t++) {
        model.choice->tuple[t].n = 24;
        model.choice->tuple[t].p = p[t];
        for (int i = 0; i < POISE_FEATURES; i++)
            model.choice->tuple[t].weight[i] = 2 * poise_random_real(&random) - 1;
    }
    return model;
}

/* p grows with one feature: exp(-2 + 5 load) of 24. */
static poise_model links_model(void)
{
    poise_model model = thesis_model();
    model.kind = MODEL_LINEAR;
    model.least_p = 0;
    memset(model.weight, 0, sizeof model.weight);
    name_features(&model, MODEL_VIEW_SMS);
    model.weight[0][MODEL_SMS_constant] = log(24);
    model.weight[1][MODEL_SMS_load] = 5;
    model.weight[1][MODEL_SMS_constant] = -2;
    return model;
}

static void random_shares(poise_random *random, poise_share shares[POISE_SHARES])
{
    for (int i = 0; i < POISE_SHARES; i++) {
        shares[i].whole = 1 + (uint32_t)(poise_random_u64(random) >> 32 >> poise_random_below(random, 31));
        shares[i].part = (uint32_t)poise_random_below(random, shares[i].whole + UINT64_C(1));
    }
}

static void exact(const poise_share shares[POISE_SHARES], double x[POISE_FEATURES])
{
    for (int i = 0; i < POISE_SHARES; i++)
        x[i] = (double)shares[i].part / shares[i].whole;
    x[MODEL_SMS_constant] = 1;
}

static void shares_are_within_their_bounds(void **state)
{
    (void)state;
    poise_random random;
    double bound[POISE_FEATURES];
    poise_feature_bounds(MODEL_VIEW_SMS, bound);
    poise_random_seed(&random, 3);
    for (int i = 0; i < 200000; i++) {
        poise_share shares[POISE_SHARES];
        poise_features features;
        double x[POISE_FEATURES];
        random_shares(&random, shares);
        exact(shares, x);
        poise_shares_see(shares, &features);
        for (int f = 0; f < POISE_FEATURES; f++) {
            const double found = ldexp(features.x[f], -POISE_FEATURE_BITS);
            assert_true(found <= x[f] + 1e-15 && x[f] - found <= bound[f]);
        }
    }
}

static void corners_of_shares(void **state)
{
    (void)state;
    const uint32_t one = UINT32_C(1) << POISE_FEATURE_BITS;
    const poise_share shares[POISE_SHARES] = {
        {0, 0}, {5, 0}, {0, 5}, {5, 5}, {7, 5}, {UINT32_MAX, UINT32_MAX}, {UINT32_MAX - 1, UINT32_MAX}};
    const uint32_t wanted[POISE_FEATURES] = {0, 0, 0, one, one, one, one - 1, one};
    poise_features features;
    poise_shares_see(shares, &features);
    for (int f = 0; f < POISE_FEATURES; f++)
        assert_int_equal(features.x[f], wanted[f]);
}

/* What is taken costs in double arithmetic at most two bounds more than the least; mostly it is the least. */
static void a_choice_is_that_of_double_arithmetic(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        poise_model model = choice_model((model_view)(MODEL_VIEW_SMS + seed % 3), seed);
        poise_weights weights = compiled(&model);
        poise_precision precision;
        poise_random random;
        int differing = 0;
        poise_precision_bound(&model, &weights, &precision);
        assert_true(precision.time_bound > 0 && precision.time_bound < 1e-6);
        poise_random_seed(&random, seed);
        for (int i = 0; i < 5000; i++) {
            poise_share shares[POISE_SHARES];
            poise_features features;
            double x[POISE_FEATURES];
            int n, p;
            random_shares(&random, shares);
            exact(shares, x);
            poise_shares_see(shares, &features);
            const size_t taken =
                (size_t)(poise_choice_best(weights.choice, &features) - weights.choice->tuple);
            const double excess = poise_model_cost(&model, taken, x) -
                                  poise_model_cost(&model, poise_model_choose(&model, x), x);
            poise_model_predict(&model, x, POISE_SHARE_STEPS, &n, &p);
            assert_true(excess <= 2 * precision.time_bound);
            differing += poise_shares_predict(&weights, shares) != (unsigned)p;
            assert_true(p % 4 == 0 || p == 18);
        }
        assert_true(differing <= 2);
        poise_weights_free(&weights);
        poise_model_free(&model);
    }
}

static void links_give_p_as_well(void **state)
{
    (void)state;
    poise_model model = links_model();
    poise_weights weights = compiled(&model);
    poise_share shares[POISE_SHARES] = {{0, 0}};
    assert_int_equal(poise_shares_predict(&weights, shares), 0); /* e^-2 20 / 24 = 0.11 */
    shares[MODEL_SMS_load] = (poise_share){1, 2};
    assert_int_equal(poise_shares_predict(&weights, shares), 1); /* e^0.5 20 / 24 = 1.37 */
    shares[MODEL_SMS_load] = (poise_share){4, 5};
    assert_int_equal(poise_shares_predict(&weights, shares), 6); /* e^2 20 / 24 = 6.16 */
    shares[MODEL_SMS_load] = (poise_share){1, 1};
    assert_int_equal(poise_shares_predict(&weights, shares), 17); /* e^3 20 / 24 = 16.7 */
    model.weight[1][MODEL_SMS_constant] = 0;
    poise_weights_free(&weights);
    weights = compiled(&model);
    assert_int_equal(poise_shares_predict(&weights, shares),
                     POISE_SHARE_STEPS); /* e^5: as much as there is */
    poise_weights_free(&weights);
}

/* The sweep of `poise compile`, which must notice what is wrong. */
static void measurement_stays_below_the_bound(void **state)
{
    (void)state;
    poise_model models[] = {choice_model(MODEL_VIEW_SMS, 5), links_model()};
    for (int m = 0; m < 2; m++) {
        poise_weights weights = compiled(&models[m]);
        poise_sweep sweep;
        poise_precision_sweep(&models[m], &weights, 100000, &sweep);
        assert_int_equal(sweep.vectors, 100000);
        assert_int_equal(sweep.unexplained, 0);
        if (m == 0)
            models[m].choice->tuple[2].weight[MODEL_SMS_row_hits] -= 0.1;
        else
            models[m].weight[1][MODEL_SMS_row_hits] = 0.1;
        poise_precision_sweep(&models[m], &weights, 100000, &sweep);
        assert_true(sweep.unexplained > 0);
        poise_weights_free(&weights);
        poise_model_free(&models[m]);
    }
}

/* Both forms are read back, by the one that wants them and by no other. */
static void models_are_told_apart(void **state)
{
    (void)state;
    poise_model model = choice_model(MODEL_VIEW_SMS, 1), thesis = thesis_model();
    poise_weights weights = compiled(&model), back;
    const char *const blob = test_path("p.bin"), *const text = test_path("p.model");
    const char *const tuples = test_path("thesis.model");
    poise_error err = {0};
    assert_int_equal(poise_blob_write(&weights, blob, NULL), POISE_OK);
    assert_int_equal(poise_model_write(text, &model, NULL), POISE_OK);
    assert_int_equal(poise_model_write(tuples, &thesis, NULL), POISE_OK);
    const char *const forms[] = {blob, text};
    for (int i = 0; i < 2; i++) {
        const poise_share shares[POISE_SHARES] = {{1, 3}, {2, 3}, {1, 7}, {1, 9}, {0, 1}, {1, 2}, {1, 5}};
        assert_int_equal(poise_share_weights_load(forms[i], MODEL_VIEW_SMS, &back, NULL), POISE_OK);
        assert_true(back.view == &poise_sms_view && poise_view_of(&back) == MODEL_VIEW_SMS && back.zero_p);
        assert_int_equal(poise_shares_predict(&back, shares), poise_shares_predict(&weights, shares));
        poise_weights_free(&back);
        assert_int_equal(poise_weights_load(forms[i], &back, &err), POISE_DAMAGED);
        assert_contains(err.text, "a model of p of SMS, and no warp-tuple");
        assert_null(back.choice);
    }
    assert_int_equal(poise_share_weights_load(blob, MODEL_VIEW_TOKENS, &back, &err), POISE_DAMAGED);
    assert_contains(err.text, "a model of p of SMS, not of tokens of MASK (poise features --view tokens)");
    assert_int_equal(poise_share_weights_load(tuples, MODEL_VIEW_SMS, &back, &err), POISE_DAMAGED);
    assert_contains(err.text, "a model of warp-tuples, not of p of SMS");
    assert_int_equal(poise_share_weights_load(test_path("none"), MODEL_VIEW_SMS, &back, &err), POISE_FAILED);
    poise_weights_free(&weights);
    poise_model_free(&model);
}

/* Other views of shares, there and back. */
static void is_kept_as(model_view view, const poise_view *functions, const char *what)
{
    poise_model model = choice_model(view, 2);
    poise_weights weights = compiled(&model), back;
    poise_sweep sweep;
    poise_error err = {0};
    char text[160];
    const char *const blob = test_path("other.bin");
    assert_int_equal(poise_blob_write(&weights, blob, NULL), POISE_OK);
    assert_int_equal(poise_share_weights_load(blob, view, &back, NULL), POISE_OK);
    assert_true(back.view == functions && poise_view_of(&back) == view);
    poise_precision_sweep(&model, &back, 20000, &sweep);
    assert_int_equal(sweep.unexplained, 0);
    poise_weights_free(&back);
    assert_int_equal(poise_share_weights_load(blob, MODEL_VIEW_SMS, &back, &err), POISE_DAMAGED);
    snprintf(text, sizeof text, "a model of %s, not of p of SMS (poise features --view sms)", what);
    assert_contains(err.text, text);
    assert_int_equal(poise_weights_load(blob, &back, &err), POISE_DAMAGED);
    snprintf(text, sizeof text, "a model of %s, and no warp-tuple", what);
    assert_contains(err.text, text);
    poise_weights_free(&weights);
    poise_model_free(&model);
}

static void other_views_have_kinds_of_their_own(void **state)
{
    (void)state;
    is_kept_as(MODEL_VIEW_TOKENS, &poise_tokens_view, "tokens of MASK");
    is_kept_as(MODEL_VIEW_FRAMES, &poise_frames_view, "the worth of a page walk");
}

static void c_has_it_and_verilog_not(void **state)
{
    (void)state;
    poise_model model = choice_model(MODEL_VIEW_SMS, 1);
    poise_weights weights = compiled(&model);
    poise_error err = {0};
    size_t size;
    assert_int_equal(poise_emit_verilog(&model, &weights, test_path("p.v"), &err), POISE_USAGE);
    assert_contains(err.text, "sets p of SMS: there is no Verilog");
    assert_int_equal(poise_emit_c(&model, &weights, false, test_path("p.c"), &err), POISE_OK);
    char *text = slurp(test_path("p.c"), &size);
    assert_contains(text, "#include \"poise_shares.h\"");
    assert_contains(text, "poise_shares.h and poise_shares.c");
    assert_contains(text, ".view = &poise_sms_view");
    free(text);
    poise_weights_free(&weights);
    poise_model_free(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_are_within_their_bounds),
        cmocka_unit_test(corners_of_shares),
        cmocka_unit_test(a_choice_is_that_of_double_arithmetic),
        cmocka_unit_test(links_give_p_as_well),
        cmocka_unit_test(measurement_stays_below_the_bound),
        cmocka_unit_test_setup_teardown(models_are_told_apart, make_test_folder, remove_test_folder),
        cmocka_unit_test_setup_teardown(other_views_have_kinds_of_their_own, make_test_folder,
                                        remove_test_folder),
        cmocka_unit_test_setup_teardown(c_has_it_and_verilog_not, make_test_folder, remove_test_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
