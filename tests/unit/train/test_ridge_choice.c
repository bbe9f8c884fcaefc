/* Is the ridge penalty read as written, and chosen by what helps programs that were left out? */
#include "tests/unit/train/small_dataset.h"
#include "train/cross_validation.h"
#include "train/ridge_choice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void penalties_are_read_strictly(void **state)
{
    (void)state;
    train_ridge_choice choice;
    assert_int_equal(train_parse_ridge("0.25", &choice, NULL), POISE_OK);
    assert_false(choice.by_validation);
    assert_true(choice.lambda == 0.25);
    assert_int_equal(train_parse_ridge("cv", &choice, NULL), POISE_OK);
    assert_true(choice.by_validation);
    static const char *const bad[] = {"", "-1", "nan", "inf", "1x", "CV", "1e999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(train_parse_ridge(bad[i], &choice, NULL), POISE_USAGE);
}

/* Mean speedup on programs left out with penalty `lambda`. */
static double left_out_speedup(const dataset *data, double lambda)
{
    train_negbin_options options = train_negbin_thesis;
    options.ridge = lambda;
    train_validation result;
    assert_int_equal(train_leave_one_program_out(data, &options, &result, NULL), POISE_OK);
    double speedup = train_summarise(result.predictions, result.n_predictions).speedup;
    train_validation_free(&result);
    return speedup;
}

/* The choice is at least as good as no penalty, as a small and as a large one, and reports what it found. */
static void choice_is_the_best_on_programs_left_out(void **state)
{
    (void)state;
    dataset data = small_dataset(12);
    train_ridge_choice choice = {.by_validation = true};
    assert_int_equal(train_choose_ridge(&data, &train_negbin_thesis, &choice, NULL), POISE_OK);
    assert_true(choice.speedup == left_out_speedup(&data, choice.lambda));
    assert_true(choice.speedup >= left_out_speedup(&data, 0.0));
    assert_true(choice.speedup >= left_out_speedup(&data, 0.1));
    assert_true(choice.speedup >= left_out_speedup(&data, 10.0));
    assert_true(left_out_speedup(&data, 1e6) < choice.speedup); /* a penalty can be too large */
    dataset_free(&data);
}

static void given_penalty_is_kept(void **state)
{
    (void)state;
    dataset data = small_dataset(12);
    train_ridge_choice choice = {.lambda = 7.0};
    assert_int_equal(train_choose_ridge(&data, &train_negbin_thesis, &choice, NULL), POISE_OK);
    assert_true(choice.lambda == 7.0);
    dataset_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(penalties_are_read_strictly),
        cmocka_unit_test(choice_is_the_best_on_programs_left_out),
        cmocka_unit_test(given_penalty_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
