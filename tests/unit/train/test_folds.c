/* Are programs kept whole, folds about equal, and the same seed the same folds? */
#include "tests/test.h"
#include "tests/unit/train/small_dataset.h"
#include "train/validate/folds.h"

/* `n` programs p0, p1, ... with 1, 2, ... rows. */
static dataset staircase(size_t n)
{
    dataset data = {.rows = calloc(n * (n + 1) / 2, sizeof *data.rows)};
    poise_random random;
    poise_random_seed(&random, 1);
    for (size_t program = 0; program < n; program++) {
        char name[24];
        snprintf(name, sizeof name, "p%zu", program);
        for (size_t i = 0; i <= program; i++)
            small_row(&data.rows[data.n_rows++], &random, name, (uint32_t)i, 4);
    }
    return data;
}

static void descriptions_are_read_strictly(void **state)
{
    (void)state;
    train_folding folding = {.seed = 7};
    assert_int_equal(train_parse_folding("program", &folding, NULL), POISE_OK);
    assert_int_equal(folding.k, 0);
    assert_int_equal(train_parse_folding("kfold:12", &folding, NULL), POISE_OK);
    assert_int_equal(folding.k, 12);
    assert_true(folding.seed == 7);
    static const char *const bad[] = {"",           "kfold",    "kfold:",   "kfold:1",
                                      "kfold:1001", "kfold:-2", "kfold:2x", "kfold:99999999999999999999",
                                      "programs"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(train_parse_folding(bad[i], &folding, NULL), POISE_USAGE);
}

static void programs_stay_whole_and_folds_about_equal(void **state)
{
    (void)state;
    dataset data = staircase(12); /* 78 rows, 12 at most in a program */
    for (uint64_t seed = 0; seed < 20; seed++) {
        train_folds folds;
        size_t rows[4] = {0};
        assert_int_equal(train_make_folds(&data, NULL, &(train_folding){.k = 4, .seed = seed}, &folds, NULL),
                         POISE_OK);
        assert_int_equal(folds.n, 4);
        for (size_t i = 0; i < data.n_rows; i++) {
            assert_true(folds.of[i] < 4);
            rows[folds.of[i]]++;
            if (i > 0 && strcmp(data.rows[i].program, data.rows[i - 1].program) == 0)
                assert_int_equal(folds.of[i], folds.of[i - 1]);
        }
        for (size_t fold = 0; fold < 4; fold++) /* each got its last program while it had fewest rows */
            assert_in_range(rows[fold], 78 / 4 - 12, 78 / 4 + 12);
        train_folds_free(&folds);
    }
    dataset_free(&data);
}

static void the_seed_decides(void **state)
{
    (void)state;
    dataset data = staircase(9);
    train_folds first;
    size_t other_folds = 0;
    assert_int_equal(train_make_folds(&data, NULL, &(train_folding){.k = 3, .seed = 1}, &first, NULL),
                     POISE_OK);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        train_folds again;
        assert_int_equal(train_make_folds(&data, NULL, &(train_folding){.k = 3, .seed = seed}, &again, NULL),
                         POISE_OK);
        bool same = memcmp(first.of, again.of, data.n_rows * sizeof *first.of) == 0;
        assert_true(same || seed > 1);
        other_folds += same ? 0 : 1;
        train_folds_free(&again);
    }
    assert_true(other_folds > 0);
    train_folds_free(&first);
    dataset_free(&data);
}

static void few_programs_and_unused_rows(void **state)
{
    (void)state;
    dataset data = staircase(4);
    bool use[10] = {true, true, false, false, true, true, false, false, false, false};
    bool rest[10];
    train_folds folds;
    assert_int_equal(train_make_folds(&data, use, &(train_folding){.k = 5}, &folds, NULL), POISE_OK);
    assert_int_equal(folds.n, 3); /* no more than programs that are used */
    assert_string_equal(folds.program[2], "p2");
    assert_true(folds.of[2] == TRAIN_NO_FOLD);
    train_rest_of(&folds, 0, data.n_rows, rest);
    static const bool expected[10] = {false, true, false, false, true, true};
    assert_memory_equal(rest, expected, sizeof rest);
    train_folds_free(&folds);
    bool one[10] = {false, true, true};
    poise_error err = {0};
    assert_int_equal(train_make_folds(&data, one, &(train_folding){0}, &folds, &err), POISE_FAILED);
    assert_contains(err.text, "needs two");
    assert_null(folds.of);
    dataset_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(descriptions_are_read_strictly),
        cmocka_unit_test(programs_stay_whole_and_folds_about_equal),
        cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(few_programs_and_unused_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
