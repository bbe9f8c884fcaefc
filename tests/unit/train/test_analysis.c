/* Do analyses change one part of the recipe at a time and judge all variants on the same kernels? */
#include "tests/unit/train/small_dataset.h"
#include "tests/unit/train/small_plan.h"
#include "train/analyse/analysis.h"
#include "train/analyse/learning_curve.h"
#include "train/analyse/terms.h"

#include <omp.h>

static const train_folding by_program = {.k = 0, .seed = 1};

static train_analysis_result analyse(const dataset *data, train_analysis which, const train_plan *plan)
{
    train_analysis_result result;
    poise_error err = {0};
    if (train_analyse(data, which, plan, &by_program, &result, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return result;
}

static train_summary validated(const dataset *data, const train_plan *plan)
{
    train_validation result;
    assert_int_equal(train_cross_validate(data, plan, &by_program, &result, NULL), POISE_OK);
    train_summary summary = train_summarise(result.predictions, result.n_predictions);
    train_validation_free(&result);
    return summary;
}

static void assert_same(const train_summary *a, const train_summary *b)
{
    assert_int_equal(a->kernels, b->kernels);
    assert_true(a->speedup == b->speedup && a->error_n == b->error_n && a->error_p == b->error_p);
}

/* The first line is the recipe itself; each other lacks what it says it lacks. */
static void each_feature_is_left_out_in_turn(void **state)
{
    (void)state;
    dataset data = small_dataset(12);
    train_plan plan = small_plan(TRAIN_NEGBIN, "0.01");
    train_analysis_result r = analyse(&data, TRAIN_ANALYSIS_FEATURES, &plan);
    assert_int_equal(r.n, FEATURES_COUNT); /* the constant stays */
    train_summary whole = validated(&data, &plan);
    assert_same(&r.variant[0].summary, &whole);
    assert_string_equal(r.variant[1].title, "without h_max");
    train_plan without = plan;
    without.spec.negbin.leave_out = 1U << MODEL_X_eta_max;
    train_summary one = validated(&data, &without);
    assert_same(&r.variant[1 + MODEL_X_eta_max].summary, &one);
    /* The targets follow all features exactly: without one the error of N grows. */
    assert_true(one.error_n > whole.error_n);
    train_analysis_free(&r);
    dataset_free(&data);
}

/* A feature that is 0 for all kernels is not missed. Linear regressions have it as 0. */
static void a_feature_without_effect_costs_nothing(void **state)
{
    (void)state;
    dataset data = small_dataset(12);
    for (size_t i = 0; i < data.n_rows; i++)
        data.rows[i].x[MODEL_X_h_one] = 0.0;
    train_plan plan = small_plan(TRAIN_LINEAR, "0.1");
    train_analysis_result r = analyse(&data, TRAIN_ANALYSIS_FEATURES, &plan);
    assert_same(&r.variant[1 + MODEL_X_h_one].summary, &r.variant[0].summary);
    assert_true(r.variant[1 + MODEL_X_eta_max].summary.error_n != r.variant[0].summary.error_n);
    train_analysis_free(&r);
    dataset_free(&data);
}

/* On hills whose tops are the targets, the best point and the best neighbourhood are the same; on one with a
 * lonely peak they are not. */
static void scoring_matters_where_peaks_are_lonely(void **state)
{
    (void)state;
    dataset data = small_dataset(12);
    train_plan plan = small_plan(TRAIN_NEGBIN, "0.01");
    train_analysis_result r = analyse(&data, TRAIN_ANALYSIS_SCORING, &plan);
    assert_int_equal(r.n, 2);
    assert_int_equal(r.variant[1].summary.kernels, r.variant[0].summary.kernels);
    double with_hills = r.variant[1].summary.warps_off_n;
    train_analysis_free(&r);
    for (size_t i = 0; i < data.n_rows; i++) {
        dataset_row *row = &data.rows[i];
        row->speedup.value[profile_point(i % 2 == 0 ? 2 : row->warps, 1)] = 9.0; /* no feature tells which */
    }
    r = analyse(&data, TRAIN_ANALYSIS_SCORING, &plan);
    assert_true(r.variant[1].summary.warps_off_n > r.variant[0].summary.warps_off_n);
    assert_true(r.variant[1].summary.warps_off_n != with_hills);
    assert_int_not_equal(data.rows[0].target_n, 2); /* that of the original stays */
    train_analysis_free(&r);
    dataset_free(&data);
}

static void filters_add_kernels_to_learn_from_but_not_to_judge(void **state)
{
    (void)state;
    dataset data = small_dataset(12);
    train_plan plan = small_plan(TRAIN_NEGBIN, "0.01");
    train_analysis_result r;
    poise_error err = {0};
    assert_int_equal(train_analyse(&data, TRAIN_ANALYSIS_FILTERS, &plan, &by_program, &r, &err),
                     POISE_FAILED);
    assert_contains(err.text, "no training kernel of this data set is left out by a filter");
    train_analysis_free(&r);
    data.rows[0].excluded = DATASET_LOW_SPEEDUP;
    data.rows[1].excluded = DATASET_SHORT;
    data.rows[2].excluded = DATASET_SHORT | DATASET_NO_L1_HITS;
    data.rows[3].excluded = DATASET_EVALUATED;
    r = analyse(&data, TRAIN_ANALYSIS_FILTERS, &plan);
    static const size_t learned[5] = {32, 33, 33, 32, 35}; /* never from what is evaluated */
    assert_int_equal(r.n, 5);
    for (size_t i = 0; i < r.n; i++) {
        assert_int_equal(r.variant[i].learned_from, learned[i]);
        assert_int_equal(r.variant[i].summary.kernels, 32);
        assert_int_equal(r.variant[i].kernels_without, 0);
    }
    assert_same(&r.variant[3].summary, &r.variant[0].summary); /* row 2 is short in any case */
    assert_int_equal(data.rows[0].excluded, DATASET_LOW_SPEEDUP);
    train_analysis_free(&r);
    dataset_free(&data);
}

/* ln N and ln p are sums of a form of the features: that form is found, by the choice, too. */
static void the_form_that_targets_follow_is_chosen(void **state)
{
    (void)state;
    dataset data = small_dataset(12);
    size_t form = 0;
    while (strcmp(train_terms_title(form), "h_one^2 in place of x5") != 0)
        form++;
    for (size_t i = 0; i < data.n_rows; i++) {
        dataset_row *row = &data.rows[i];
        double x[FEATURES_COUNT];
        row->x[MODEL_X_h_one] = (double)(i * 7 % 37) / 18 - 1; /* a parabola that no line stands in for */
        train_terms_apply(form, row->x, x);
        row->scaled_n = exp(2.8 - 2 * x[MODEL_X_eta_gain_squared]);
        row->scaled_p = exp(2.7 - 2 * x[MODEL_X_eta_gain_squared]);
        row->target_n = small_round(row->scaled_n * row->warps / DATASET_SCALED_WARPS, row->warps);
        row->target_p = small_round(row->scaled_p * row->warps / DATASET_SCALED_WARPS, row->target_n);
        surface_free(&row->speedup);
        small_surface(&row->speedup, row->warps, row->target_n, row->target_p);
    }
    train_plan plan = small_plan(TRAIN_NEGBIN, "0.01");
    train_analysis_result r = analyse(&data, TRAIN_ANALYSIS_TERMS, &plan);
    assert_int_equal(r.n, train_terms_count() + 2);
    const train_summary *found = &r.variant[form + 1].summary, *chosen = &r.variant[r.n - 1].summary;
    train_summary whole = validated(&data, &plan);
    assert_same(&r.variant[0].summary, &whole);
    assert_true(found->error_n < 0.1 && whole.error_n > 0.3);
    assert_same(chosen, found);
    train_analysis_free(&r);
    dataset_free(&data);
}

/* Kernels without samples are not judged; what is learned from and what is predicted with are told apart. */
static void samples_are_compared_on_the_same_kernels(void **state)
{
    (void)state;
    poise_error err = {0};
    dataset data = small_dataset(12);
    train_plan plan = small_plan(TRAIN_NEGBIN, "0.01");
    train_analysis_result r;
    assert_int_equal(train_analyse(&data, TRAIN_ANALYSIS_SAMPLES, &plan, &by_program, &r, &err),
                     POISE_FAILED);
    assert_contains(err.text, "no training kernel");
    train_analysis_free(&r);
    for (size_t i = 2; i < data.n_rows; i++) {
        data.rows[i].sampled_sms = 1;
        memcpy(data.rows[i].x_sampled, data.rows[i].x, sizeof data.rows[i].x);
    }
    r = analyse(&data, TRAIN_ANALYSIS_SAMPLES, &plan);
    assert_int_equal(r.n, 5);
    for (size_t i = 0; i < r.n; i++) {
        assert_int_equal(r.variant[i].summary.kernels, 34);
        assert_int_equal(r.variant[i].learned_from, i < 3 ? 34 : 36);
        assert_same(&r.variant[i].summary, &r.variant[i < 3 ? 0 : 3].summary); /* samples are the kernels' */
    }
    train_analysis_free(&r);
    for (size_t i = 2; i < data.n_rows; i++)
        data.rows[i].x_sampled[MODEL_X_constant] = 1.5;
    r = analyse(&data, TRAIN_ANALYSIS_SAMPLES, &plan);
    assert_true(r.variant[1].summary.error_n < r.variant[2].summary.error_n); /* learned what it is to see */
    assert_true(r.variant[0].summary.error_n < r.variant[2].summary.error_n);
    assert_true(r.variant[3].summary.error_n < r.variant[4].summary.error_n);
    train_analysis_free(&r);
    data.is_sampled = true;
    assert_int_equal(train_analyse(&data, TRAIN_ANALYSIS_SAMPLES, &plan, &by_program, &r, &err), POISE_USAGE);
    train_analysis_free(&r);
    dataset_free(&data);
}

/* Its end is the cross-validation; one draw of all is enough there. */
static void the_curve_ends_at_the_cross_validation(void **state)
{
    (void)state;
    dataset data = small_dataset(12);
    train_plan plan = small_plan(TRAIN_NEGBIN, "0.01");
    train_analysis_result r = analyse(&data, TRAIN_ANALYSIS_CURVE, &plan);
    assert_int_equal(r.n, 2);
    train_summary whole = validated(&data, &plan);
    assert_same(&r.variant[1].summary, &whole);
    assert_int_equal(r.variant[0].summary.kernels, TRAIN_CURVE_DRAWS * data.n_rows);
    assert_int_equal(r.variant[0].learned_from, 12);
    assert_int_equal(r.variant[1].learned_from, 24);
    train_analysis_free(&r);
    dataset_free(&data);
}

/* One program has too few rows for a regression without penalty. */
static void trainings_that_fail_are_counted(void **state)
{
    (void)state;
    dataset data = small_dataset(7);
    train_plan plan = small_plan(TRAIN_NEGBIN, "0");
    train_analysis_result r = analyse(&data, TRAIN_ANALYSIS_CURVE, &plan);
    assert_int_equal(r.variant[0].summary.kernels, 0);
    assert_int_equal(r.variant[0].kernels_without, TRAIN_CURVE_DRAWS * data.n_rows);
    assert_contains(r.variant[0].failure.text, "too few");
    assert_int_equal(r.variant[1].kernels_without, 0);
    train_analysis_free(&r);
    dataset_free(&data);
}

static void any_number_of_threads_gives_the_same_bits(void **state)
{
    (void)state;
    dataset data = small_dataset(12);
    data.rows[0].excluded = DATASET_SHORT;
    for (size_t i = 0; i < data.n_rows; i++) {
        data.rows[i].sampled_sms = 1;
        memcpy(data.rows[i].x_sampled, data.rows[i].x, sizeof data.rows[i].x);
    }
    train_plan plan = small_plan(TRAIN_NEGBIN, "0.01,1");
    for (int which = 0; which < TRAIN_ANALYSES; which++) {
        omp_set_num_threads(1);
        train_analysis_result one = analyse(&data, (train_analysis)which, &plan);
        omp_set_num_threads(5);
        train_analysis_result five = analyse(&data, (train_analysis)which, &plan);
        assert_int_equal(one.n, five.n);
        for (size_t i = 0; i < one.n; i++)
            assert_same(&one.variant[i].summary, &five.variant[i].summary);
        train_analysis_free(&one);
        train_analysis_free(&five);
    }
    dataset_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_feature_is_left_out_in_turn),
        cmocka_unit_test(a_feature_without_effect_costs_nothing),
        cmocka_unit_test(scoring_matters_where_peaks_are_lonely),
        cmocka_unit_test(filters_add_kernels_to_learn_from_but_not_to_judge),
        cmocka_unit_test(the_form_that_targets_follow_is_chosen),
        cmocka_unit_test(samples_are_compared_on_the_same_kernels),
        cmocka_unit_test(the_curve_ends_at_the_cross_validation),
        cmocka_unit_test(trainings_that_fail_are_counted),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
