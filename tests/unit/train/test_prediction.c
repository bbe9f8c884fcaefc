/* Errors and speedups of predictions by hand, and the tables that show them. */
#include "tests/unit/train/small_dataset.h"
#include "train/negbin/data.h"
#include "train/table/fit_table.h"
#include "train/validate/prediction_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* A kernel of 4 warps; {3,3} and {3,1} were not measured. */
static double values[14] = {
    NAN, 0.8,                /* (1,0) (1,1) */
    NAN, 1.1, 1.3,           /* (2,0) (2,1) (2,2) */
    0.5, NAN, 1.6, NAN,      /* (3,0) ... (3,3) */
    NAN, 0.9, 1.2, 1.4, 1.0, /* (4,0) ... (4,4) */
};

static dataset_row four_warps(void)
{
    static char program[] = "pro,gram";
    static char kernel[] = "ker\"nel";
    dataset_row row = {.program = program, .kernel = kernel, .launch_index = 7, .warps = 4, .weight = 1.0};
    row.x[MODEL_X_constant] = 1.0;
    row.target_n = 2;
    row.target_p = 2;
    row.speedup = (surface){.warps = 4, .value = values};
    return row;
}

/* Predicts {n, p} whatever the features are. */
static poise_model always(double n, double p, int max_warps)
{
    poise_model model = {
        .kind = MODEL_NEGBIN, .n_features = FEATURES_COUNT, .max_warps = max_warps, .least_p = 1};
    for (int i = 0; i < FEATURES_COUNT; i++)
        (void)snprintf(model.feature[i], sizeof model.feature[i], "%s", model_thesis_feature_name[i]);
    model.weight[0][MODEL_X_constant] = log(n);
    model.weight[1][MODEL_X_constant] = log(p);
    return model;
}

static void a_tuple_is_looked_up_where_it_was_measured(void **state)
{
    (void)state;
    dataset_row row = four_warps();
    train_point point;
    assert_true(train_lookup(&row.speedup, 4, 3, &point));
    assert_true(point.n == 4 && point.p == 3 && point.speedup == 1.4);
    assert_true(train_lookup(&row.speedup, 3, 1, &point)); /* (2,1), (3,2) and (4,1) are as near */
    assert_true(point.n == 2 && point.p == 1 && point.speedup == 1.1);
    assert_true(train_lookup(&row.speedup, 4, 0, &point)); /* nobody allocates there either */
    assert_true(point.n == 3 && point.p == 0 && point.speedup == 0.5);
    assert_true(train_static_best(&row.speedup, &point));
    assert_true(point.n == 3 && point.p == 2 && point.speedup == 1.6);
    assert_true(train_best_diagonal(&row.speedup, &point));
    assert_true(point.n == 2 && point.p == 2 && point.speedup == 1.3);

    double nothing[5] = {NAN, NAN, NAN, NAN, NAN};
    surface empty = {.warps = 2, .value = nothing};
    assert_false(train_lookup(&empty, 1, 1, &point));
    assert_false(train_static_best(&empty, &point));
    nothing[profile_point(2, 1)] = 2.0; /* (2,1) only: not on the diagonal */
    assert_true(train_static_best(&empty, &point));
    assert_false(train_best_diagonal(&empty, &point));
}

static void errors_are_relative_to_the_target(void **state)
{
    (void)state;
    dataset_row row = four_warps();
    poise_model model = always(24.0, 6.0, 24);
    train_prediction prediction;
    assert_int_equal(train_predict(&model, &row, &prediction, NULL), POISE_OK);
    assert_int_equal(prediction.n, 4); /* 24 x 4/24 */
    assert_int_equal(prediction.p, 1); /* 6 x 4/24 */
    assert_true(prediction.error_n == 1.0);
    assert_true(prediction.error_p == 0.5);
    assert_true(prediction.measured.speedup == 0.9);
}

/* A model that may predict p = 0, and a kernel for which it should. A target of 0 counts as one warp. */
static void p_0_is_judged_like_others(void **state)
{
    (void)state;
    dataset_row row = four_warps();
    row.target_n = 3;
    row.target_p = 0;
    poise_model model = always(3.0, 0.4, 4);
    train_prediction prediction;
    assert_int_equal(train_predict(&model, &row, &prediction, NULL), POISE_OK);
    assert_true(prediction.p == 1 && prediction.error_p == 1.0);
    assert_true(prediction.measured.p == 1 && prediction.measured.speedup == 1.1);
    model.least_p = 0;
    assert_int_equal(train_predict(&model, &row, &prediction, NULL), POISE_OK);
    assert_true(prediction.p == 0 && prediction.error_p == 0.0);
    assert_true(prediction.measured.p == 0 && prediction.measured.speedup == 0.5);
}

