/* From rows to a model: the right rows, the right responses, the right metadata. */
#include "tests/unit/train/small_dataset.h"
#include "train/method/recipe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void train_or_fail(const dataset *data, train_outcome *outcome)
{
    poise_error err = {0};
    if (train_recipe(data, NULL, &train_negbin_thesis, "test", outcome, &err) != POISE_OK)
        fail_msg("%s", err.text);
}

static void exact_targets_give_back_their_weights(void **state)
{
    (void)state;
    dataset data = small_dataset(10);
    train_outcome outcome;
    train_or_fail(&data, &outcome);
    for (int output = 0; output < MODEL_OUTPUTS; output++) {
        for (int i = 0; i < FEATURES_COUNT; i++)
            assert_true(fabs(outcome.model.weight[output][i] - small_weight[output][i]) < 1e-8);
        assert_true(outcome.model.dispersion[output] == 1.0);
    }
    assert_int_equal(outcome.rows, 30);
    assert_int_equal(outcome.programs, 3);
    assert_int_equal(outcome.model.max_warps, 24);
    assert_int_equal(outcome.model.l1_hit_includes_merges, 1);
    assert_string_equal(outcome.model.name, "test");
    assert_string_equal(outcome.model.training_hash, data.hash);
    assert_string_equal(outcome.model.config_hash, data.config_hash);
    assert_non_null(strstr(outcome.model.recipe, "dispersion fixed 1"));
    assert_non_null(strstr(outcome.model.recipe, "30 kernels of 3 programs"));
    assert_string_equal(outcome.model.feature[MODEL_X_eta_one], "eta_one");
    train_outcome_free(&outcome);
    dataset_free(&data);
}

/* Rows of the evaluation split and excluded rows carry nonsense; the model must not change. */
static void unseen_and_excluded_rows_are_not_learned(void **state)
{
    (void)state;
    dataset data = small_dataset(10);
    for (size_t i = 0; i < data.n_rows; i += 3) {
        data.rows[i].scaled_n = 1e6;
        data.rows[i].scaled_p = 1e6;
        if (i % 2 == 0)
            data.rows[i].split = PROFILE_EVALUATION;
        else
            data.rows[i].excluded = DATASET_SHORT;
    }
    train_outcome outcome;
    train_or_fail(&data, &outcome);
    assert_int_equal(outcome.rows, 20);
    for (int i = 0; i < FEATURES_COUNT; i++)
        assert_true(fabs(outcome.model.weight[0][i] - small_weight[0][i]) < 1e-8);
    train_outcome_free(&outcome);
    dataset_free(&data);
}

static void too_few_rows_are_refused_by_name(void **state)
{
    (void)state;
    dataset data = small_dataset(2); /* 6 rows, 8 features */
    train_outcome outcome;
    poise_error err = {0};
    assert_int_equal(train_recipe(&data, NULL, &train_negbin_thesis, "test", &outcome, &err), POISE_FAILED);
    assert_string_equal(err.text, "target N: 6 rows are too few for 8 features: add data or a ridge penalty");
    train_outcome_free(&outcome);

    train_negbin_options ridge = train_negbin_thesis;
    ridge.ridge = 1.0;
    assert_int_equal(train_recipe(&data, NULL, &ridge, "test", &outcome, &err), POISE_OK);
    assert_non_null(strstr(outcome.model.recipe, "ridge 1"));
    train_outcome_free(&outcome);
    dataset_free(&data);
}

static void equal_targets_give_a_constant(void **state)
{
    (void)state;
    dataset data = small_dataset(5);
    for (size_t i = 0; i < data.n_rows; i++)
        data.rows[i].scaled_p = 4.0;
    train_outcome outcome;
    train_or_fail(&data, &outcome);
    assert_false(outcome.constant[0]);
    assert_true(outcome.constant[1]);
    for (int i = 0; i < FEATURES_COUNT; i++)
        assert_true(outcome.model.weight[1][i] == (i == MODEL_X_constant ? log(4.0) : 0.0));
    train_outcome_free(&outcome);

    /* A penalty makes few rows enough, here as in a fit. */
    data.n_rows = 3;
    train_negbin_options ridge = train_negbin_thesis;
    ridge.ridge = 1.0;
    assert_int_equal(train_recipe(&data, NULL, &train_negbin_thesis, "test", &outcome, NULL), POISE_FAILED);
    train_outcome_free(&outcome);
    assert_int_equal(train_recipe(&data, NULL, &ridge, "test", &outcome, NULL), POISE_OK);
    assert_true(outcome.constant[1]);
    train_outcome_free(&outcome);
    data.n_rows = 15;
    dataset_free(&data);
}

static void dependent_features_are_refused_by_name(void **state)
{
    (void)state;
    dataset data = small_dataset(5);
    for (size_t i = 0; i < data.n_rows; i++)
        data.rows[i].x[MODEL_X_miss_cost_gain_squared] = 0.0;
    train_outcome outcome;
    poise_error err = {0};
    assert_int_equal(train_recipe(&data, NULL, &train_negbin_thesis, "test", &outcome, &err), POISE_FAILED);
    assert_non_null(strstr(err.text, "miss_cost_gain_squared"));
    train_outcome_free(&outcome);
    dataset_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_targets_give_back_their_weights),
        cmocka_unit_test(unseen_and_excluded_rows_are_not_learned),
        cmocka_unit_test(too_few_rows_are_refused_by_name),
        cmocka_unit_test(equal_targets_give_a_constant),
        cmocka_unit_test(dependent_features_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
