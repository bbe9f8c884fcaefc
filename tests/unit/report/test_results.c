/* The report of results: charts, visits, data for the script. */
#include "report/results/charts.h"
#include "report/results/data.h"
#include "report/results/output.h"
#include "report/results/told.h"
#include "tests/unit/evaluate/sample_results.h"

#include <jansson.h>

static evaluate_results results;
static results_report report;

static int set_up(void **state)
{
    (void)state;
    if (make_sample() != POISE_OK)
        return -1;
    results = (evaluate_results){.config = sample_config,
                                 .policies = sample_policies,
                                 .programs = sample_programs,
                                 .n_programs = 2,
                                 .surface_hash = (char *)"",
                                 .creator = (char *)"poise",
                                 .commit = (char *)"abc",
                                 .config_text = (char *)"sms = 1",
                                 .comparison = sample};
    return results_report_make(&report, &results, "results.h5", NULL, NULL);
}

static int tear_down(void **state)
{
    (void)state;
    results_report_free(&report);
    free_sample();
    return 0;
}

static size_t count(const char *text, const char *part)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
        n++;
    return n;
}

static void every_part_of_a_chart_is_a_metric(void **state)
{
    (void)state;
    size_t n;
    const results_chart *chart = results_chart_table(&n);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < chart[i].n_parts; k++)
            assert_string_equal(results_metric(&chart[i].parts[k])->name, chart[i].parts[k].metric);
    }
}

/* A bar for each policy and program, and for their mean; what was not measured has no chart. */
static void charts_have_a_bar_for_each_number(void **state)
{
    (void)state;
    size_t n;
    const results_chart *chart = results_chart_table(&n);
    assert_true(results_chart_is_shown(&report, &chart[0]));
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    markup m = {.out = out};
    results_chart_draw(&m, &report, &chart[0], true);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(count(text, "<title>first, "), 3);
    assert_int_equal(count(text, "<title>second, "), 3);
    assert_int_equal(count(text, "<title>harmonic mean, "), 3);
    assert_non_null(strstr(text, "second, swl: 0.800")); /* 4000 / 5000 */
    free(text);
    for (size_t i = 0; i < n; i++) {
        if (strcmp(chart[i].name, "stalls") == 0)
            assert_false(results_chart_is_shown(&report, &chart[i]));
    }
}

/* Only the policy that changes tuples at runtime. */
static void visits_are_those_of_dynamic_policies(void **state)
{
    (void)state;
    assert_int_equal(report.n_visits, 1);
    assert_int_equal(report.visits[0].program, 0);
    assert_int_equal(report.visits[0].policy, 2);
    char name[160];
    results_drawing_name(&report, results_drawings(&report) - 2, name, sizeof name);
    assert_string_equal(name, "tuples-001-first-steered:file.model-plane");
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    results_drawing_svg(&report, results_drawings(&report) - 2, out);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(count(text, "class=\"visited\""), 2);      /* {8,8} and {2,1} */
    assert_non_null(strstr(text, "{2,0}: 43.3 % of the time")); /* 2600 of 2 * 3000 */
    free(text);
}

static char *drawn(size_t drawing)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    results_drawing_svg(&report, drawing, out);
    assert_int_equal(fclose(out), 0);
    return text;
}

