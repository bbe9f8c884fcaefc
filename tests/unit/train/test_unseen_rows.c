/* Can anything in the rows of the evaluation split, or in rows that the filter excludes, change what is
 * learned? */
#include "features/dataset_file.h"
#include "features/target.h"
#include "tests/folder.h"
#include "tests/unit/train/small_dataset.h"
#include "tests/unit/train/small_plan.h"
#include "train/validate/compare.h"

/* What a file needs besides what training reads. */
static dataset whole_dataset(void)
{
    dataset data = small_dataset(8);
    memset(data.profile_hash, 'e', POISE_HASH_TEXT - 1);
    for (size_t i = 0; data.rows != NULL && i < data.n_rows; i++) {
        dataset_row *row = &data.rows[i];
        memset(row->trace_hash, 'a' + (int)(i % 6), POISE_HASH_TEXT - 1);
        row->scaled_n = target_scale(row->target_n, row->warps, DATASET_SCALED_WARPS);
        row->scaled_p = target_scale(row->target_p, row->warps, DATASET_SCALED_WARPS);
        if (i % 4 == 0)
            row->split = PROFILE_EVALUATION;
        if (i % 4 == 1)
            row->excluded = DATASET_SHORT;
    }
    return data;
}

/* Other features, targets and surfaces in all rows that must not be learned from. */
static void spoil(dataset *data)
{
    for (size_t i = 0; i < data->n_rows; i++) {
        dataset_row *row = &data->rows[i];
        if (dataset_row_trains(row))
            continue;
        for (int f = 0; f < FEATURES_COUNT; f++)
            row->x[f] = 1e6 * (f + 1);
        row->target_n = row->target_p = 1;
        row->scaled_n = row->scaled_p = target_scale(1, row->warps, DATASET_SCALED_WARPS);
        row->weight = 1000.0;
        for (size_t point = 0; point < profile_points(row->warps); point++)
            row->speedup.value[point] = 100.0;
    }
}

/* Writes, and reads as training does. */
static dataset through_a_file(const dataset *data)
{
    dataset back = {0};
    poise_error err = {0};
    if (dataset_write(test_path("data.h5"), data, &err) != POISE_OK ||
        dataset_read_training(test_path("data.h5"), &back, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return back;
}

static void the_reader_for_training_gives_no_row_of_evaluation(void **state)
{
    (void)state;
    dataset data = whole_dataset();
    dataset back = through_a_file(&data);
    assert_int_equal(data.n_rows, 24);
    assert_int_equal(back.n_rows, 18);
    size_t next = 0;
    for (size_t i = 0; i < data.n_rows && next < back.n_rows; i++) {
        if (data.rows[i].split == PROFILE_TRAINING) {
            assert_memory_equal(back.rows[next].x, data.rows[i].x, sizeof data.rows[i].x);
            assert_string_equal(back.rows[next].program, data.rows[i].program);
            next++;
        }
    }
    assert_int_equal(next, back.n_rows);
    dataset_free(&back);
    dataset_free(&data);
}

static void assert_same_model(const poise_model *a, const poise_model *b)
{
    assert_memory_equal(a->weight, b->weight, sizeof a->weight);
    assert_int_equal(a->kernel != NULL, b->kernel != NULL);
    if (a->kernel != NULL && b->kernel != NULL) {
        assert_int_equal(a->kernel->n_support, b->kernel->n_support);
        assert_memory_equal(a->kernel->support, b->kernel->support,
                            a->kernel->n_support * sizeof *a->kernel->support);
    }
}

/* Every method with every choice. */
static void unseen_rows_have_no_part_in_any_model(void **state)
{
    (void)state;
    dataset data = whole_dataset();
    dataset clean = through_a_file(&data);
    spoil(&data);
    dataset spoiled = through_a_file(&data);
    for (int method = 0; method < TRAIN_METHODS; method++) {
        train_plan plan = small_plan((train_method)method, "cv");
        train_outcome one = {0}, other = {0};
        poise_error err = {0};
        if (train_carry_out(&clean, NULL, &plan, "test", &one, &err) != POISE_OK ||
            train_carry_out(&spoiled, NULL, &plan, "test", &other, &err) != POISE_OK)
            fail_msg("%s: %s", train_method_name[method], err.text);
        assert_int_equal(one.rows, 12);
        assert_same_model(&one.model, &other.model);
        train_outcome_free(&one);
        train_outcome_free(&other);
    }
    dataset_free(&clean);
    dataset_free(&spoiled);
    dataset_free(&data);
}

static void a_comparison_sees_them_only_when_they_are_given(void **state)
{
    (void)state;
    dataset data = whole_dataset();
    dataset clean = through_a_file(&data);
    spoil(&data);
    dataset spoiled = through_a_file(&data);
    train_plan plan = small_plan(TRAIN_NEGBIN, "1");
    plan.folding.k = 2;
    train_comparison one, other;
    assert_int_equal(train_compare(&clean, &plan, &(train_folding){0}, NULL, &one, NULL), POISE_OK);
    assert_int_equal(train_compare(&spoiled, &plan, &(train_folding){0}, NULL, &other, NULL), POISE_OK);
    assert_true(one.n > 5 && one.n == other.n);
    for (size_t i = 0; i < one.n; i++) {
        assert_int_equal(one.contender[i].summary.kernels + one.contender[i].kernels_without, 12);
        assert_memory_equal(&one.contender[i].summary, &other.contender[i].summary,
                            sizeof one.contender[i].summary);
    }
    assert_int_equal(train_compare_unseen(&spoiled, &data, &plan, NULL, &other, NULL), POISE_OK);
    for (size_t i = 0; i < other.n; i++) {
        if (other.contender[i].failure.code == POISE_OK) {
            assert_int_equal(other.contender[i].summary.kernels, 6);
            assert_true(fabs(other.contender[i].summary.speedup - 100.0) < 1e-9);
        }
    }
    dataset_free(&clean);
    dataset_free(&spoiled);
    dataset_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reader_for_training_gives_no_row_of_evaluation),
        cmocka_unit_test(unseen_rows_have_no_part_in_any_model),
        cmocka_unit_test(a_comparison_sees_them_only_when_they_are_given),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
