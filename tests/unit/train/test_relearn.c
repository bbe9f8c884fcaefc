/* Does a model's file tell how to learn the same model again, whatever the method? */
#include "tests/unit/train/small_dataset.h"
#include "tests/unit/train/small_plan.h"
#include "train/relearn.h"

static train_outcome learn(const dataset *data, const train_spec *spec)
{
    train_outcome outcome;
    poise_error err = {0};
    if (train_fit(data, NULL, spec, "m", &outcome, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return outcome;
}

static void assert_learned_again(const train_spec *spec)
{
    dataset data = small_dataset(8);
    train_outcome first = learn(&data, spec);
    train_spec read;
    if (!train_spec_of(&first.model, &read))
        fail_msg("not understood: %s", first.model.recipe);
    train_outcome again = learn(&data, &read);
    assert_string_equal(again.model.recipe, first.model.recipe);
    for (size_t i = 0; i < data.n_rows; i++) {
        for (int output = 0; output < MODEL_OUTPUTS; output++) {
            double a = poise_model_link(&first.model, output, data.rows[i].x);
            double b = poise_model_link(&again.model, output, data.rows[i].x);
            assert_true(a == b);
        }
    }
    train_outcome_free(&first);
    train_outcome_free(&again);
    dataset_free(&data);
}

static void every_method_is_learned_again(void **state)
{
    (void)state;
    for (int method = 0; method < TRAIN_METHODS; method++) {
        for (int loss = 0; loss < TRAIN_LOSSES; loss++) {
            train_spec spec = {.method = (train_method)method, .loss = (train_loss)loss};
            spec.negbin = train_negbin_thesis;
            spec.negbin.dispersion = 0.5;
            for (int h = 0; h < TRAIN_HYPERS; h++)
                spec.hyper[h] = 0.125;
            if (train_settle_loss(&spec, NULL) == POISE_OK)
                assert_learned_again(&spec);
        }
    }
}

static void the_dispersion_is_estimated_again(void **state)
{
    (void)state;
    train_spec spec = {.method = TRAIN_NEGBIN, .negbin = train_negbin_thesis};
    spec.negbin.estimate_dispersion = true;
    spec.hyper[TRAIN_RIDGE_HYPER] = 0.25;
    assert_learned_again(&spec);
}

static void other_recipes_are_none(void **state)
{
    (void)state;
    static const struct {
        model_kind kind;
        const char *recipe;
    } others[] = {
        {MODEL_NEGBIN, "thesis, Table 5.3"},
        {MODEL_NEGBIN, ""},
        {MODEL_NEGBIN, "thesis: negative binomial, log link, dispersion fixed 1"},
        {MODEL_NEGBIN, "thesis: negative binomial, log link, dispersion fixed , ridge 1"},
        {MODEL_NEGBIN, "thesis: negative binomial, log link, dispersion fixed nan, ridge 1"},
        {MODEL_NEGBIN, "thesis: negative binomial, log link, dispersion fixed -1, ridge 1"},
        {MODEL_NEGBIN, "thesis: negative binomial, log link, dispersion fixed 1, ridge nan"},
        {MODEL_NEGBIN, "thesis: negative binomial, log link, dispersion fixed 1, ridge -1, 3 kernels"},
        {MODEL_NEGBIN, "thesis: negative binomial, log link, dispersion fixed 1, ridge 1e999"},
        {MODEL_LINEAR, "support vector regression of the logarithms, squared loss, cost 1"},
        {MODEL_LINEAR, "support vector regression of the logarithms, cost 1, epsilon 1"},
        {MODEL_RBF, "the tuple {1,1}, fastest"},
        {MODEL_LINEAR, "imported from a.n and a.p"},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        poise_model model = {.kind = others[i].kind};
        train_spec spec;
        (void)snprintf(model.recipe, sizeof model.recipe, "%s", others[i].recipe);
        if (train_spec_of(&model, &spec))
            fail_msg("understood: %s", others[i].recipe);
    }
}

static void features_are_those_of_the_recipe(void **state)
{
    (void)state;
    dataset data = small_dataset(8);
    train_spec spec = {.method = TRAIN_DIAGONAL, .negbin = train_negbin_thesis};
    train_outcome whole = learn(&data, &spec);
    data.is_sampled = true;
    train_outcome sampled = learn(&data, &spec);
    assert_int_equal(train_features_of(&whole.model), DATASET_WHOLE_KERNEL);
    assert_int_equal(train_features_of(&sampled.model), DATASET_SAMPLED);
    assert_true(train_spec_of(&sampled.model, &spec));
    assert_int_equal(spec.method, TRAIN_DIAGONAL);
    train_outcome_free(&whole);
    train_outcome_free(&sampled);
    dataset_free(&data);
}

static void a_plan_takes_the_values_or_chooses_them(void **state)
{
    (void)state;
    train_spec spec = {.method = TRAIN_NEGBIN, .negbin = train_negbin_thesis};
    spec.hyper[TRAIN_RIDGE_HYPER] = 0.25;
    train_plan given = train_plan_of(&spec, false);
    train_plan chosen = train_plan_of(&spec, true);
    assert_int_equal(train_candidates(&given), 1);
    assert_true(given.grid[TRAIN_RIDGE_HYPER].value[0] == 0.25);
    assert_true(train_candidates(&chosen) > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_is_learned_again),
        cmocka_unit_test(the_dispersion_is_estimated_again),
        cmocka_unit_test(other_recipes_are_none),
        cmocka_unit_test(features_are_those_of_the_recipe),
        cmocka_unit_test(a_plan_takes_the_values_or_chooses_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
