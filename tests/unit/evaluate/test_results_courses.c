/* results.h5 keeps the courses of launches, where somebody has watched. */
#include "evaluate/results/results.h"
#include "tests/folder.h"
#include "tests/seal.h"
#include "tests/unit/evaluate/same_course.h"
#include "tests/unit/evaluate/sample_results.h"

#include <string.h>

static const char *file(void)
{
    return test_path("results.h5");
}

static int set_up(void **state)
{
    if (make_test_folder(state) != 0 || make_sample() != POISE_OK)
        return -1;
    sample_watch(&sample.cells[2].result.courses[1]);
    sample_watch(&sample.cells[5].result.courses[0]);
    return 0;
}

static int tear_down(void **state)
{
    free_sample();
    return remove_test_folder(state);
}

static void courses_are_kept(void **state)
{
    (void)state;
    evaluate_results read;
    assert_int_equal(evaluate_results_write(file(), &sample, NULL), POISE_OK);
    assert_int_equal(evaluate_results_read(file(), &read, NULL), POISE_OK);
    assert_int_equal(read.comparison.cells[2].result.courses[1].n, 3);
    for (size_t i = 0; i < 6; i++) {
        const evaluate_result *one = &read.comparison.cells[i].result, *other = &sample.cells[i].result;
        for (size_t k = 0; k < one->n; k++)
            assert_same_course(&one->courses[k], &other->courses[k]);
    }
    evaluate_results_free(&read);
}

/* What was written before there were any is read, and written as it was. */
static void files_of_nobody_have_none(void **state)
{
    (void)state;
    evaluate_results read;
    evaluate_course_free(&sample.cells[2].result.courses[1]);
    evaluate_course_free(&sample.cells[5].result.courses[0]);
    assert_int_equal(evaluate_results_write(file(), &sample, NULL), POISE_OK);
    hid_t opened = begin_edit(file());
    assert_int_equal(H5Lexists(opened, "series_points", H5P_DEFAULT), 0);
    assert_int_equal(H5Aexists(opened, "series"), 0);
    end_edit(opened, file());
    assert_int_equal(evaluate_results_read(file(), &read, NULL), POISE_OK);
    assert_int_equal(read.comparison.cells[2].result.courses[1].n, 0);
    evaluate_results_free(&read);
}

static void refused(const char *words)
{
    evaluate_results read;
    poise_error err = {0};
    assert_int_equal(evaluate_results_write(file(), &sample, NULL), POISE_OK);
    assert_int_equal(evaluate_results_read(file(), &read, &err), POISE_DAMAGED);
    assert_contains(err.text, words);
}

static void wrong_series_are_damage(void **state)
{
    (void)state;
    course_series *series = sample.cells[2].result.courses[1].series;
    strcpy(series[1].name, "hit");
    refused("a name twice");
    strcpy(series[1].name, "mi ss");
    refused("letters, digits");
    strcpy(series[1].name, "miss");
    series[0].points[0].cycle = 3000;
    refused("not in order");
}

/* Of the sample: launches 1, 1, 1, 2, 2, 2, policies 2, and 2, 2, 1, 2, 2, 1 points. */
static void series_of_no_launch_are_damage(void **state)
{
    (void)state;
    static const struct {
        const char *column;
        uint64_t rows[6];
        const char *words;
    } edits[] = {{"/series_points", {2, 2, 1, 2, 2, 2}, "more points than the file"},
                 {"/series_points", {2, 2, 1, 2, 2, 0}, "not in order, or of no launch"},
                 {"/series_points", {5, 0, 0, 2, 2, 1}, "points that are not in order"},
                 {"/series_launch", {1, 1, 1, 2, 2, 7}, "of no launch"},
                 {"/series_launch", {2, 2, 2, 1, 1, 1}, "of no launch"},
                 {"/series_policy", {2, 1, 2, 2, 2, 2}, "of no launch"}};
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        evaluate_results read;
        poise_error err = {0};
        assert_int_equal(evaluate_results_write(file(), &sample, NULL), POISE_OK);
        hid_t opened = begin_edit(file()), set = H5Dopen2(opened, edits[i].column, H5P_DEFAULT);
        assert_true(H5Dwrite(set, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, edits[i].rows) >= 0);
        H5Dclose(set);
        end_edit(opened, file());
        assert_int_equal(evaluate_results_read(file(), &read, &err), POISE_DAMAGED);
        assert_contains(err.text, edits[i].words);
    }
}

#define WATCHED(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WATCHED(courses_are_kept),
        WATCHED(files_of_nobody_have_none),
        WATCHED(wrong_series_are_damage),
        WATCHED(series_of_no_launch_are_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
