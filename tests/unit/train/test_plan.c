/* Are the values that are set before learning read as written, and chosen by what helps programs left out? */
#include "tests/unit/train/small_dataset.h"
#include "tests/unit/train/small_plan.h"
#include "train/validate/cross_validation.h"

#include <omp.h>

static void values_are_read_strictly(void **state)
{
    (void)state;
    train_grid grid;
    assert_int_equal(train_parse_grid("0.25", TRAIN_RIDGE_HYPER, &grid, NULL), POISE_OK);
    assert_true(grid.n == 1 && grid.value[0] == 0.25);
    assert_int_equal(train_parse_grid("0,1e-2,3", TRAIN_RIDGE_HYPER, &grid, NULL), POISE_OK);
    assert_true(grid.n == 3 && grid.value[0] == 0.0 && grid.value[1] == 0.01 && grid.value[2] == 3.0);
    assert_int_equal(train_parse_grid("1", TRAIN_NU_HYPER, &grid, NULL), POISE_OK);
    for (int h = 0; h < TRAIN_HYPERS; h++) {
        assert_int_equal(train_parse_grid("cv", (train_hyper)h, &grid, NULL), POISE_OK);
        assert_true(grid.n > 1);
    }
    static const struct {
        train_hyper hyper;
        const char *text;
    } bad[] = {
        {TRAIN_RIDGE_HYPER, ""},
        {TRAIN_RIDGE_HYPER, "-1"},
        {TRAIN_RIDGE_HYPER, "nan"},
        {TRAIN_RIDGE_HYPER, "inf"},
        {TRAIN_RIDGE_HYPER, "1x"},
        {TRAIN_RIDGE_HYPER, "CV"},
        {TRAIN_RIDGE_HYPER, "1e999"},
        {TRAIN_RIDGE_HYPER, "1,"},
        {TRAIN_RIDGE_HYPER, ",1"},
        {TRAIN_RIDGE_HYPER, "1, 2"},
        {TRAIN_COST_HYPER, "0"},
        {TRAIN_GAMMA_HYPER, "0"},
        {TRAIN_NU_HYPER, "1.1"},
        {TRAIN_EPSILON_HYPER, "-0.1"},
        {TRAIN_COST_HYPER, "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(train_parse_grid(bad[i].text, bad[i].hyper, &grid, NULL), POISE_USAGE);
}

/* Mean speedup on programs left out with penalty `ridge`. */
static double left_out_speedup(const dataset *data, double ridge)
{
    train_plan plan = small_plan(TRAIN_NEGBIN, "0");
    plan.grid[TRAIN_RIDGE_HYPER].value[0] = ridge;
    train_validation result;
    assert_int_equal(train_cross_validate(data, &plan, &(train_folding){0}, &result, NULL), POISE_OK);
    double speedup = train_summarise(result.predictions, result.n_predictions).speedup;
    train_validation_free(&result);
    return speedup;
}

/* The choice is at least as good as no penalty, as a small and as a large one, and reports what it found. */
static void choice_is_the_best_on_programs_left_out(void **state)
{
    (void)state;
    dataset data = small_dataset(12);
    train_plan plan = small_plan(TRAIN_NEGBIN, "cv");
    train_choice choice;
    assert_int_equal(train_choose(&data, NULL, &plan, &choice, NULL), POISE_OK);
    assert_int_equal(choice.candidates, plan.grid[TRAIN_RIDGE_HYPER].n);
    assert_true(fabs(choice.merit - left_out_speedup(&data, choice.spec.hyper[TRAIN_RIDGE_HYPER])) < 1e-12);
    assert_true(choice.merit >= left_out_speedup(&data, 0.0) - 1e-12);
    assert_true(choice.merit >= left_out_speedup(&data, 0.1) - 1e-12);
    assert_true(choice.merit >= left_out_speedup(&data, 10.0) - 1e-12);
    assert_true(left_out_speedup(&data, 1e6) < choice.merit); /* a penalty can be too large */

    plan.criterion = TRAIN_BY_ERROR;
    assert_int_equal(train_choose(&data, NULL, &plan, &choice, NULL), POISE_OK);
    assert_true(choice.merit <= 0.0 && choice.merit > -1.0);
    dataset_free(&data);
}

static void one_candidate_is_taken_untried(void **state)
{
    (void)state;
    dataset data = small_dataset(12);
    data.n_rows = 12; /* one program: nothing could be left out */
    train_plan plan = small_plan(TRAIN_NEGBIN, "7");
    train_choice choice;
    assert_int_equal(train_choose(&data, NULL, &plan, &choice, NULL), POISE_OK);
    assert_true(choice.spec.hyper[TRAIN_RIDGE_HYPER] == 7.0);
    assert_true(choice.candidates == 1 && choice.merit == 0.0);
    small_grid(&plan, TRAIN_RIDGE_HYPER, "7,8");
    poise_error err = {0};
    assert_int_equal(train_choose(&data, NULL, &plan, &choice, &err), POISE_FAILED);
    assert_contains(err.text, "needs two");
    data.n_rows = 36;
    dataset_free(&data);
}

/* A flat surface is the same for all: the smallest model is taken. */
static void equals_go_to_fewer_support_vectors(void **state)
{
    (void)state;
    dataset data = small_dataset(8);
    for (size_t i = 0; i < data.n_rows; i++) {
        for (size_t point = 0; point < profile_points(data.rows[i].warps); point++)
            data.rows[i].speedup.value[point] = 1.0;
    }
    train_plan plan = small_plan(TRAIN_RBF, "1");
    small_grid(&plan, TRAIN_EPSILON_HYPER, "0.01,0.5,0.02");
    train_choice choice;
    assert_int_equal(train_choose(&data, NULL, &plan, &choice, NULL), POISE_OK);
    assert_true(choice.spec.hyper[TRAIN_EPSILON_HYPER] == 0.5);
    dataset_free(&data);
}

static void a_value_that_fails_in_a_fold_is_passed_over(void **state)
{
    (void)state;
    dataset data = small_dataset(3); /* 6 rows in a fold: too few for 8 features without a penalty */
    train_plan plan = small_plan(TRAIN_NEGBIN, "0");
    small_grid(&plan, TRAIN_RIDGE_HYPER, "0,0.5");
    train_choice choice;
    assert_int_equal(train_choose(&data, NULL, &plan, &choice, NULL), POISE_OK);
    assert_true(choice.spec.hyper[TRAIN_RIDGE_HYPER] == 0.5);
    small_grid(&plan, TRAIN_RIDGE_HYPER, "0,0");
    poise_error err = {0};
    assert_int_equal(train_choose(&data, NULL, &plan, &choice, &err), POISE_FAILED);
    assert_contains(err.text, "too few");
    dataset_free(&data);
}

/* The same merit to the last bit, and the same predictions, for 1 to 5 threads. */
static void threads_change_nothing(void **state)
{
    (void)state;
    dataset data = small_dataset(8);
    static const train_method methods[] = {TRAIN_NEGBIN, TRAIN_LINEAR, TRAIN_RBF};
    int before = omp_get_max_threads();
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        train_plan plan = small_plan(methods[m], "cv");
        plan.folding = (train_folding){.k = 3, .seed = 9};
        train_choice first = {0};
        train_validation alone;
        omp_set_num_threads(1);
        assert_int_equal(train_choose(&data, NULL, &plan, &first, NULL), POISE_OK);
        assert_int_equal(train_cross_validate(&data, &plan, &(train_folding){0}, &alone, NULL), POISE_OK);
        for (int threads = 2; threads <= 5; threads += 3) {
            train_choice again;
            train_validation shared;
            omp_set_num_threads(threads);
            assert_int_equal(train_choose(&data, NULL, &plan, &again, NULL), POISE_OK);
            assert_memory_equal(again.spec.hyper, first.spec.hyper, sizeof first.spec.hyper);
            assert_true(again.merit == first.merit);
            assert_int_equal(train_cross_validate(&data, &plan, &(train_folding){0}, &shared, NULL),
                             POISE_OK);
            assert_int_equal(shared.n_predictions, alone.n_predictions);
            assert_memory_equal(shared.predictions, alone.predictions,
                                alone.n_predictions * sizeof *alone.predictions);
            train_validation_free(&shared);
        }
        train_validation_free(&alone);
    }
    omp_set_num_threads(before);
    dataset_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_read_strictly),
        cmocka_unit_test(choice_is_the_best_on_programs_left_out),
        cmocka_unit_test(one_candidate_is_taken_untried),
        cmocka_unit_test(equals_go_to_fewer_support_vectors),
        cmocka_unit_test(a_value_that_fails_in_a_fold_is_passed_over),
        cmocka_unit_test(threads_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
