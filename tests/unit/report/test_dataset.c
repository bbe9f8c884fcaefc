/* What a report says of a data set: who is left out and why, where targets stand, what is not looked at. */
#include "report/dataset/output.h"
#include "report/table/table.h"
#include "tests/unit/report/written.h"
#include "tests/unit/train/small_dataset.h"

enum { LAUNCHES = 4 };

static dataset_report report_of(const dataset *data, bool final)
{
    dataset_report report;
    assert_int_equal(dataset_report_make(&report, data, "d.h5", final, NULL), POISE_OK);
    return report;
}

static void kernels_say_why_they_are_left_out(void **state)
{
    (void)state;
    dataset data = small_dataset(LAUNCHES);
    data.rows[1].excluded = DATASET_ALL_EXCLUSIONS;
    data.rows[2].excluded = DATASET_SHORT;
    dataset_report report = report_of(&data, false);
    assert_int_equal(report.part[0].n, 3 * LAUNCHES);
    assert_int_equal(report.part[0].n_used, 3 * LAUNCHES - 2);
    assert_string_equal(report.lines[0].use, "training");
    assert_string_equal(report.lines[2].use, "left out: fewer than 10000 cycles at (max, max)");
    assert_contains(report.lines[1].use, "no L1 hit at (1, 1); the same launch is in the evaluation split");
    dataset_report_free(&report);
    dataset_free(&data);
}

static void the_evaluation_split_waits_for_final(void **state)
{
    (void)state;
    dataset data = small_dataset(LAUNCHES);
    for (size_t i = 0; i < LAUNCHES; i++)
        data.rows[i].split = PROFILE_EVALUATION;
    dataset_report report = report_of(&data, false);
    assert_int_equal(report.n_parts, 1);
    assert_int_equal(report.n, 2 * LAUNCHES);
    dataset_report_free(&report);
    report = report_of(&data, true);
    assert_int_equal(report.n_parts, 2);
    assert_int_equal(report.part[1].n, LAUNCHES);
    dataset_report_free(&report);
    for (size_t i = 0; i < data.n_rows; i++)
        data.rows[i].split = PROFILE_EVALUATION;
    poise_error err = {0};
    assert_int_equal(dataset_report_make(&report, &data, "d.h5", false, &err), POISE_FAILED);
    assert_contains(err.text, "--final");
    dataset_report_free(&report);
    dataset_free(&data);
}

/* Bars are whole kernels: those learned from below, those left out on top of them. */
static void bars_count_targets(void **state)
{
    (void)state;
    dataset data = small_dataset(LAUNCHES);
    for (size_t i = 0; i < data.n_rows; i++)
        data.rows[i].scaled_n = i < 5 ? 8 : 24;
    data.rows[0].excluded = DATASET_SHORT;
    dataset_report report = report_of(&data, false);
    written w;
    written_begin(&w);
    figure_targets(&w.m, &report, &report.part[0], 0);
    written_end(&w);
    assert_contains(w.text, "<title>8: 4 kernels not left out</title>");
    assert_contains(w.text, "<title>8: 1 kernel left out</title>");
    assert_contains(w.text, "<title>24: 7 kernels not left out</title>");
    assert_int_equal(count_of(w.text, "<rect"), 3);
    free(w.text);
    dataset_report_free(&report);
    dataset_free(&data);
}

static void every_kernel_has_a_mark_for_every_feature(void **state)
{
    (void)state;
    dataset data = small_dataset(LAUNCHES);
    dataset_report report = report_of(&data, false);
    dataset_drawing drawings[DATASET_DRAWINGS];
    const size_t n = dataset_drawings(&report, drawings);
    assert_int_equal(n, 3 + FEATURES_COUNT - 1);
    for (size_t i = 2; i < n; i++) {
        written w;
        written_begin(&w);
        drawings[i].draw(&w.m, &report, drawings[i].part, drawings[i].which);
        written_end(&w);
        assert_int_equal(count_of(w.text, "data-mark="), 3 * LAUNCHES);
        assert_int_equal(count_of(w.text, "class=\"mean-tick\""), 3);
        assert_int_equal(count_of(w.text, "nan"), 0);
        free(w.text);
    }
    dataset_report_free(&report);
    dataset_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_say_why_they_are_left_out),
        cmocka_unit_test(the_evaluation_split_waits_for_final),
        cmocka_unit_test(bars_count_targets),
        cmocka_unit_test(every_kernel_has_a_mark_for_every_feature),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
