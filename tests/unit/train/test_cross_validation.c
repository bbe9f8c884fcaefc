/* Does a validation predict every kernel, and without those of its own program? */
#include "tests/unit/train/small_dataset.h"
#include "tests/unit/train/small_plan.h"
#include "train/validate/cross_validation.h"

static int leave_out(const dataset *data, train_validation *result, poise_error *err)
{
    train_plan plan = small_plan(TRAIN_NEGBIN, "0");
    train_folding folding = {0};
    return train_cross_validate(data, &plan, &folding, result, err);
}

static void each_program_is_predicted_by_the_others(void **state)
{
    (void)state;
    dataset data = small_dataset(6);
    train_validation result;
    poise_error err = {0};
    assert_int_equal(leave_out(&data, &result, &err), POISE_OK);
    assert_int_equal(result.n_folds, 3);
    assert_int_equal(result.n_predictions, 18);
    for (size_t fold = 0; fold < 3; fold++) {
        assert_int_equal(result.folds[fold].count, 6);
        assert_int_equal(result.folds[fold].failure.code, POISE_OK);
        for (size_t i = 0; i < 6; i++) {
            const train_prediction *prediction = &result.predictions[result.folds[fold].first + i];
            assert_string_equal(prediction->row->program, result.folds[fold].program);
            assert_true(prediction->error_n == 0.0 && prediction->error_p == 0.0);
        }
    }
    train_validation_free(&result);
    dataset_free(&data);
}

/* Halving one program's targets shows that its own rows had no part in predicting it. */
static void the_left_out_program_does_not_help_itself(void **state)
{
    (void)state;
    dataset data = small_dataset(9);
    for (size_t i = 18; i < 27; i++) {
        data.rows[i].scaled_n *= 0.25;
        data.rows[i].target_n = 1;
        data.rows[i].target_p = 1;
    }
    train_validation result;
    assert_int_equal(leave_out(&data, &result, NULL), POISE_OK);
    const train_fold *fold = &result.folds[2];
    for (size_t i = 0; i < fold->count; i++) {
        const train_prediction *prediction = &result.predictions[fold->first + i];
        assert_int_equal(prediction->n, small_round(small_mean(0, prediction->row->x), 24));
    }
    train_validation_free(&result);
    dataset_free(&data);
}

static void a_fold_without_a_model_says_why(void **state)
{
    (void)state;
    dataset data = small_dataset(4);         /* each fold has 8 rows left ... */
    data.rows[0].split = PROFILE_EVALUATION; /* ... but those without b or c only 7 */
    train_validation result;
    assert_int_equal(leave_out(&data, &result, NULL), POISE_OK);
    assert_int_equal(result.folds[0].failure.code, POISE_OK);
    assert_int_equal(result.folds[0].count, 3);
    assert_int_equal(result.folds[1].failure.code, POISE_FAILED);
    assert_int_equal(result.folds[1].count, 0);
    assert_non_null(strstr(result.folds[1].failure.text, "7 rows are too few"));
    assert_int_equal(result.n_predictions, 3);
    train_validation_free(&result);
    dataset_free(&data);
}

static void one_program_cannot_be_left_out(void **state)
{
    (void)state;
    dataset data = small_dataset(9);
    data.n_rows = 9;
    train_validation result;
    poise_error err = {0};
    assert_int_equal(leave_out(&data, &result, &err), POISE_FAILED);
    assert_non_null(strstr(err.text, "needs two"));
    assert_null(result.folds);
    data.n_rows = 27;
    dataset_free(&data);
}

/* Groups of programs: every kernel once, programs never apart, whatever the method. */
static void groups_of_programs_are_left_out_together(void **state)
{
    (void)state;
    dataset data = small_dataset(6);
    train_plan plan = small_plan(TRAIN_LINEAR, "1");
    train_folding folding = {.k = 2, .seed = 5};
    train_validation result;
    assert_int_equal(train_cross_validate(&data, &plan, &folding, &result, NULL), POISE_OK);
    assert_int_equal(result.n_folds, 2);
    assert_int_equal(result.n_predictions, 18);
    for (size_t a = 0; a < result.folds[0].count; a++) {
        for (size_t b = 0; b < result.folds[1].count; b++) {
            assert_string_not_equal(result.predictions[result.folds[0].first + a].row->program,
                                    result.predictions[result.folds[1].first + b].row->program);
        }
    }
    train_validation_free(&result);
    dataset_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_program_is_predicted_by_the_others),
        cmocka_unit_test(the_left_out_program_does_not_help_itself),
        cmocka_unit_test(a_fold_without_a_model_says_why),
        cmocka_unit_test(one_program_cannot_be_left_out),
        cmocka_unit_test(groups_of_programs_are_left_out_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
