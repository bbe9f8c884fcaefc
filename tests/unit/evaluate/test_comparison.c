/* The comparison as a whole, on small programs written to disk. */
#include "tests/unit/evaluate/small_programs.h"

static bool warned(const evaluate_comparison *comparison, const char *part)
{
    for (size_t i = 0; i < comparison->n_warnings; i++) {
        if (strstr(comparison->warnings[i], part) != NULL)
            return true;
    }
    return false;
}

static void programs_are_described(void **state)
{
    (void)state;
    assert_string_equal(programs[0].name, "thrashing");
    assert_int_equal(programs[0].n_launches, 2);
    assert_int_equal(programs[0].launches[1].index, 1);
    assert_string_equal(programs[0].launches[0].kernel, "reuse");
    assert_int_equal(programs[0].launches[0].warps, 8);
    assert_int_equal(programs[0].launches[0].filled_warps, 8);
    assert_int_equal(programs[1].launches[0].filled_warps, 1);
    assert_int_equal(evaluate_program_warps(&programs[0]), 8);
}

/* All launches on one simulator, L2 kept: the sum of what the simulator itself gives. */
static void a_program_is_one_simulation(void **state)
{
    (void)state;
    const sim_policies policies = {.sched = "tuple:3:2"};
    simulator *sim = NULL;
    sim_counters total = {0};
    assert_int_equal(sim_create(&sim, &config, &policies, NULL), POISE_OK);
    for (size_t i = 0; i < 2; i++) {
        warp_trace trace;
        sim_counters counters;
        assert_int_equal(warp_trace_read(programs[0].launches[i].path, &trace, NULL), POISE_OK);
        assert_int_equal(sim_launch(sim, &trace, &counters, NULL, NULL), POISE_OK);
        sim_counters_add(&total, &counters);
        warp_trace_free(&trace);
    }
    sim_destroy(sim);
    evaluate_policy_list list;
    evaluate_comparison comparison;
    assert_int_equal(compare(&comparison, &list, "gto,tuple:3:2", 1, NULL, NULL), POISE_OK);
    const evaluate_result *result = &comparison.cells[evaluate_place(&comparison, 0, 1)].result;
    assert_memory_equal(&result->total, &total, sizeof total);
    assert_int_equal(result->launches[0].cycles + result->launches[1].cycles, total.cycles);
    evaluate_comparison_free(&comparison);
    evaluate_policy_list_free(&list);
}

/* A policy that sets {3,2} in every SM when a kernel begins, and one that sets nothing; stalls change nothing
 * else. */
static void tuples_and_stalls_are_recorded(void **state)
{
    (void)state;
    evaluate_policy_list list;
    assert_int_equal(evaluate_policy_list_parse(&list, "gto,tuple:3:2", NULL), POISE_OK);
    evaluate_request request = {.config = &config, .policies = &list, .programs = programs, .n_programs = 2};
    evaluate_comparison without, with;
    assert_int_equal(evaluate_compare(&without, &request, NULL), POISE_OK);
    request.stalls = true;
    assert_int_equal(evaluate_compare(&with, &request, NULL), POISE_OK);
    const evaluate_result *steered = &without.cells[1].result, *free_running = &without.cells[0].result;
    assert_int_equal(steered->facts[0].tuple_cycles, 2 * steered->launches[0].cycles); /* of 2 SMs */
    assert_int_equal(steered->facts[0].tuple_n_cycles, 3 * steered->facts[0].tuple_cycles);
    assert_int_equal(steered->total_facts.tuple_changes, 2 * 2);
    assert_int_equal(steered->histories[1].n, 2);
    assert_int_equal(steered->histories[1].changes[1].sm, 1);
    assert_int_equal(steered->histories[1].changes[1].p, 2);
    assert_int_equal(steered->histories[1].changes[1].cycle, 0);
    assert_int_equal(free_running->total_facts.tuple_cycles, 0);
    assert_int_equal(free_running->total_facts.stall_resident, 0);
    for (size_t i = 0; i < 4; i++) {
        assert_memory_equal(&with.cells[i].result.total, &without.cells[i].result.total,
                            sizeof(sim_counters));
        assert_true(with.metrics[i].stall_memory > 0 && with.metrics[i].stall_memory <= 1);
    }
    evaluate_comparison_free(&without);
    evaluate_comparison_free(&with);
    evaluate_policy_list_free(&list);
}