static void a_summary_is_made_of_means(void **state)
{
    (void)state;
    dataset_row row = four_warps();
    const poise_model models[2] = {always(4.0, 1.0, 4), always(3.0, 1.0, 4)};
    train_prediction predictions[2];
    assert_int_equal(train_predict(&models[0], &row, &predictions[0], NULL), POISE_OK); /* 0.9 */
    assert_int_equal(train_predict(&models[1], &row, &predictions[1], NULL), POISE_OK); /* 1.1, at (2,1) */
    train_summary summary = train_summarise(predictions, 2);
    assert_int_equal(summary.kernels, 2);
    assert_int_equal(summary.elsewhere, 1);
    assert_int_equal(summary.slower, 1);
    assert_true(fabs(summary.error_n - 0.75) < 1e-15); /* (2/2 + 1/2) / 2 */
    assert_true(fabs(summary.error_p - 0.5) < 1e-15);
    assert_true(fabs(summary.warps_off_n - 1.5) < 1e-15);
    assert_true(fabs(summary.speedup - 2.0 / (1.0 / 0.9 + 1.0 / 1.1)) < 1e-15);
    assert_true(fabs(summary.static_best - 1.6) < 1e-15);
    assert_true(fabs(summary.swl - 1.3) < 1e-15);
    assert_true(train_summarise(NULL, 0).speedup == 0.0);
    assert_int_equal(summary.programs, 1);
    assert_true(fabs(summary.program_speedup - summary.speedup) < 1e-15);
}

/* Two kernels of one program count as much as one of another. */
static void programs_count_the_same(void **state)
{
    (void)state;
    static char other[] = "other";
    dataset_row rows[2] = {four_warps(), four_warps()};
    rows[1].program = other;
    const poise_model models[3] = {always(4.0, 1.0, 4), always(3.0, 1.0, 4), always(2.0, 2.0, 4)};
    train_prediction predictions[3];
    for (int i = 0; i < 3; i++) /* 0.9 and 1.1 of one, 1.3 of the other */
        assert_int_equal(train_predict(&models[i], &rows[i == 2], &predictions[i], NULL), POISE_OK);
    train_summary summary = train_summarise(predictions, 3);
    assert_int_equal(summary.programs, 2);
    assert_true(fabs(summary.program_speedup - 2.0 / ((1.0 / 0.9 + 1.0 / 1.1) / 2.0 + 1.0 / 1.3)) < 1e-15);
}

static void a_surface_without_diagonal_is_refused(void **state)
{
    (void)state;
    double nothing[2] = {NAN, NAN};
    dataset_row row = four_warps();
    row.speedup = (surface){.warps = 1, .value = nothing};
    row.warps = 1;
    poise_model model = always(1.0, 1.0, 1);
    train_prediction prediction;
    poise_error err = {0};
    assert_int_equal(train_predict(&model, &row, &prediction, &err), POISE_FAILED);
    assert_non_null(strstr(err.text, "pro,gram, launch 7"));
}

static void a_model_of_other_features_is_refused(void **state)
{
    (void)state;
    dataset data = {0};
    poise_model model = always(1.0, 1.0, 24);
    poise_error err = {0};
    assert_int_equal(train_model_fits(&model, &data, &err), POISE_OK);
    model.l1_hit_includes_merges = 1;
    assert_int_equal(train_model_fits(&model, &data, &err), POISE_USAGE);
    data.merges_hit = true;
    assert_int_equal(train_model_fits(&model, &data, &err), POISE_OK);
    model.feature[2][0] = 'x';
    assert_int_equal(train_model_fits(&model, &data, &err), POISE_USAGE);
    assert_non_null(strstr(err.text, "feature 3"));
    model.n_features = 7;
    assert_int_equal(train_model_fits(&model, &data, &err), POISE_USAGE);
}

