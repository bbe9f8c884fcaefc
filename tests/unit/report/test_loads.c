/* What a report says of a data set of loads: margins and what they mean, rules in the order of what they
 * lose. */
#include "report/loads/output.h"
#include "report/table/table.h"
#include "tests/unit/features/sample_loads.h"
#include "tests/unit/report/written.h"

#include <math.h>

static loads_report report_of(const load_dataset *data)
{
    loads_report report;
    poise_error err;
    if (loads_report_make(&report, data, "l.h5", false, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return report;
}

static void loads_say_what_they_are_worth(void **state)
{
    (void)state;
    load_dataset data = sample_loads();
    loads_report report = report_of(&data);
    assert_int_equal(report.n, 3);
    const loads_line *line = report.lines;
    assert_true(line[0].n == 1 && line[0].p == 1 && line[0].margin == log(30000. / 20101));
    assert_string_equal(line[0].best, "allocates");
    assert_string_equal(line[0].text, "sum += a[i] * x[column[i]];");
    assert_true(line[1].n == 3 && line[1].p == 3 && line[1].trains);
    assert_string_equal(line[1].best, "goes around");
    assert_true(line[2].n == 0 && isnan(line[2].margin) && !line[2].trains);
    assert_string_equal(line[2].best, "–");
    loads_report_free(&report);
    load_dataset_free(&data);
}

/* h_max, h_one and others tell the two loads apart; the constant is no rule, neither in windows nor of whole
 * launches, and extras that are not known are none. */
static void rules_stand_by_what_they_lose(void **state)
{
    (void)state;
    load_dataset data = sample_loads();
    loads_report report = report_of(&data);
    assert_int_equal(report.n_rules, LOAD_VALUES - 2);
    for (size_t i = 0; i < report.n_rules; i++) {
        const loads_rule_line *rule = &report.rules[i];
        assert_string_not_equal(rule->name, "constant");
        assert_int_equal(rule->number, i + 1);
        assert_true(i == 0 || rule->left_out >= rule[-1].left_out);
        if (strcmp(rule->name, "h_max") == 0)
            assert_string_equal(rule->allocates, "≥ 0.25");
        if (strcmp(rule->name, "h_one") == 0)
            assert_string_equal(rule->allocates, "≤ 0");
        if (strcmp(rule->name, "whole_m_one") == 0)
            assert_string_equal(rule->allocates, "all");
    }
    loads_report_free(&report);
    data.loads[2].extra[LOAD_EXTRA_within_1_max] = NAN;
    report = report_of(&data);
    assert_int_equal(report.n_rules, LOAD_VALUES - 3);
    loads_report_free(&report);
    load_dataset_free(&data);
}

static void measured_loads_have_marks(void **state)
{
    (void)state;
    load_dataset data = sample_loads();
    loads_report report = report_of(&data);
    written w;
    written_begin(&w);
    figure_margins(&w.m, &report, 0);
    written_end(&w);
    assert_int_equal(count_of(w.text, "margin +0.400 at {1,1}"), 1);
    assert_int_equal(count_of(w.text, "margin -0.526 at {3,3}"), 1);
    assert_int_equal(count_of(w.text, "margin "), 2);
    free(w.text);
    loads_report_free(&report);
    load_dataset_free(&data);
}

/* They have no speedups to take means of. */
static void tables_end_with_their_rows(void **state)
{
    (void)state;
    load_dataset data = sample_loads();
    loads_report report = report_of(&data);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(loads_report_markdown(&report, out, NULL), POISE_OK);
    fclose(out);
    assert_contains(
        text, "2 loads of 1 programs to train on. Lost of 0.93: 0.53 if all allocate, 0.40 if none does.");
    assert_int_equal(count_of(text, "\n"), 2 + 2 + report.n_rules + 1 + 2 + report.n);
    assert_null(strstr(text, "harmonic mean"));
    free(text);
    loads_report_free(&report);
    load_dataset_free(&data);
}

static void no_loads_are_no_report(void **state)
{
    (void)state;
    const load_dataset data = {0};
    loads_report report;
    poise_error err = {0};
    assert_int_equal(loads_report_make(&report, &data, "l.h5", false, &err), POISE_FAILED);
    assert_contains(err.text, "--final");
    loads_report_free(&report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_say_what_they_are_worth), cmocka_unit_test(rules_stand_by_what_they_lose),
        cmocka_unit_test(measured_loads_have_marks),     cmocka_unit_test(tables_end_with_their_rows),
        cmocka_unit_test(no_loads_are_no_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
