/* Figures that policies tell about themselves: which are kept, and which policies are refused. */
#include "evaluate/figures.h"
#include "tests/test.h"

#include <math.h>
#include <string.h>

static void what_is_added_is_kept(void **state)
{
    (void)state;
    evaluate_figures figures = {0};
    char name[] = "hits", unit[] = "line";
    assert_null(evaluate_figures_add(&figures, name, unit, -2.5));
    assert_null(evaluate_figures_add(&figures, "share", "", 0));
    name[0] = unit[0] = 'X'; /* they are copies */
    assert_int_equal(figures.n, 2);
    assert_string_equal(figures.all[0].name, "hits");
    assert_string_equal(figures.all[0].unit, "line");
    assert_true(figures.all[0].value == -2.5);
    evaluate_figures_free(&figures);
}

static void bad_names_and_units_are_refused(void **state)
{
    (void)state;
    evaluate_figures figures = {0};
    char name[65];
    memset(name, 'a', 64);
    name[64] = '\0';
    assert_non_null(strstr(evaluate_figures_add(&figures, NULL, "1", 0), "a name that"));
    assert_non_null(strstr(evaluate_figures_add(&figures, "", "1", 0), "a name that"));
    assert_non_null(strstr(evaluate_figures_add(&figures, "\x1b[2J", "1", 0), "a name that"));
    assert_non_null(strstr(evaluate_figures_add(&figures, "a b", "1", 0), "a name that"));
    assert_non_null(strstr(evaluate_figures_add(&figures, name, "1", 0), "a name that"));
    assert_non_null(strstr(evaluate_figures_add(&figures, "a", NULL, 0), "a unit"));
    assert_non_null(strstr(evaluate_figures_add(&figures, "a", "two\nlines", 0), "a unit"));
    assert_non_null(strstr(evaluate_figures_add(&figures, "a", name, 0), "a unit"));
    assert_non_null(strstr(evaluate_figures_add(&figures, "a", "\xb5s", 0), "a unit"));
    assert_non_null(strstr(evaluate_figures_add(&figures, "a", "1", NAN), "not finite"));
    assert_int_equal(figures.n, 0);
    name[63] = '\0'; /* the longest */
    assert_null(evaluate_figures_add(&figures, name, name, 0));
    assert_string_equal(evaluate_figures_add(&figures, name, "1", 0), "a name twice");
    evaluate_figures_free(&figures);
}

static void there_is_a_most(void **state)
{
    (void)state;
    evaluate_figures figures = {0};
    char name[2] = "a";
    for (int i = 0; i < POLICY_FIGURES; i++, name[0]++)
        assert_null(evaluate_figures_add(&figures, name, "1", i));
    assert_string_equal(evaluate_figures_add(&figures, name, "1", 0), "too many of them");
    evaluate_figures_free(&figures);
}

/* ---- of a simulator ---- */

static policy_figure told[POLICY_FIGURES];
static size_t n_told;

static size_t tell(const void *state, policy_figure *figures, size_t room)
{
    (void)state;
    memcpy(figures, told, room * sizeof told[0]);
    return n_told;
}

static unsigned pick(void *state, const sched_view *view)
{
    (void)state;
    (void)view;
    return SCHED_NOBODY;
}

/* What is taken of a policy that tells `told`. */
static int take(evaluate_figures *figures, poise_error *err)
{
    static sched_policy policy = {.info = {.name = "teller"}, .pick = pick, .figures = tell};
    sim_config config;
    simulator *sim;
    sim_config_default(&config);
    *figures = (evaluate_figures){0};
    assert_int_equal(sim_create(&sim, &config, &(sim_policies){0}, NULL), POISE_OK);
    assert_int_equal(sim_use_sched(sim, &policy, NULL, NULL), POISE_OK);
    int code = evaluate_figures_take(figures, sim, err);
    sim_destroy(sim);
    return code;
}

static void what_is_undefined_is_left_out(void **state)
{
    (void)state;
    evaluate_figures figures;
    told[0] = (policy_figure){"mean", "ratio", NAN};
    told[1] = (policy_figure){"count", "1", 3};
    n_told = 2;
    assert_int_equal(take(&figures, NULL), POISE_OK);
    assert_int_equal(figures.n, 1);
    assert_string_equal(figures.all[0].name, "count");
    evaluate_figures_free(&figures);
}

static void hostile_policies_are_refused(void **state)
{
    (void)state;
    evaluate_figures figures;
    poise_error err = {0};
    told[0] = (policy_figure){NULL, NULL, 1};
    n_told = 1;
    assert_int_equal(take(&figures, &err), POISE_FAILED);
    assert_non_null(strstr(err.text, "a name that"));
    evaluate_figures_free(&figures);
    n_told = SIZE_MAX;
    assert_int_equal(take(&figures, &err), POISE_FAILED);
    assert_non_null(strstr(err.text, "too many"));
    evaluate_figures_free(&figures);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_added_is_kept),
        cmocka_unit_test(bad_names_and_units_are_refused),
        cmocka_unit_test(there_is_a_most),
        cmocka_unit_test(what_is_undefined_is_left_out),
        cmocka_unit_test(hostile_policies_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
