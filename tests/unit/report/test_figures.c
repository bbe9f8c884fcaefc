/* Where marks stand in the figures of a launch, and what they look like. */
#include "report/page/style.h"
#include "report/profile/figures.h"
#include "report/profile/warp_axis.h"
#include "tests/unit/report/sample_surface.h"
#include "tests/unit/report/written.h"

#include <math.h>

/* The figure of the only launch, malloc'ed. */
static char *draw(const profile *data, void (*figure)(markup *m, const profile_launch *launch))
{
    profile_report report;
    written w;
    assert_int_equal(profile_report_make(&report, data, "p.h5", NULL), POISE_OK);
    written_begin(&w);
    figure(&w.m, &report.launches[0]);
    written_end(&w);
    profile_report_free(&report);
    return w.text;
}

static void assert_circles(const char *figure, const char *class_name, size_t n, const char *circle)
{
    char start[64];
    snprintf(start, sizeof start, "<g class=\"%s\">", class_name);
    char *group = text_between(figure, start, "</g>");
    assert_int_equal(count_of(group, "<circle "), n);
    if (circle != NULL)
        assert_contains(group, circle);
    free(group);
}

static void bubbles_stand_at_their_tuples(void **state)
{
    (void)state;
    profile data = sample_surface(4);
    for (uint32_t n = 1; n <= 4; n++) {
        for (uint32_t p = 1; p <= n; p++)
            set_speedup(&data, n, p, 1);
    }
    set_speedup(&data, 3, 2, 2);   /* the largest magnitude fills its cell */
    set_speedup(&data, 4, 1, 0.5); /* half as fast is as large */
    set_speedup(&data, 2, 1, sqrt(2));
    char *figure = draw(&data, figure_plane);
    assert_circles(figure, "faster", 2, "cx=\"3\" cy=\"2\" r=\"0.48\"><title>{3,2} 2.000×, 500,000 cycles");
    assert_circles(figure, "faster", 2, "cx=\"2\" cy=\"1\" r=\"0.24\"");
    assert_circles(figure, "slower", 1, "cx=\"4\" cy=\"1\" r=\"0.48\"");
    assert_circles(figure, "even", 7, "cx=\"4\" cy=\"4\" r=\"0.03\"");
    free(figure);
    profile_free(&data);
}

static void differences_of_a_percent_stay_small(void **state)
{
    (void)state;
    profile data = sample_surface(3);
    set_speedup(&data, 2, 1, 1.01);
    char *figure = draw(&data, figure_plane);
    assert_circles(figure, "faster", 1, "r=\"0.05\"");
    free(figure);
    profile_free(&data);
}

static void magnitude_is_that_of_the_ratio(void **state)
{
    (void)state;
    assert_true(figure_magnitude(1) == 0);
    assert_true(fabs(figure_magnitude(2) - figure_magnitude(0.5)) < 1e-12);
    assert_true(fabs(figure_magnitude(1.01) - 0.01) < 1e-4);
}

/* A coarse grid closes up: the value 8 is the fourth. */
static void unmeasured_tuples_have_no_bubble(void **state)
{
    (void)state;
    profile data = sample_surface(8);
    const uint32_t values[] = {1, 2, 4, 8};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k <= i; k++)
            set_speedup(&data, values[i], values[k], 1.5);
    }
    set_speedup(&data, 8, 8, 1);
    char *figure = draw(&data, figure_plane);
    assert_circles(figure, "faster", 9, "cx=\"4\" cy=\"3\" r=\"0.48\"><title>{8,4}");
    assert_circles(figure, "even", 1, "cx=\"4\" cy=\"4\"");
    free(figure);
    profile_free(&data);
}

static void best_and_target_are_framed(void **state)
{
    (void)state;
    profile data = sample_surface(4);
    const uint32_t values[] = {1, 2,
                               4}; /* all pairs: otherwise only points among measured ones have a score */
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k <= i; k++)
            set_speedup(&data, values[i], values[k], 1);
    }
    set_speedup(&data, 4, 2, 1.45);
    char *figure = draw(&data, figure_plane);
    /* {4,2} is the third value of N (1, 2, 4), the second of p; its square from 2.5 and 1.5 on */
    assert_contains(figure, "class=\"chosen best\" d=\"M3 1.35l");
    assert_int_equal(count_of(figure, "class=\"chosen best\""), 2); /* and the legend */
    assert_int_equal(count_of(figure, "class=\"chosen target\""), 2);
    assert_contains(figure, "best {4,2} 1.450×");
    free(figure);
    profile_free(&data);
}