/* A launch's figures are what the simulator says after it; the next launch has its own. */
static void figures_of_policies_are_recorded(void **state)
{
    (void)state;
    evaluate_policy_list list;
    evaluate_comparison comparison;
    assert_int_equal(compare(&comparison, &list, "gto,ccws", 1, NULL, NULL), POISE_OK);
    const evaluate_result *silent = &comparison.cells[evaluate_place(&comparison, 0, 0)].result;
    const evaluate_result *telling = &comparison.cells[evaluate_place(&comparison, 0, 1)].result;
    const sim_policies policies = {.sched = "ccws"};
    simulator *sim = NULL;
    assert_int_equal(sim_create(&sim, &config, &policies, NULL), POISE_OK);
    for (size_t i = 0; i < 2; i++) {
        warp_trace trace;
        sim_counters counters;
        policy_statistic figures[POLICY_STATISTICS];
        assert_int_equal(warp_trace_read(programs[0].launches[i].path, &trace, NULL), POISE_OK);
        assert_int_equal(sim_launch(sim, &trace, &counters, NULL, NULL), POISE_OK);
        warp_trace_free(&trace);
        assert_int_equal(silent->statistics[i].n, 0);
        assert_true(telling->statistics[i].n > 0);
        assert_int_equal(telling->statistics[i].n,
                         sim_policy_statistics(sim, POLICY_AT_SCHED, figures, POLICY_STATISTICS));
        for (size_t k = 0; k < telling->statistics[i].n; k++) {
            assert_string_equal(telling->statistics[i].all[k].name, figures[k].name);
            assert_string_equal(telling->statistics[i].all[k].unit, figures[k].unit);
            assert_true(telling->statistics[i].all[k].value == figures[k].value);
        }
    }
    sim_destroy(sim);
    evaluate_comparison_free(&comparison);
    evaluate_policy_list_free(&list);
}

static void result_does_not_depend_on_threads(void **state)
{
    (void)state;
    evaluate_policy_list list;
    evaluate_comparison one, two;
    assert_int_equal(compare(&one, &list, "gto,swl,tuple:2:1", 1, NULL, NULL), POISE_OK);
    evaluate_policy_list_free(&list);
    assert_int_equal(compare(&two, &list, "gto,swl,tuple:2:1", 3, NULL, NULL), POISE_OK);
    for (size_t i = 0; i < 6; i++)
        assert_memory_equal(&one.cells[i].result.total, &two.cells[i].result.total, sizeof(sim_counters));
    assert_int_equal(one.n_warnings, two.n_warnings);
    evaluate_comparison_free(&one);
    evaluate_comparison_free(&two);
    evaluate_policy_list_free(&list);
}

/* ---- a profile made by hand: launch 0 is best at {2, 1}, launch 1 at {8, 8}, the narrow one at {8, 8} ----
 */

enum { MOST_POINTS = 8 * (8 + 3) / 2 }; /* of 8 warps */
static sim_counters points[3][MOST_POINTS];
static profile_kernel kernels[3];

static profile made_surface(void)
{
    profile surface = {.n_kernels = 3, .kernels = kernels};
    for (size_t i = 0; i < 3; i++) {
        const evaluate_launch *launch = i < 2 ? &programs[0].launches[i] : &programs[1].launches[0];
        kernels[i] = (profile_kernel){.warps = launch->warps, .points = points[i]};
        memcpy(kernels[i].trace_hash, launch->trace_hash, sizeof kernels[i].trace_hash);
        for (size_t k = 0; k < MOST_POINTS; k++)
            points[i][k].cycles = 1000;
        points[i][i == 0 ? profile_point(2, 1) : profile_point(launch->warps, launch->warps)].cycles = 900;
    }
    static char *text; /* of the machine, the same for all */
    if (text == NULL)
        assert_int_equal(sim_config_text(&config, &text, NULL), POISE_OK);
    surface.config_text = text;
    return surface;
}

/* The tuple changes between launches and nothing else: launch 0 is that of tuple:2:1, launch 1 runs with all
 * warps. */
