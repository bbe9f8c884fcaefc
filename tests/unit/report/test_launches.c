/* What a report says of a launch: best, target, diagonal, means; and which launches it is about. */
#include "report/profile/columns.h"
#include "report/profile/launches.h"
#include "report/profile/output.h"
#include "report/table/table.h"
#include "tests/unit/report/sample_surface.h"
#include "tests/unit/report/written.h"

#include <math.h>

static profile_report report_of(const profile *data)
{
    profile_report report;
    assert_int_equal(profile_report_make(&report, data, "p.h5", NULL), POISE_OK);
    return report;
}

static void assert_tuple(const report_tuple *tuple, uint32_t n, uint32_t p, double speedup)
{
    assert_int_equal(tuple->n, n);
    assert_int_equal(tuple->p, p);
    assert_true(fabs(tuple->speedup - speedup) < 1e-5);
}

static void tuples_are_the_best_of_their_kind(void **state)
{
    (void)state;
    profile data = sample_surface(4);
    set_speedup(&data, 2, 1, 1.35);
    set_speedup(&data, 2, 2, 1.07);
    set_speedup(&data, 4, 2, 1.45);
    set_speedup(&data, 4, 1, 0.8);
    profile_report report = report_of(&data);
    const profile_launch *launch = &report.launches[0];
    assert_tuple(&launch->best, 4, 2, 1.45);
    assert_tuple(&launch->diagonal, 2, 2, 1.07);
    assert_tuple(&launch->one, 2, 1, 1.35);
    assert_int_equal(launch->measured, 6);
    assert_int_equal(launch->cycles, 1000000);
    assert_true(launch->hit_rate == (10000 - 100 * 4 - 4) / 40000.);
    assert_true(launch->lines == 40000. / (10000 + 4)); /* at {W,W} */
    profile_report_free(&report);
    profile_free(&data);
}

/* As the policy static_best does. */
static void equally_fast_tuples_go_to_more_warps(void **state)
{
    (void)state;
    profile data = sample_surface(3);
    set_speedup(&data, 2, 1, 1.2);
    set_speedup(&data, 3, 1, 1.2);
    set_speedup(&data, 3, 2, 1.2);
    profile_report report = report_of(&data);
    assert_tuple(&report.launches[0].best, 3, 2, 1.2);
    assert_tuple(&report.launches[0].one, 3, 1, 1.2);
    assert_tuple(&report.launches[0].diagonal, 3, 3, 1);
    profile_report_free(&report);
    profile_free(&data);
}

static void means_are_harmonic(void **state)
{
    (void)state;
    profile data = sample_profile();
    profile_report report = report_of(&data);
    report.launches[0].best.speedup = 2;
    report.launches[1].best.speedup = 4;
    assert_true(fabs(profile_report_mean(&report, offsetof(profile_launch, best)) - 8. / 3) < 1e-12);
    report.launches[1].best.speedup = NAN;
    assert_true(profile_report_mean(&report, offsetof(profile_launch, best)) == 2);
    report.launches[0].best.speedup = NAN;
    assert_true(isnan(profile_report_mean(&report, offsetof(profile_launch, best))));
    profile_report_free(&report);
    profile_free(&data);
}

/* 20303 cycles at twice the speed and 20202 at four times the speed. */
static void programs_are_all_their_launches(void **state)
{
    (void)state;
    profile data = sample_profile();
    free(data.kernels[1].program);
    data.kernels[1].program = strdup("atax");
    profile_report report = report_of(&data);
    assert_int_equal(report.n_programs, 1);
    assert_string_equal(report.programs[0].name, "atax");
    assert_int_equal(report.programs[0].launches, 2);
    assert_int_equal(report.programs[0].cycles, 20303 + 20202);
    report.launches[0].best.speedup = 2;
    report.launches[1].best.speedup = 4;
    const double speedup =
        profile_program_speedup(&report, &report.programs[0], offsetof(profile_launch, best));
    assert_true(fabs(speedup - (20303 + 20202) / (20303 / 2. + 20202 / 4.)) < 1e-12);
    profile_report_free(&report);
    profile_free(&data);
}

static void a_launch_without_instructions_has_no_tuples(void **state)
{
    (void)state;
    profile data = sample_surface(2);
    for (size_t i = 0; i < profile_points(2); i++)
        data.kernels[0].points[i] = (sim_counters){.cycles = 5};
    profile_report report = report_of(&data);
    assert_int_equal(report.launches[0].best.n, 0);
    assert_int_equal(report.launches[0].target.n, 0);
    assert_true(isnan(report.launches[0].hit_rate));
    const report_table launches = profile_table(&report);
    written w;
    written_begin(&w);
    profile_report_html(&report, w.m.out);
    profile_report_svg(&report.launches[0], w.m.out);
    assert_int_equal(report_table_markdown(&launches, w.m.out, NULL), POISE_OK);
    report_table_csv(&launches, w.m.out);
    written_end(&w);
    assert_int_equal(count_of(w.text, "nan"), 0);
    assert_contains(w.text,
                    ",2,5,,,,,,,,,,,,,,,,,,5\n"); /* W, cycles, no rate, no lines, no tuples, points */
    free(w.text);
    profile_report_free(&report);
    profile_free(&data);
}

static void a_profile_without_kernels_is_an_empty_report(void **state)
{
    (void)state;
    profile data = {.config_text = (char *)""};
    profile_report report = report_of(&data);
    const report_table launches = profile_table(&report);
    written w;
    written_begin(&w);
    profile_report_html(&report, w.m.out);
    assert_int_equal(report_table_markdown(&launches, w.m.out, NULL), POISE_OK);
    report_table_csv(&launches, w.m.out);
    written_end(&w);
    assert_contains(w.text, "0 kernel launches of 0 programs");
    assert_int_equal(count_of(w.text, "nan"), 0);
    free(w.text);
    profile_report_free(&report);
}

static void assert_chosen(const char *wanted, size_t n)
{
    profile data = sample_profile();
    profile_report report = report_of(&data);
    assert_int_equal(profile_report_choose(&report, wanted, NULL), n > 0 ? POISE_OK : POISE_USAGE);
    if (n > 0) {
        assert_int_equal(report.n, n);
        assert_string_equal(report.launches[0].kernel, "bfs_kernel");
        assert_int_equal(report.launches[0].number, 2);
        assert_int_equal(report.n_programs, 1);
    }
    profile_report_free(&report);
    profile_free(&data);
}

static void launches_are_chosen_by_name_or_number(void **state)
{
    (void)state;
    assert_chosen("bfs_kernel", 1);
    assert_chosen("bfs/bfs_kernel", 1);
    assert_chosen("run/bfs_kernel/5", 1);
    assert_chosen("bfs/bfs_kernel/5", 1);
    assert_chosen("2", 1);
    assert_chosen("bfs/bfs_kernel/4", 0);
    assert_chosen("bfs/bfs_kernel/", 0);
    assert_chosen("bfs_kerne", 0);
    assert_chosen("bfs", 0);
    assert_chosen("3", 0);
    assert_chosen("", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tuples_are_the_best_of_their_kind),
        cmocka_unit_test(equally_fast_tuples_go_to_more_warps),
        cmocka_unit_test(means_are_harmonic),
        cmocka_unit_test(programs_are_all_their_launches),
        cmocka_unit_test(a_launch_without_instructions_has_no_tuples),
        cmocka_unit_test(a_profile_without_kernels_is_an_empty_report),
        cmocka_unit_test(launches_are_chosen_by_name_or_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