/* Shares of a whole over time and in all, and what is alone as a line; of the launch that was watched. */
static void courses_have_figures(void **state)
{
    (void)state;
    const size_t before = results_drawings(&report);
    results_report_free(&report);
    sample_watch(&sample.cells[2].result.courses[1]);
    assert_int_equal(results_report_make(&report, &results, "results.h5", NULL, NULL), POISE_OK);
    assert_int_equal(report.n_watched, 1);
    assert_int_equal(results_drawings(&report), before + 3);
    char name[160];
    results_drawing_name(&report, before, name, sizeof name);
    assert_string_equal(name, "course-001-first-steered:file.model-l2-types-shares");
    results_drawing_name(&report, before + 2, name, sizeof name);
    assert_string_equal(name, "course-003-first-steered:file.model-machine-wait-time");
    char *text = drawn(before);
    assert_int_equal(count(text, "class=\"piece c0"), 1 + 2); /* the legend, and two epochs */
    assert_int_equal(count(text, "class=\"piece c1"), 1 + 2);
    assert_non_null(strstr(text, "<title>miss: 2 of 5 warp, cycles 1000 to 2000</title>"));
    free(text);
    text = drawn(before + 1);
    assert_non_null(strstr(text, "<title>hit: 66.667 %</title>")); /* 6 of 9 */
    assert_non_null(strstr(text, "% (warp x epochs)"));
    free(text);
    text = drawn(before + 2);
    assert_int_equal(count(text, "class=\"step-n\""), 1);
    assert_non_null(strstr(text, ">cycle</text>"));
    free(text);
}

/* Names of programs are hostile; the object stays one. */
static void data_is_json_that_ends_no_element(void **state)
{
    (void)state;
    char *name = sample_programs[0].name;
    sample_programs[0].name = (char *)"</script><b>\"\\\xff";
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    results_data(&report, out);
    assert_int_equal(fclose(out), 0);
    sample_programs[0].name = name;
    assert_null(strpbrk(text, "<>&"));
    json_t *object = json_loads(text, 0, NULL);
    assert_non_null(object);
    const char *read = json_string_value(json_array_get(json_object_get(object, "programs"), 0));
    assert_string_equal(read, "</script><b>\"\\\xef\xbf\xbd");
    const json_t *speedup = json_object_get(json_object_get(object, "metrics"), "speedup");
    assert_int_equal(json_array_size(json_object_get(speedup, "values")), 6);
    assert_int_equal(json_array_size(json_object_get(speedup, "means")), 3);
    json_decref(object);
    free(text);
}

static char *told_text(void)
{
    char *text = NULL;
    size_t size = 0;
    markup m = {.out = open_memstream(&text, &size)};
    assert_non_null(m.out);
    results_told(&m, &report);
    assert_int_equal(fclose(m.out), 0);
    return text;
}

/* A row for each figure of three launches; of policies that tell nothing there is no table. */
static void figures_of_policies_have_rows(void **state)
{
    (void)state;
    char *text = told_text();
    assert_int_equal(count(text, "<tr>"), 1 + 3 * 2);
    assert_int_equal(count(text, ">mean-length</"), 3);
    assert_int_equal(count(text, ">0.1</"), 3);
    assert_int_equal(count(text, ">window</"), 3);
    free(text);
    static const size_t telling[][2] = {{0, 1}, {2, 1}, {5, 0}};
    for (size_t i = 0; i < 3; i++)
        sample.cells[telling[i][0]].result.statistics[telling[i][1]].n = 0;
    text = told_text();
    assert_string_equal(text, "");
    free(text);
}

static void profile_of_another_machine_is_refused(void **state)
{
    (void)state;
    const profile source = {.config_hash = SAMPLE_HASH};
    const profile_report behind = {.source = &source, .name = "other.h5"};
    results_report refused;
    poise_error err = {0};
    assert_int_equal(results_report_make(&refused, &results, "results.h5", &behind, &err), POISE_USAGE);
    assert_non_null(strstr(err.text, "other.h5 was measured on another machine"));
    results_report_free(&refused);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_part_of_a_chart_is_a_metric, set_up, tear_down),
        cmocka_unit_test_setup_teardown(charts_have_a_bar_for_each_number, set_up, tear_down),
        cmocka_unit_test_setup_teardown(visits_are_those_of_dynamic_policies, set_up, tear_down),
        cmocka_unit_test_setup_teardown(courses_have_figures, set_up, tear_down),
        cmocka_unit_test_setup_teardown(data_is_json_that_ends_no_element, set_up, tear_down),
        cmocka_unit_test_setup_teardown(figures_of_policies_have_rows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(profile_of_another_machine_is_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
