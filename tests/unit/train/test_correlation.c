/* The correlation of the analytical model with measured speedups: pairs are found, and coefficients are those
 * of hand-made numbers. */
#include "tests/test.h"
#include "tests/unit/train/small_dataset.h"
#include "train/analyse/correlation.h"

/* mu at (W, 1) of every row, and the speedup there: `slope` times mu. */
static dataset make_data(double slope)
{
    dataset data = small_dataset(4);
    for (size_t i = 0; i < data.n_rows; i++) {
        dataset_row *row = &data.rows[i];
        assert_int_equal(surface_create(&row->polluting, row->warps, NULL), POISE_OK);
        double mu = 0.5 + (double)(i * i % 7);
        row->polluting.value[profile_point(row->warps, 1)] = mu;
        row->speedup.value[profile_point(row->warps, 1)] = 10 + slope * mu;
    }
    return data;
}

static void proportional_pairs_correlate_fully(void **state)
{
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        const double slope = sign;
        dataset data = make_data(slope);
        train_correlation result[TRAIN_CORRELATED];
        data.rows[11].excluded = DATASET_SHORT;
        assert_int_equal(train_correlate(&data, result, NULL), POISE_OK);
        assert_int_equal(result[TRAIN_CORRELATED_KERNELS].n, 11);
        assert_int_equal(result[TRAIN_CORRELATED_ALL].n, 12);
        assert_int_equal(result[TRAIN_CORRELATED_PROGRAMS].n, 3);
        assert_int_equal(result[TRAIN_CORRELATED_TUPLES].n, 11);
        assert_int_equal(result[TRAIN_CORRELATED_TUPLES].without,
                         7 * 275 + 4 * 65); /* p < N, but one a row */
        assert_true(fabs(result[TRAIN_CORRELATED_KERNELS].pearson - slope) < 1e-12);
        assert_true(fabs(result[TRAIN_CORRELATED_KERNELS].spearman - slope) < 1e-12);
        assert_true(slope * result[TRAIN_CORRELATED_KERNELS].of_logs > 0.8);
        dataset_free(&data);
    }
}

/* (1, 2), (2, 1), (4, 3): covariance 1, variances 7/3 and 1, so Pearson has sqrt(3/7); the ranks have 1/2. */
static void coefficients_equal_hand_computation(void **state)
{
    (void)state;
    static const double mu[] = {1, 2, 4}, speedup[] = {2, 1, 3};
    dataset data = make_data(1);
    for (size_t i = 0; i < data.n_rows; i++) {
        dataset_row *row = &data.rows[i];
        row->excluded = i < 3 ? 0 : DATASET_SHORT;
        row->polluting.value[profile_point(row->warps, 1)] = i < 3 ? mu[i] : NAN;
        row->speedup.value[profile_point(row->warps, 1)] = i < 3 ? speedup[i] : 1;
    }
    train_correlation result[TRAIN_CORRELATED];
    assert_int_equal(train_correlate(&data, result, NULL), POISE_OK);
    assert_int_equal(result[TRAIN_CORRELATED_ALL].without, 9);
    assert_true(fabs(result[TRAIN_CORRELATED_KERNELS].pearson - 0.6546536707079771) < 1e-12);
    assert_true(fabs(result[TRAIN_CORRELATED_KERNELS].spearman - 0.5) < 1e-12);
    dataset_free(&data);
}

static void profiles_that_do_not_tell_are_refused(void **state)
{
    (void)state;
    poise_error err = {0};
    dataset data = small_dataset(2);
    train_correlation result[TRAIN_CORRELATED];
    assert_int_equal(train_correlate(&data, result, &err), POISE_FAILED);
    assert_contains(err.text, "do not count the hits of polluting warps apart");
    dataset_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proportional_pairs_correlate_fully),
        cmocka_unit_test(coefficients_equal_hand_computation),
        cmocka_unit_test(profiles_that_do_not_tell_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
