/* Method choice: tuples that are far apart are told, which no sum for ln N and ln p can. */
#include "tests/test.h"
#include "tests/unit/train/small_dataset.h"
#include "train/method/choose_tuple.h"
#include "train/relearn.h"
#include "train/validate/lookup.h"

/* Of three kinds of kernels, told by eta_max: fast at {4, 4}, at {W, 0}, at {W, W}; slow elsewhere. */
static dataset three_kinds(void)
{
    dataset data = small_dataset_from_p_0(12, 1);
    for (size_t i = 0; i < data.n_rows; i++) {
        dataset_row *row = &data.rows[i];
        uint32_t kind = (uint32_t)(i % 3), warps = row->warps;
        row->x[MODEL_X_h_one] = kind == 0;
        row->x[MODEL_X_eta_max] = kind == 1;
        for (uint32_t n = 1; n <= warps; n++) {
            for (uint32_t p = 0; p <= n; p++) {
                bool fast =
                    kind == 0 ? n == p && n == 4 * warps / 24 : n == warps && p == (kind == 1 ? 0 : n);
                row->speedup.value[profile_point(n, p)] = fast ? 2 : 0.5;
            }
        }
    }
    return data;
}

static void learn(const dataset *data, double ridge, train_outcome *outcome)
{
    train_spec spec = {.method = TRAIN_CHOICE};
    poise_error err;
    spec.hyper[TRAIN_RIDGE_HYPER] = ridge;
    if (train_fit(data, NULL, &spec, "test", outcome, &err) != POISE_OK)
        fail_msg("%s", err.text);
}

static void tuples_far_apart_are_told(void **state)
{
    (void)state;
    dataset data = three_kinds();
    train_outcome outcome, again;
    learn(&data, 0.01, &outcome);
    learn(&data, 0.01, &again);
    assert_int_equal(outcome.model.kind, MODEL_CHOICE);
    assert_int_equal(outcome.rows, 36);
    assert_int_equal(outcome.model.choice->n_tuples, 54);
    assert_memory_equal(outcome.model.choice->tuple, again.model.choice->tuple,
                        54 * sizeof *outcome.model.choice->tuple);
    for (size_t i = 0; i < data.n_rows; i++) {
        int n, p;
        train_point point;
        poise_model_predict(&outcome.model, data.rows[i].x, (int)data.rows[i].warps, &n, &p);
        assert_true(train_lookup(&data.rows[i].speedup, (uint32_t)n, (uint32_t)p, &point));
        assert_true(point.speedup == 2);
    }
    train_outcome_free(&outcome);
    train_outcome_free(&again);
    dataset_free(&data);
}

/* The smoother, the nearer the costs are to their means: with a large ridge one tuple is best for all. */
static void a_ridge_makes_kernels_alike(void **state)
{
    (void)state;
    dataset data = three_kinds();
    train_outcome outcome;
    for (size_t i = 0; i < data.n_rows; i++)
        data.rows[i].weight = i % 3 == 1 ? 2 : 1; /* so that not three tuples are equally good */
    learn(&data, 1e9, &outcome);
    size_t first = poise_model_choose(&outcome.model, data.rows[0].x);
    for (size_t i = 0; i < data.n_rows; i++)
        assert_int_equal(poise_model_choose(&outcome.model, data.rows[i].x), first);
    train_outcome_free(&outcome);
    dataset_free(&data);
}

static void without_p_0_measured_no_tuple_has_it(void **state)
{
    (void)state;
    dataset data = small_dataset(8);
    train_outcome outcome;
    learn(&data, 1, &outcome);
    assert_int_equal(outcome.model.choice->n_tuples, 45);
    for (size_t i = 0; i < outcome.model.choice->n_tuples; i++)
        assert_true(outcome.model.choice->tuple[i].p >= 1);
    train_spec spec;
    assert_true(train_spec_of(&outcome.model, &spec));
    assert_true(spec.method == TRAIN_CHOICE && spec.hyper[TRAIN_RIDGE_HYPER] == 1);
    train_outcome_free(&outcome);
    dataset_free(&data);
}

static void nothing_to_learn_from_is_an_error(void **state)
{
    (void)state;
    dataset none = {0};
    train_outcome outcome;
    train_spec spec = {.method = TRAIN_CHOICE};
    assert_int_equal(train_fit(&none, NULL, &spec, "test", &outcome, NULL), POISE_FAILED);
    train_outcome_free(&outcome);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tuples_far_apart_are_told),
        cmocka_unit_test(a_ridge_makes_kernels_alike),
        cmocka_unit_test(without_p_0_measured_no_tuple_has_it),
        cmocka_unit_test(nothing_to_learn_from_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