static void a_single_warp_is_a_single_bubble(void **state)
{
    (void)state;
    profile data = sample_surface(1);
    char *figure = draw(&data, figure_plane);
    assert_circles(figure, "even", 1, "cx=\"1\" cy=\"1\"");
    assert_circles(figure, "faster", 0, NULL);
    free(figure);
    figure = draw(&data, figure_curves);
    assert_int_equal(count_of(figure, "<title>{1,1}"), 2);
    assert_int_equal(count_of(figure, "nan"), 0);
    free(figure);
    profile_free(&data);
}

static void curves_have_a_mark_at_every_measured_n(void **state)
{
    (void)state;
    profile data = sample_surface(4);
    set_speedup(&data, 2, 2, 1.5);
    set_speedup(&data, 4, 1, 2);
    char *figure = draw(&data, figure_curves);
    assert_int_equal(count_of(figure, "<title>"), 3 + 2); /* p = N at 1, 2, 4; p = 1 at 1, 4 */
    /* from S = 1 at the bottom (350) to 2 at the top (52): 1.5 is in the middle, the second N of three */
    assert_contains(figure, "<circle cx=\"254\" cy=\"201\" r=\"3\"><title>{2,2} 1.500×");
    assert_contains(figure, "<rect x=\"379\" y=\"49\" width=\"6\" height=\"6\"><title>{4,1} 2.000×");
    free(figure);
    profile_free(&data);
}

static void assert_labels(uint32_t warps, double cell, const char *expected)
{
    warp_axis axis = {.n = (int)warps};
    axis_tick ticks[PROFILE_MAX_WARPS];
    char labels[512] = "";
    for (uint32_t i = 0; i < warps; i++)
        axis.value[i] = i + 1;
    const int n = warp_axis_ticks(&axis, 0, cell, 18, ticks);
    for (int i = 0; i < n; i++) {
        const size_t length = strlen(labels);
        snprintf(labels + length, sizeof labels - length, "%s%s", i > 0 ? " " : "", ticks[i].label.text);
        assert_true(i == 0 || fabs(ticks[i].at - ticks[i - 1].at) >= 18);
    }
    assert_string_equal(labels, expected);
}

static void labels_do_not_touch(void **state)
{
    (void)state;
    assert_labels(1, 40, "1");
    assert_labels(2, 10, "1");
    assert_labels(5, 20, "1 2 3 4 5");
    assert_labels(8, -13, "1 4 6 8");
    assert_labels(23, 13, "1 4 6 8 10 12 14 16 18 20 23");
    assert_labels(64, 5, "1 8 12 16 20 24 28 32 36 40 44 48 52 56 60 64");
}

static void a_figure_alone_needs_nothing_else(void **state)
{
    (void)state;
    profile data = sample_surface(3);
    free(data.kernels[0].kernel);
    data.kernels[0].kernel = strdup("<k>&");
    char *figure = draw(&data, figure_launch);
    assert_contains(figure, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    assert_contains(figure, "run / &lt;k&gt;&amp;, launch 0");
    assert_contains(figure, ".faster circle{fill:#");
    assert_int_equal(count_of(figure, "var("), 0);
    free(figure);
    profile_free(&data);
}

static void a_page_knows_light_and_dark(void **state)
{
    (void)state;
    written w;
    written_begin(&w);
    markup_begin(&w.m, "style");
    style_page(&w.m);
    markup_end(&w.m);
    written_end(&w);
    assert_int_equal(count_of(w.text, "--mark-faster:#"), 2);
    assert_contains(w.text, "prefers-color-scheme:dark");
    assert_int_equal(count_of(w.text, "&"), 0); /* it is not escaped */
    free(w.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bubbles_stand_at_their_tuples),
        cmocka_unit_test(differences_of_a_percent_stay_small),
        cmocka_unit_test(magnitude_is_that_of_the_ratio),
        cmocka_unit_test(unmeasured_tuples_have_no_bubble),
        cmocka_unit_test(best_and_target_are_framed),
        cmocka_unit_test(a_single_warp_is_a_single_bubble),
        cmocka_unit_test(curves_have_a_mark_at_every_measured_n),
        cmocka_unit_test(labels_do_not_touch),
        cmocka_unit_test(a_figure_alone_needs_nothing_else),
        cmocka_unit_test(a_page_knows_light_and_dark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
