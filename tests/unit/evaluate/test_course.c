/* What is kept of the course of a launch. */
#include "evaluate/course.h"
#include "tests/test.h"

#include <math.h>
#include <string.h>

static void series_begin_when_they_are_first_told(void **state)
{
    (void)state;
    evaluate_course course = {0};
    course_watch watch = {.course = &course};
    const policy_sample first[] = {{"types", "hit", "warp", 3}, {"types", "miss", "warp", 1}};
    const policy_sample second[] = {{"types", "miss", "warp", 4}, {"wait", "wait", "cycle", 2.5}};
    course_watch_note(&watch, "l2", 100, first, 2);
    course_watch_note(&watch, "l2", 200, second, 2);
    course_watch_note(&watch, "machine", 200, second + 1, 1);
    assert_int_equal(course_watch_error(&watch, NULL), POISE_OK);
    assert_int_equal(course.n, 4);
    assert_string_equal(course.series[1].name, "miss");
    assert_string_equal(course.series[1].unit, "warp");
    assert_int_equal(course.series[1].n, 2);
    assert_int_equal(course.series[1].points[1].cycle, 200);
    assert_true(course_series_sum(&course.series[1]) == 5);
    assert_int_equal(course.series[0].n, 1);
    assert_true(course_is_one_group(&course.series[0], &course.series[1]));
    assert_false(course_is_one_group(&course.series[1], &course.series[2]));
    assert_false(course_is_one_group(&course.series[2], &course.series[3]));
    evaluate_course_free(&course);
}

static void the_first_points_are_kept(void **state)
{
    (void)state;
    evaluate_course course = {0};
    assert_null(evaluate_course_add_series(&course, "l2", "a", "b", "1"));
    for (uint32_t i = 0; i < COURSE_MOST_POINTS + 10; i++)
        assert_null(course_series_add(course.series, i, i));
    assert_int_equal(course.series[0].n, COURSE_MOST_POINTS);
    assert_true(course.series[0].points[COURSE_MOST_POINTS - 1].value == COURSE_MOST_POINTS - 1);
    evaluate_course_free(&course);
}

static void what_cannot_be_kept_is_named(void **state)
{
    (void)state;
    evaluate_course course = {0};
    poise_error err;
    assert_null(evaluate_course_add_series(&course, "l2", "a", "b", "1"));
    assert_string_equal(evaluate_course_add_series(&course, "l2", "a", "b", "2"), "a name twice");
    assert_non_null(evaluate_course_add_series(&course, "l 2", "a", "c", "1"));
    assert_non_null(evaluate_course_add_series(&course, "l2", "", "c", "1"));
    assert_non_null(evaluate_course_add_series(&course, "l2", "a", "c", "\x7f"));
    assert_non_null(course_series_add(course.series, 1, INFINITY));
    assert_null(course_series_add(course.series, 2, 1));
    course_watch watch = {.course = &course};
    course_watch_note(&watch, "l2", 1, &(policy_sample){"a", "b", "1", 1}, 1);
    assert_int_equal(course_watch_error(&watch, &err), POISE_FAILED);
    assert_contains(err.text, "not in order");
    evaluate_course_free(&course);
}

static void there_is_an_end_to_series(void **state)
{
    (void)state;
    evaluate_course course = {0};
    char name[16];
    for (int i = 0; i < COURSE_MOST_SERIES; i++) {
        snprintf(name, sizeof name, "s%d", i);
        assert_null(evaluate_course_add_series(&course, "l2", "a", name, "1"));
    }
    assert_string_equal(evaluate_course_add_series(&course, "l2", "a", "more", "1"), "too many of them");
    evaluate_course_free(&course);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(series_begin_when_they_are_first_told),
        cmocka_unit_test(the_first_points_are_kept),
        cmocka_unit_test(what_cannot_be_kept_is_named),
        cmocka_unit_test(there_is_an_end_to_series),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
