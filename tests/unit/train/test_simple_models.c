/* The models that learning must beat, and the gate: do they decide as one would by hand? */
#include "tests/test.h"
#include "tests/unit/train/small_dataset.h"
#include "train/analyse/gate.h"
#include "train/method/constant_tuple.h"
#include "train/method/liblinear.h"

/* All kernels of all programs have their hill at {n, p}, but those of program c at {1, 1}. */
static dataset hills(uint32_t n, uint32_t p)
{
    dataset data = small_dataset(4);
    for (size_t i = 0; i < data.n_rows; i++) {
        dataset_row *row = &data.rows[i];
        uint32_t share = row->warps == 12 ? 2 : 1; /* program b has half the warps */
        bool is_c = row->program[0] == 'c';
        free(row->speedup.value);
        row->target_n = is_c ? 1 : n / share;
        row->target_p = is_c ? 1 : p / share;
        small_surface(&row->speedup, row->warps, row->target_n, row->target_p);
    }
    return data;
}

static void assert_predicts(const dataset *data, bool diagonal, int n, int p)
{
    train_outcome outcome;
    assert_int_equal(train_constant_tuple(data, NULL, diagonal, "test", &outcome, NULL), POISE_OK);
    int found_n, found_p;
    poise_model_predict(&outcome.model, data->rows[0].x, 24, &found_n, &found_p);
    assert_int_equal(found_n, n);
    assert_int_equal(found_p, p);
    poise_model_predict(&outcome.model, data->rows[0].x, 12, &found_n, &found_p);
    assert_int_equal(found_n, n / 2);
    train_outcome_free(&outcome);
}

static void the_best_tuple_for_all_is_found(void **state)
{
    (void)state;
    dataset data = hills(16, 6);
    assert_predicts(&data, false, 16, 6);
    for (size_t i = 8; i < 12; i++) /* program c counts for more than a and b together */
        data.rows[i].weight = 100.0;
    train_outcome outcome;
    assert_int_equal(train_constant_tuple(&data, NULL, false, "test", &outcome, NULL), POISE_OK);
    assert_contains(outcome.model.recipe, "{1,1}");
    train_outcome_free(&outcome);
    dataset_free(&data);
    data = hills(12, 12);
    assert_predicts(&data, true, 12, 12);
    dataset_free(&data);
}

/* Without allocation: the constant rounds to 0 for any number of warps, and is out of reach where p = 0 was
 * not measured. */
static void the_best_tuple_may_be_without_allocation(void **state)
{
    (void)state;
    for (uint32_t least_p = 0; least_p < 2; least_p++) {
        dataset data = hills(16, 6);
        for (size_t i = 0; i < data.n_rows; i++) {
            dataset_row *row = &data.rows[i];
            surface_free(&row->speedup);
            small_surface_from(&row->speedup, least_p, row->warps, row->warps == 12 ? 8 : 16, 0);
        }
        assert_predicts(&data, false, 16, least_p ? 1 : 0);
        train_outcome outcome;
        assert_int_equal(train_constant_tuple(&data, NULL, false, "test", &outcome, NULL), POISE_OK);
        assert_int_equal(outcome.model.least_p, least_p);
        for (int warps = 1; warps <= MODEL_MAX_WARPS; warps++) {
            int n, p;
            poise_model_predict(&outcome.model, data.rows[0].x, warps, &n, &p);
            assert_true(least_p || p == 0);
        }
        train_outcome_free(&outcome);
        dataset_free(&data);
    }
}

/* Programs a and b gain, c does not; eta_max tells them apart, I_n is 10 for a, 100 for b and c. */
static dataset gains(void)
{
    dataset data = small_dataset(10);
    for (size_t i = 0; i < data.n_rows; i++) {
        dataset_row *row = &data.rows[i];
        bool is_a = i % 10 < 4;
        bool gains = i % 10 < 7;
        row->x[MODEL_X_eta_max] = (gains ? 0.7 : 0.1) + 0.01 * (double)(i % 3);
        row->x[MODEL_X_eta_gain_squared] = 0.25;
        row->x[MODEL_X_instructions_eta_gain_squared] = 0.25 * (is_a ? 10.0 : 100.0);
        for (size_t point = 0; point < profile_points(row->warps); point++)
            row->speedup.value[point] = gains ? 1.25 : 1.0;
    }
    return data;
}

static void the_gate_counts_what_it_decides(void **state)
{
    (void)state;
    dataset data = gains();
    train_gate_result result;
    assert_int_equal(train_gate_validate(&data, &(train_folding){0}, &result, NULL), POISE_OK);
    assert_int_equal(result.kernels, 30);
    assert_int_equal(result.programs, 3);
    assert_int_equal(result.unknown, 0);
    const train_gate_count *always = &result.count[TRAIN_GATE_ALWAYS];
    assert_int_equal(always->sensitive_steered, 21);
    assert_int_equal(always->other_steered, 9);
    const train_gate_count *rule = &result.count[TRAIN_GATE_RULE];
    assert_int_equal(rule->sensitive_steered, 12); /* only where I_n is 10 */
    assert_int_equal(rule->sensitive_left, 9);
    assert_int_equal(rule->other_left, 9);
    const train_gate_count *learned = &result.count[TRAIN_GATE_LEARNED];
    assert_int_equal(learned->sensitive_steered, 21);
    assert_int_equal(learned->other_left, 9);
    assert_true(fabs(learned->slowness - (21 / 1.25 + 9)) < 1e-9);
    dataset_free(&data);
}

static void a_gate_that_saw_one_class_gives_that(void **state)
{
    (void)state;
    dataset data = gains();
    for (size_t i = 0; i < data.n_rows; i++) { /* now only program a does not gain */
        bool gains = i >= 10;
        for (size_t point = 0; point < profile_points(data.rows[i].warps); point++)
            data.rows[i].speedup.value[point] = gains ? 1.25 : 1.0;
        data.rows[i].x[MODEL_X_eta_gain_squared] = 0.0;
    }
    train_gate_result result;
    assert_int_equal(train_gate_validate(&data, &(train_folding){0}, &result, NULL), POISE_OK);
    assert_int_equal(result.unknown, 30);
    assert_int_equal(result.without_fold, 10);
    assert_int_equal(result.count[TRAIN_GATE_LEARNED].other_steered, 10);
    dataset_free(&data);
}

/* Which class comes first in the data does not turn the sum around. */
static void logistic_sums_are_positive_for_ones(void **state)
{
    (void)state;
    const double z[4] = {-1.0, -0.8, 0.9, 1.1};
    for (int reversed = 0; reversed < 2; reversed++) {
        double y[4], fitted[4], weight;
        for (int i = 0; i < 4; i++)
            y[i] = (i >= 2) != reversed;
        train_linear_fit fit = {.weight = &weight, .fitted = fitted};
        train_matrix matrix = {.rows = 4, .cols = 1, .x = z};
        assert_int_equal(train_liblinear_logistic(&matrix, y, 10.0, &fit, NULL), POISE_OK);
        for (int i = 0; i < 4; i++) {
            assert_true((weight * z[i] + fit.constant > 0.0) == (y[i] == 1.0));
            assert_true(fitted[i] == y[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_tuple_for_all_is_found),
        cmocka_unit_test(the_best_tuple_may_be_without_allocation),
        cmocka_unit_test(the_gate_counts_what_it_decides),
        cmocka_unit_test(a_gate_that_saw_one_class_gives_that),
        cmocka_unit_test(logistic_sums_are_positive_for_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
