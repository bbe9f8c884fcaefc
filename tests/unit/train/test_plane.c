/* Models of planes with p = 0, and the thesis' rule. */
#include "features/dataset_build.h"
#include "tests/folder.h"
#include "tests/unit/train/small_dataset.h"
#include "tests/unit/train/small_plan.h"
#include "train/method/plane.h"
#include "train/sample.h"
#include "train/svmlight.h"

/* Half of the rows have a target of p = 0. */
enum { LAUNCHES = 12, FEWER = 3 };

static size_t targets_of_0(const dataset *data)
{
    size_t n = 0;
    for (size_t i = 0; i < data->n_rows; i++)
        n += data->rows[i].target_p == 0;
    return n;
}

static train_outcome learn(const dataset *data, train_method method)
{
    train_spec spec = {.method = method, .negbin = train_negbin_thesis};
    train_outcome outcome;
    poise_error err = {0};
    assert_int_equal(train_settle_loss(&spec, NULL), POISE_OK);
    spec.hyper[TRAIN_RIDGE_HYPER] = 0.1;
    spec.hyper[TRAIN_COST_HYPER] = 10;
    spec.hyper[TRAIN_GAMMA_HYPER] = 0.1;
    spec.hyper[TRAIN_EPSILON_HYPER] = 0.1;
    if (train_fit(data, NULL, &spec, "test", &outcome, &err) != POISE_OK)
        fail_msg("%s: %s", train_method_name[method], err.text);
    return outcome;
}

/* Predicts the rows; those with p = 0. */
static size_t predictions_of_0(const dataset *data, const poise_model *model, size_t *right)
{
    size_t zeros = 0;
    *right = 0;
    for (size_t i = 0; i < data->n_rows; i++) {
        int n, p;
        poise_model_predict(model, data->rows[i].x, (int)data->rows[i].warps, &n, &p);
        zeros += p == 0;
        *right += (p == 0) == (data->rows[i].target_p == 0);
    }
    return zeros;
}

/* The logarithm of 0 stops none of them. Those that look at the features tell most rows of target 0. */
static void every_method_learns_p_0(void **state)
{
    (void)state;
    dataset data = small_dataset_from_p_0(LAUNCHES, FEWER);
    assert_in_range(targets_of_0(&data), data.n_rows / 4, 3 * data.n_rows / 4);
    for (int method = 0; method < TRAIN_METHODS; method++) {
        train_outcome outcome = learn(&data, (train_method)method);
        size_t right, zeros = predictions_of_0(&data, &outcome.model, &right);
        const bool by_features = method != TRAIN_CONSTANT && method != TRAIN_DIAGONAL;
        assert_int_equal(outcome.model.least_p, 0);
        if (by_features && (zeros == 0 || 4 * right < 3 * data.n_rows))
            fail_msg("%s: %zu of 0, %zu of %zu right", train_method_name[method], zeros, right, data.n_rows);
        train_outcome_free(&outcome);
    }
    dataset_free(&data);
}

static void no_method_says_p_0_under_the_rule_of_the_thesis(void **state)
{
    (void)state;
    dataset data = small_dataset_from_p_0(LAUNCHES, FEWER);
    train_leave_out_p_0(&data);
    assert_int_equal(targets_of_0(&data), 0);
    for (int method = 0; method < TRAIN_METHODS; method++) {
        train_outcome outcome = learn(&data, (train_method)method);
        size_t right;
        assert_int_equal(outcome.model.least_p, 1);
        assert_int_equal(predictions_of_0(&data, &outcome.model, &right), 0);
        train_outcome_free(&outcome);
    }
    dataset_free(&data);
}

/* Where the rows that a model is learned from have no p = 0 it does not predict it, whatever others have. */
static void the_plane_is_that_of_the_rows_learned_from(void **state)
{
    (void)state;
    dataset data = small_dataset(4), other = small_dataset_from_p_0(4, 2);
    bool use[12] = {true, true, true, true};
    assert_int_equal(train_least_p(&data, NULL), 1);
    assert_int_equal(train_least_p(&other, NULL), 0);
    dataset_row row = data.rows[11]; /* of program c */
    data.rows[11] = other.rows[11];
    assert_int_equal(train_least_p(&data, NULL), 0);
    assert_int_equal(train_least_p(&data, use), 1);
    data.rows[11].split = PROFILE_EVALUATION;
    assert_int_equal(train_least_p(&data, NULL), 1);
    data.rows[11] = row;
    dataset_free(&data);
    dataset_free(&other);
}

