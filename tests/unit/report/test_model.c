/* What a report says of a model: who predicted the kernels, what that is worth, where marks stand. */
#include "report/model/coefficients.h"
#include "report/model/output.h"
#include "report/model/words.h"
#include "report/plot/plot.h"
#include "report/table/table.h"
#include "tests/unit/report/written.h"
#include "tests/unit/train/small_dataset.h"
#include "train/sample.h"

enum { LAUNCHES = 8 };

static train_outcome learn(const dataset *data, train_method method, double ridge)
{
    train_spec spec = {.method = method, .negbin = train_negbin_thesis};
    train_outcome outcome;
    poise_error err = {0};
    spec.hyper[TRAIN_RIDGE_HYPER] = ridge;
    for (int h = TRAIN_RIDGE_HYPER + 1; h < TRAIN_HYPERS; h++)
        spec.hyper[h] = 0.5;
    assert_int_equal(train_settle_loss(&spec, NULL), POISE_OK);
    if (train_fit(data, NULL, &spec, "m", &outcome, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return outcome;
}

static model_report report_of(const poise_model *model, const dataset *data, const dataset *unseen)
{
    model_report report;
    poise_error err = {0};
    if (model_report_make(&report, model, "m.model", data, unseen, "d.h5", &(model_report_options){0}, &err))
        fail_msg("%s", err.text);
    return report;
}

/* One figure alone, malloc'ed. */
static char *draw(const model_report *report, model_draw *figure, int output)
{
    written w;
    written_begin(&w);
    figure(&w.m, report, &report->part[0], output);
    written_end(&w);
    return w.text;
}

static void programs_are_left_out_where_that_is_possible(void **state)
{
    (void)state;
    dataset data = small_dataset(LAUNCHES);
    train_outcome learned = learn(&data, TRAIN_NEGBIN, 0.5);
    model_report report = report_of(&learned.model, &data, NULL);
    assert_true(report.relearned);
    assert_int_equal(report.basis, MODEL_LEFT_OUT);
    assert_int_equal(report.n, 3 * LAUNCHES);
    assert_int_equal(report.n_series, 3);
    /* it is not the model itself that predicts */
    size_t others = 0;
    for (size_t i = 0; i < report.n; i++)
        others += report.rows[i].fitted[0] != exp(poise_model_link(&learned.model, 0, data.rows[i].x));
    assert_int_equal(others, report.n);
    model_report_free(&report);
    train_outcome_free(&learned);
    dataset_free(&data);
}

static void other_data_are_predicted_by_the_model(void **state)
{
    (void)state;
    dataset data = small_dataset(LAUNCHES);
    train_outcome learned = learn(&data, TRAIN_NEGBIN, 0.5);
    data.hash[0] = 'e';
    model_report report = report_of(&learned.model, &data, NULL);
    assert_int_equal(report.basis, MODEL_OTHER_DATA);
    assert_string_equal(report.why_not, "it was learned from another data set");
    assert_false(report.influence[0]);
    assert_true(isnan(model_coefficient_of(&report, 0, 0).error));
    for (size_t i = 0; i < report.n; i++)
        assert_true(report.rows[i].fitted[1] == exp(poise_model_link(&learned.model, 1, data.rows[i].x)));
    model_report_free(&report);
    poise_error err = {0};
    const model_report_options always = {.cross_validation = MODEL_CV_ALWAYS};
    assert_int_equal(model_report_make(&report, &learned.model, "m", &data, NULL, "d", &always, &err),
                     POISE_USAGE);
    assert_contains(err.text, "it was learned from another data set");
    model_report_free(&report);
    train_outcome_free(&learned);
    dataset_free(&data);
}

/* With two programs there is one left to choose a penalty by, which is too few: the model itself predicts. */
static void too_few_programs_to_choose_by_are_said(void **state)
{
    (void)state;
    dataset data = small_dataset(LAUNCHES);
    for (size_t i = 2 * LAUNCHES; i < data.n_rows; i++)
        data.rows[i].excluded = DATASET_SHORT;
    train_outcome learned = learn(&data, TRAIN_NEGBIN, 0.5);
    model_report report;
    model_report_options how = {.choose = true};
    char words[MODEL_WORDS];
    assert_int_equal(model_report_make(&report, &learned.model, "m", &data, NULL, "d", &how, NULL), POISE_OK);
    assert_int_equal(report.basis, MODEL_FITTED);
    assert_int_equal(report.n, 2 * LAUNCHES);
    model_basis_words(&report, &report.part[0], words);
    assert_contains(words, "No cross-validation: leaving one program out needs two");
    model_report_free(&report);
    how.cross_validation = MODEL_CV_ALWAYS;
    assert_int_equal(model_report_make(&report, &learned.model, "m", &data, NULL, "d", &how, NULL),
                     POISE_FAILED);
    model_report_free(&report);
    train_outcome_free(&learned);
    dataset_free(&data);
}

/* A model that claims a recipe which gives another one is not believed. */
static void a_false_recipe_is_found_out(void **state)
{
    (void)state;
    dataset data = small_dataset(LAUNCHES);
    train_outcome learned = learn(&data, TRAIN_NEGBIN, 0.5);
    learned.model.weight[0][1] += 0.01;
    model_report report = report_of(&learned.model, &data, NULL);
    assert_false(report.relearned);
    assert_int_equal(report.basis, MODEL_FITTED);
    assert_contains(report.why_not, "gives another model");
    model_report_free(&report);
    train_outcome_free(&learned);
    dataset_free(&data);
}

static void rows_of_the_evaluation_split_are_apart(void **state)
{
    (void)state;
    dataset data = small_dataset(LAUNCHES), unseen = small_dataset(LAUNCHES);
    for (size_t i = LAUNCHES; i < unseen.n_rows; i++)
        unseen.rows[i].split = PROFILE_EVALUATION;
    train_outcome learned = learn(&data, TRAIN_NEGBIN, 0.5);
    model_report report = report_of(&learned.model, &data, &unseen);
    assert_int_equal(report.n_parts, 2);
    assert_int_equal(report.part[0].n, 3 * LAUNCHES);
    assert_int_equal(report.part[1].n, 2 * LAUNCHES);
    assert_int_equal(report.part[1].summary.kernels, 2 * LAUNCHES);
    assert_false(report.part[1].shown[0]);
    assert_true(report.part[1].shown[1]);
    assert_string_equal(report.part[1].rows[0].split, "evaluation");
    model_report_free(&report);
    train_outcome_free(&learned);
    dataset_free(&data);
    dataset_free(&unseen);
}

/* Marks of a figure are its kernels, at their numbers; what is off the axes stands on the edge. */
static void marks_stand_at_their_numbers(void **state)
{
    (void)state;
    dataset data = small_dataset(LAUNCHES);
    train_outcome learned = learn(&data, TRAIN_CONSTANT, 0);
    model_report report = report_of(&learned.model, &data, NULL);
    report.rows[0].observed[0] = 24;
    report.rows[0].fitted[0] = 1e9;
    report.rows[1].observed[0] = 4;
    report.rows[1].fitted[0] = 4;
    char *figure = draw(&report, figure_predicted, 0);
    assert_int_equal(count_of(figure, "data-mark="), 3 * LAUNCHES);
    scale x = plot_scale_x(&plot_frame, 0.8, 30), y = plot_scale_y(&plot_frame, 0.8, 30);
    char mark[128];
    snprintf(mark, sizeof mark, "d=\"M%s %sm", number_short(scale_at(&x, 24)).text,
             number_short(plot_frame.top).text);
    assert_contains(figure, mark);
    snprintf(mark, sizeof mark, "d=\"M%s %sm", number_short(scale_at(&x, 4)).text,
             number_short(scale_at(&y, 4)).text);
    assert_contains(figure, mark);
    free(figure);
    model_report_free(&report);
    train_outcome_free(&learned);
    dataset_free(&data);
}

/* The interval is that of the weight times the feature's standard deviation. */
static void weights_are_of_standardised_features(void **state)
{
    (void)state;
    dataset data = small_dataset(LAUNCHES);
    train_outcome learned = learn(&data, TRAIN_NEGBIN, 0.5);
    model_report report = report_of(&learned.model, &data, NULL);
    double mean = 0, squares = 0;
    for (size_t i = 0; i < data.n_rows; i++)
        mean += data.rows[i].x[MODEL_X_h_one] / (double)data.n_rows;
    for (size_t i = 0; i < data.n_rows; i++)
        squares += (data.rows[i].x[MODEL_X_h_one] - mean) * (data.rows[i].x[MODEL_X_h_one] - mean);
    const double deviation = sqrt(squares / (double)data.n_rows);
    const model_coefficient c = model_coefficient_of(&report, 1, MODEL_X_h_one);
    assert_true(fabs(c.value - deviation * learned.model.weight[1][MODEL_X_h_one]) < 1e-9);
    assert_true(fabs(c.error - deviation * learned.fit[1].standard_error[MODEL_X_h_one]) < 1e-6);
    char *figure = draw(&report, figure_coefficients, 1);
    assert_int_equal(count_of(figure, "class=\"dot\""), FEATURES_COUNT - 1);
    assert_int_equal(count_of(figure, "class=\"whisker\""), FEATURES_COUNT - 1);
    free(figure);
    model_report_free(&report);
    train_outcome_free(&learned);
    dataset_free(&data);
}

/* Influences are kept with the rows that they belong to, in whatever order folds bring them. */
static void influences_belong_to_their_rows(void **state)
{
    (void)state;
    dataset data = small_dataset(LAUNCHES);
    data.rows[2].excluded = DATASET_SHORT;
    train_outcome learned = learn(&data, TRAIN_NEGBIN, 0.5);
    model_report report = report_of(&learned.model, &data, NULL);
    train_sample sample;
    train_influence expected[3 * LAUNCHES];
    assert_int_equal(train_sample_select(&data, NULL, &sample, NULL), POISE_OK);
    const train_negbin_data rows = {.x = {.rows = sample.rows, .cols = FEATURES_COUNT, .x = sample.x},
                                    .y = sample.y[0],
                                    .weight = sample.weight};
    train_negbin_influence(&rows, &learned.fit[0], expected);
    for (size_t i = 0; i < report.n; i++) {
        size_t at = 0;
        while (sample.y[0][at] != report.rows[i].observed[0])
            at++;
        assert_true(fabs(report.rows[i].influence[0].leverage - expected[at].leverage) < 1e-6);
    }
    train_sample_free(&sample);
    model_report_free(&report);
    train_outcome_free(&learned);
    dataset_free(&data);
}

/* Every form of every method: well-formed, nothing that is not known is shown as a number. */
static void every_method_has_a_page(void **state)
{
    (void)state;
    dataset data = small_dataset(LAUNCHES);
    for (int method = 0; method < TRAIN_METHODS; method++) {
        train_outcome learned = learn(&data, (train_method)method, 0.5);
        model_report report = report_of(&learned.model, &data, NULL);
        const report_table table = model_table(&report, NULL);
        model_drawing drawings[MODEL_DRAWINGS];
        written w;
        written_begin(&w);
        model_report_html(&report, w.m.out);
        model_report_svg(&report, drawings, model_drawings(&report, drawings), w.m.out);
        assert_int_equal(model_report_markdown(&report, w.m.out, NULL), POISE_OK);
        report_table_csv(&table, w.m.out);
        written_end(&w);
        assert_int_equal(count_of(w.text, "nan"), 0);
        assert_int_equal(count_of(w.text, "inf "), 0);
        assert_contains(w.text, "Programs left out of training");
        free(w.text);
        model_report_free(&report);
        train_outcome_free(&learned);
    }
    dataset_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_are_left_out_where_that_is_possible),
        cmocka_unit_test(other_data_are_predicted_by_the_model),
        cmocka_unit_test(too_few_programs_to_choose_by_are_said),
        cmocka_unit_test(a_false_recipe_is_found_out),
        cmocka_unit_test(rows_of_the_evaluation_split_are_apart),
        cmocka_unit_test(marks_stand_at_their_numbers),
        cmocka_unit_test(weights_are_of_standardised_features),
        cmocka_unit_test(influences_belong_to_their_rows),
        cmocka_unit_test(every_method_has_a_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
