/* Figures that policies tell about themselves: which are kept. tests/cli/policies/external_asks.sh has
 * policies that tell others. */
#include "evaluate/statistics.h"
#include "tests/test.h"

#include <math.h>
#include <string.h>

static void what_is_added_is_kept(void **state)
{
    (void)state;
    evaluate_statistics figures = {0};
    char name[] = "hits", unit[] = "line";
    assert_null(evaluate_statistics_add(&figures, name, unit, -2.5));
    assert_null(evaluate_statistics_add(&figures, "share", "", 0));
    name[0] = unit[0] = 'X'; /* they are copies */
    assert_int_equal(figures.n, 2);
    assert_string_equal(figures.all[0].name, "hits");
    assert_string_equal(figures.all[0].unit, "line");
    assert_true(figures.all[0].value == -2.5);
    evaluate_statistics_free(&figures);
}

static void bad_names_and_units_are_refused(void **state)
{
    (void)state;
    evaluate_statistics figures = {0};
    char name[65];
    memset(name, 'a', 64);
    name[64] = '\0';
    assert_non_null(strstr(evaluate_statistics_add(&figures, NULL, "1", 0), "a name that"));
    assert_non_null(strstr(evaluate_statistics_add(&figures, "", "1", 0), "a name that"));
    assert_non_null(strstr(evaluate_statistics_add(&figures, "\x1b[2J", "1", 0), "a name that"));
    assert_non_null(strstr(evaluate_statistics_add(&figures, "a b", "1", 0), "a name that"));
    assert_non_null(strstr(evaluate_statistics_add(&figures, name, "1", 0), "a name that"));
    assert_non_null(strstr(evaluate_statistics_add(&figures, "a", NULL, 0), "a unit"));
    assert_non_null(strstr(evaluate_statistics_add(&figures, "a", "two\nlines", 0), "a unit"));
    assert_non_null(strstr(evaluate_statistics_add(&figures, "a", name, 0), "a unit"));
    assert_non_null(strstr(evaluate_statistics_add(&figures, "a", "\xb5s", 0), "a unit"));
    assert_non_null(strstr(evaluate_statistics_add(&figures, "a", "1", NAN), "not finite"));
    assert_int_equal(figures.n, 0);
    name[63] = '\0'; /* the longest */
    assert_null(evaluate_statistics_add(&figures, name, name, 0));
    assert_string_equal(evaluate_statistics_add(&figures, name, "1", 0), "a name twice");
    evaluate_statistics_free(&figures);
}

static void there_is_a_most(void **state)
{
    (void)state;
    evaluate_statistics figures = {0};
    char name[16];
    for (int i = 0; i <= EVALUATE_MOST_STATISTICS; i++) {
        snprintf(name, sizeof name, "a%d", i);
        if (i < EVALUATE_MOST_STATISTICS)
            assert_null(evaluate_statistics_add(&figures, name, "1", i));
    }
    assert_string_equal(evaluate_statistics_add(&figures, name, "1", 0), "too many of them");
    evaluate_statistics_free(&figures);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_added_is_kept),
        cmocka_unit_test(bad_names_and_units_are_refused),
        cmocka_unit_test(there_is_a_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
