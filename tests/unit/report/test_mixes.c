/* The page of mixes: which figures there are, whose lines they have, what the tables say of a course. */
#include "report/mixes/courses.h"
#include "tests/unit/evaluate/sample_mixes.h"
#include "tests/unit/report/written.h"

#include <stdlib.h>
#include <string.h>

static evaluate_results results;
static mixes_report report;

static int set_up(void **state)
{
    (void)state;
    make_sample_mixes();
    results = (evaluate_results){.policies = sample_mix_policies,
                                 .mixes = sample_mixes,
                                 .n_mixes = 2,
                                 .alone = sample_mix_alone,
                                 .of_mixes = sample_of_mixes};
    report = (mixes_report){&results, "mixes.h5"};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free_sample_mixes();
    return 0;
}

static char *text_of(void (*write)(FILE *out))
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    write(out);
    fclose(out);
    return text;
}

static void watch_two(void)
{
    sample_mix_watch(&sample_of_mixes.cells[1].shared.course);
    sample_mix_watch(&sample_of_mixes.cells[3].shared.course);
}

static void each_series_of_a_cell_is_a_figure(void **state)
{
    (void)state;
    mixes_course figure;
    assert_int_equal(mixes_courses(&report), 0);
    assert_false(mixes_course_at(&report, 0, &figure));
    const size_t others = mixes_drawings(&report);
    watch_two();
    assert_int_equal(mixes_courses(&report), 4);
    assert_int_equal(mixes_drawings(&report), others + 4);
    assert_true(mixes_course_at(&report, 1, &figure));
    assert_true(figure.cell == 1 && strcmp(figure.name, "row_hits") == 0 && strcmp(figure.unit, "1") == 0);
    assert_true(mixes_course_at(&report, 2, &figure));
    assert_true(figure.cell == 3 && strcmp(figure.name, "ipc") == 0);
    assert_false(mixes_course_at(&report, 4, &figure));
    char name[64];
    mixes_drawing_name(&report, mixes_metric_drawings(&report), name, sizeof name);
    assert_string_equal(name, "slowdown-001-two");
    mixes_drawing_name(&report, others + 1, name, sizeof name);
    assert_string_equal(name, "time-0002-row_hits");
}

static void draw_first(FILE *out)
{
    mixes_course figure;
    markup m = {.out = out};
    assert_true(mixes_course_at(&report, 0, &figure));
    mixes_course_draw(&m, &report, &figure, true);
}

static void a_source_is_a_line(void **state)
{
    (void)state;
    watch_two();
    char *text = text_of(draw_first);
    assert_int_equal(count_of(text, "<title>app0 first</title>"), 1);
    assert_int_equal(count_of(text, "<title>app1 second</title>"), 1);
    assert_int_equal(count_of(text, "class=\"steps"), 4); /* and the legend */
    assert_contains(text, "ipc over time: two, order");
    free(text);
}

/* All of one program, of one core, are no lines of their own. */
static void all_of_one_is_not_drawn(void **state)
{
    (void)state;
    evaluate_course *course = &sample_of_mixes.cells[2].shared.course; /* a program and two cores */
    static const char *const sources[] = {"app0", "cpu1", "gpu", "cpus", "strange"};
    for (size_t i = 0; i < 5; i++) {
        assert_null(evaluate_course_add_series(course, sources[i], "ipc", "ipc", "1"));
        assert_null(course_series_add(&course->series[i], 100, 1));
    }
    char *text = text_of(draw_first);
    assert_int_equal(count_of(text, "</title>"), 4 + 1); /* that of the figure */
    assert_int_equal(count_of(text, "all programs"), 0);
    assert_contains(text, "<title>cpu1 xz</title>");
    assert_contains(text, "<title>all CPU cores</title>");
    assert_contains(text, "<title>strange</title>");
    free(text);
}

static void names_of_sources(void **state)
{
    (void)state;
    char words[64];
    static const struct {
        const char *source, *words;
    } all[] = {{"app0", "app0 beside"}, {"app1", "app1"}, {"cpu1", "cpu1 xz"}, {"cpu2", "cpu2"},
               {"cpu", "cpu"},          {"app", "app"},   {"app0x", "app0x"},  {"gpu", "all programs"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        mixes_source_words(&sample_mixes[1], all[i].source, words, sizeof words);
        assert_string_equal(words, all[i].words);
    }
}

static void write_markdown(FILE *out)
{
    mixes_courses_markdown(&report, out);
}

static void write_csv(FILE *out)
{
    mixes_courses_csv(&results.of_mixes, out);
}

/* A value counts for the time since the point before: 1 and 2 over 1000 cycles each. */
static void tables_say_means_over_time(void **state)
{
    (void)state;
    char *nothing = text_of(write_markdown);
    assert_string_equal(nothing, "");
    free(nothing);
    watch_two();
    sample_of_mixes.cells[1].shared.course.series[1].points[1].cycle = 5000; /* 2 for 1000, 3 for 4000 */
    char *text = text_of(write_markdown), *csv = text_of(write_csv);
    assert_contains(text, "| two | order | app0 first | ipc | instruction/cycle | 1.5 | 1 | 2 |");
    assert_contains(text, "| two | order | app1 second | ipc | instruction/cycle | 2.8 | 2 | 3 |");
    assert_int_equal(count_of(csv, "\n"), 1 + 2 * 5);
    assert_contains(csv, "two,order,app1,ipc,instruction/cycle,5000,3\n");
    free(text);
    free(csv);
}

#define MIXES(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        MIXES(each_series_of_a_cell_is_a_figure), MIXES(a_source_is_a_line),
        MIXES(all_of_one_is_not_drawn),           MIXES(names_of_sources),
        MIXES(tables_say_means_over_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