static void static_best_switches_between_launches(void **state)
{
    (void)state;
    profile surface = made_surface();
    evaluate_policy_list list;
    evaluate_comparison comparison;
    assert_int_equal(compare(&comparison, &list, "gto,static_best,tuple:2:1", 2, &surface, NULL), POISE_OK);
    const evaluate_cell *best = &comparison.cells[evaluate_place(&comparison, 0, 1)];
    const evaluate_cell *fixed = &comparison.cells[evaluate_place(&comparison, 0, 2)];
    assert_int_equal(best->schedule.tuples[0].n, 2);
    assert_int_equal(best->schedule.tuples[0].p, 1);
    assert_int_equal(best->schedule.tuples[1].n, 8);
    assert_memory_equal(&best->result.launches[0], &fixed->result.launches[0], sizeof(sim_counters));
    assert_true(best->result.launches[1].cycles != fixed->result.launches[1].cycles);
    /* with N = p = max it is the baseline to the cycle [S5.3] */
    assert_int_equal(cycles(&comparison, 1, 1), cycles(&comparison, 1, 0));
    assert_true(warned(&comparison, "narrow: identical cycles"));
    evaluate_comparison_free(&comparison);
    evaluate_policy_list_free(&list);
}

static void profile_of_another_machine_is_refused(void **state)
{
    (void)state;
    profile surface = made_surface();
    static char other[] = "sms = 1023\n";
    surface.config_text = other;
    evaluate_policy_list list;
    evaluate_comparison comparison;
    poise_error err = {0};
    assert_int_equal(compare(&comparison, &list, "gto,static_best", 1, &surface, &err), POISE_USAGE);
    assert_non_null(strstr(err.text, "another machine"));
    evaluate_policy_list_free(&list);
}

static void static_best_without_profile_is_refused(void **state)
{
    (void)state;
    evaluate_policy_list list;
    evaluate_comparison comparison;
    poise_error err = {0};
    assert_int_equal(compare(&comparison, &list, "gto,static_best", 1, NULL, &err), POISE_USAGE);
    assert_non_null(strstr(err.text, "--profile"));
    assert_null(comparison.cells);
    evaluate_policy_list_free(&list);
}

static void reader_is_warned(void **state)
{
    (void)state;
    evaluate_policy_list list;
    evaluate_comparison comparison;
    config.max_cycles = 100;
    config.warps = 32; /* 16 per scheduler, of which the launches fill 8 */
    assert_int_equal(compare(&comparison, &list, "gto,tuple:8:8,warp_limiting:2:9,tuple:16:2", 1, NULL, NULL),
                     POISE_OK);
    config.max_cycles = 0;
    config.warps = 16;
    assert_true(warned(&comparison, "thrashing: identical cycles"));
    assert_true(warned(&comparison, "narrow: 1 of 1 launches fill only one warp per scheduler"));
    assert_true(warned(&comparison, "N = 8 of tuple:8:8 limits nothing in 2 of 2 launches"));
    assert_true(warned(&comparison, "N = 9 of warp_limiting:2:9 limits nothing in 2 of 2 launches"));
    assert_false(warned(&comparison, "N = 16")); /* all warps of the machine: only p was to limit */
    assert_true(warned(&comparison, "thrashing under gto was cut short"));
    evaluate_comparison_free(&comparison);
    evaluate_policy_list_free(&list);
}

/* A file that disappears after it was looked at: the error names it, whatever the number of threads. */
static void failed_run_is_an_error(void **state)
{
    (void)state;
    char *path = programs[0].launches[1].path;
    programs[0].launches[1].path = (char *)"/nonexistent/gone.wtr";
    evaluate_policy_list list;
    evaluate_comparison comparison;
    poise_error err = {0};
    assert_int_equal(compare(&comparison, &list, "gto,lrr", 2, NULL, &err), POISE_FAILED);
    programs[0].launches[1].path = path;
    assert_non_null(strstr(err.text, "gone.wtr"));
    assert_null(comparison.cells);
    evaluate_policy_list_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_are_described),
        cmocka_unit_test(a_program_is_one_simulation),
        cmocka_unit_test(tuples_and_stalls_are_recorded),
        cmocka_unit_test(figures_of_policies_are_recorded),
        cmocka_unit_test(result_does_not_depend_on_threads),
        cmocka_unit_test(static_best_switches_between_launches),
        cmocka_unit_test(profile_of_another_machine_is_refused),
        cmocka_unit_test(static_best_without_profile_is_refused),
        cmocka_unit_test(reader_is_warned),
        cmocka_unit_test(failed_run_is_an_error),
    };
    return cmocka_run_group_tests(tests, make_programs, remove_programs);
}