/* One kernel of 4 warps: 1.6 at {4,0}, 1.4 at {3,1}, 1.01 at {2,1}. */
static dataset one_kernel(double second)
{
    dataset data = small_dataset(1);
    for (size_t i = 1; i < data.n_rows; i++)
        dataset_row_free(&data.rows[i]);
    data.n_rows = 1;
    dataset_row *row = data.rows;
    row->warps = 4;
    row->target_n = 4;
    row->target_p = 0;
    row->scaled_n = 24;
    row->scaled_p = 0;
    surface *surfaces[] = {&row->speedup, &row->score};
    for (size_t i = 0; i < 2; i++) {
        surface_free(surfaces[i]);
        assert_int_equal(surface_create(surfaces[i], 4, NULL), POISE_OK);
        surfaces[i]->value[profile_point(4, 4)] = 1.0;
        surfaces[i]->value[profile_point(4, 0)] = 1.6;
        if (second > 0)
            surfaces[i]->value[profile_point(3, 1)] = second;
    }
    return data;
}

static void targets_of_0_are_chosen_anew(void **state)
{
    (void)state;
    static const struct {
        double second;
        uint32_t n, p, excluded;
    } cases[] = {
        {1.4, 3, 1, 0},
        {1.01, 3, 1, DATASET_LOW_SPEEDUP}, /* gains too little without p = 0 */
        {0, 4, 1, 0},                      /* an imported table: nothing else is known */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        dataset data = one_kernel(cases[i].second);
        dataset_row *row = data.rows;
        train_leave_out_p_0(&data);
        assert_int_equal(row->target_n, cases[i].n);
        assert_int_equal(row->target_p, cases[i].p);
        assert_true(row->scaled_n == 6.0 * cases[i].n && row->scaled_p == 6.0 * cases[i].p);
        assert_int_equal(row->excluded, cases[i].excluded);
        assert_true(isnan(surface_at(&row->speedup, 4, 0)) && isnan(surface_at(&row->score, 4, 0)));
        assert_true(surface_at(&row->speedup, 4, 4) == 1.0);
        dataset_free(&data);
    }
    dataset data = one_kernel(1.01);
    data.rows->speedup.value[profile_point(4, 0)] = 1.0; /* trained on all the same: not filtered */
    train_leave_out_p_0(&data);
    assert_int_equal(data.rows->excluded, 0);
    dataset_free(&data);
}

/* Targets of p >= 1 stay; of data without p = 0 everything does. */
static void other_targets_stay(void **state)
{
    (void)state;
    dataset data = small_dataset(4), same = small_dataset(4);
    train_leave_out_p_0(&data);
    for (size_t i = 0; i < data.n_rows; i++) {
        const dataset_row *a = &data.rows[i], *b = &same.rows[i];
        assert_true(a->target_n == b->target_n && a->target_p == b->target_p && a->excluded == b->excluded);
        assert_true(a->scaled_n == b->scaled_n && a->scaled_p == b->scaled_p);
        assert_memory_equal(a->speedup.value, b->speedup.value, profile_points(a->warps) * sizeof(double));
    }
    dataset_free(&data);
    dataset_free(&same);
}

/* Half a warp lies in the middle between the logarithms of 0 and of 1, for any number of warps. */
static void the_logarithm_of_0_is_that_of_a_quarter_of_a_warp(void **state)
{
    (void)state;
    assert_true(train_log_target(5.0, 7) == log(5.0));
    for (uint32_t warps = 1; warps <= PROFILE_MAX_WARPS; warps++) {
        double one = 24.0 / warps;
        double middle = (train_log_target(0, warps) + train_log_target(one, warps)) / 2;
        assert_true(fabs(middle - log(one / 2)) < 1e-12);
    }
}

static void labels_of_svmlight_are_finite(void **state)
{
    (void)state;
    dataset data = small_dataset_from_p_0(4, 100); /* all are 0 */
    bool use[12] = {[2] = true, [5] = true};
    assert_int_equal(train_write_svmlight(test_path("rows"), &data, use, NULL, NULL), POISE_OK);
    FILE *file = fopen(test_path("rows.p"), "r");
    assert_non_null(file);
    double label[2];
    assert_int_equal(fscanf(file, "%lf%*[^\n] %lf", &label[0], &label[1]), 2);
    fclose(file);
    assert_true(label[0] == log(0.25) && label[1] == log(0.5)); /* of 24 and of 12 warps */
    dataset_free(&data);
}

/* A regression has nothing to learn then; the model is the constant. */
static void all_targets_may_be_0(void **state)
{
    (void)state;
    dataset data = small_dataset_from_p_0(4, 100);
    train_outcome outcome = learn(&data, TRAIN_NEGBIN);
    size_t right;
    assert_true(outcome.constant[1]);
    assert_int_equal(predictions_of_0(&data, &outcome.model, &right), data.n_rows);
    train_outcome_free(&outcome);
    dataset_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_learns_p_0),
        cmocka_unit_test(no_method_says_p_0_under_the_rule_of_the_thesis),
        cmocka_unit_test(the_plane_is_that_of_the_rows_learned_from),
        cmocka_unit_test(targets_of_0_are_chosen_anew),
        cmocka_unit_test(other_targets_stay),
        cmocka_unit_test(the_logarithm_of_0_is_that_of_a_quarter_of_a_warp),
        cmocka_unit_test(labels_of_svmlight_are_finite),
        cmocka_unit_test(all_targets_may_be_0),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