static void the_csv_quotes_texts_and_keeps_all_digits(void **state)
{
    (void)state;
    dataset_row row = four_warps();
    poise_model model = always(3.0, 1.0, 4);
    train_prediction prediction;
    assert_int_equal(train_predict(&model, &row, &prediction, NULL), POISE_OK);
    char text[1024] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    assert_non_null(out);
    train_write_predictions_csv(out, &prediction, 1);
    assert_int_equal(fclose(out), 0);
    const char *second = strchr(text, '\n');
    assert_non_null(second);
    assert_string_equal(second + 1, "\"pro,gram\",\"ker\"\"nel\",7,4,2,2,3,1,0.5,0.5,2,1,1.1000000000000001,"
                                    "3,2,1.6000000000000001,2,1.3,1.0986122886681098,0\n");
}

static void probabilities_of_z(void **state)
{
    (void)state;
    assert_true(fabs(train_two_sided_p(0.0) - 1.0) < 1e-15);
    assert_true(fabs(train_two_sided_p(1.959963984540054) - 0.05) < 1e-12);
    assert_true(fabs(train_two_sided_p(-1.959963984540054) - 0.05) < 1e-12);
    assert_true(train_two_sided_p(40.0) >= 0.0);
}

static void the_fit_table_shows_what_it_is_given(void **state)
{
    (void)state;
    const char *const names[2] = {"slope", "constant"};
    double coefficient[2] = {0.5, -3.0};
    double error[2] = {0.25, 0.1};
    train_negbin_result fit = {.rows = 10,
                               .cols = 2,
                               .coefficient = coefficient,
                               .standard_error = error,
                               .dispersion = 0.25,
                               .dispersion_error = 0.01,
                               .dispersion_estimated = true,
                               .log_likelihood = -12.0,
                               .deviance = 9.5,
                               .null_deviance = 20.25,
                               .null_log_likelihood = -16.0,
                               .aic = 30.0,
                               .observations = 10,
                               .iterations = 4};
    char text[2048] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    assert_non_null(out);
    assert_int_equal(train_print_fit(out, names, &fit, NULL), POISE_OK);
    assert_int_equal(fclose(out), 0);
    assert_non_null(strstr(text, "slope        0.50       0.25       2   0.0455 *  \n"));
    assert_non_null(strstr(text, "constant    -3.00       0.10     -30   <2e-16 ***\n"));
    assert_non_null(strstr(text, "(Dispersion parameter for Negative Binomial(4) family taken to be 1)\n"));
    assert_non_null(strstr(text, "    Null deviance: 20.25  on 9  degrees of freedom\n"));
    assert_non_null(strstr(text, "Residual deviance:  9.50  on 8  degrees of freedom\n"));
    assert_non_null(strstr(text, "AIC: 30\n"));
    assert_non_null(strstr(text, "Theta:  4.000 \n          Std. Err.:  0.160 \n"));
    assert_non_null(strstr(text, " 2 x log-likelihood:  -24.000 \n"));
    assert_non_null(strstr(text, "McFadden's pseudo R2: 0.2500\n"));
}

static void the_dispersion_option(void **state)
{
    (void)state;
    train_negbin_options options = train_negbin_thesis;
    assert_int_equal(train_parse_dispersion("ml", &options, NULL), POISE_OK);
    assert_true(options.estimate_dispersion);
    assert_int_equal(train_parse_dispersion("fixed:0.25", &options, NULL), POISE_OK);
    assert_false(options.estimate_dispersion);
    assert_true(options.dispersion == 0.25);
    static const char *const wrong[] = {"",          "fixed",       "fixed:",   "fixed:-1",
                                        "fixed:nan", "fixed:1e999", "fixed:1x", "fixed: 1",
                                        "ML",        "estimated"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(train_parse_dispersion(wrong[i], &options, NULL), POISE_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tuple_is_looked_up_where_it_was_measured),
        cmocka_unit_test(errors_are_relative_to_the_target),
        cmocka_unit_test(p_0_is_judged_like_others),
        cmocka_unit_test(a_summary_is_made_of_means),
        cmocka_unit_test(programs_count_the_same),
        cmocka_unit_test(a_surface_without_diagonal_is_refused),
        cmocka_unit_test(a_model_of_other_features_is_refused),
        cmocka_unit_test(the_csv_quotes_texts_and_keeps_all_digits),
        cmocka_unit_test(probabilities_of_z),
        cmocka_unit_test(the_fit_table_shows_what_it_is_given),
        cmocka_unit_test(the_dispersion_option),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
