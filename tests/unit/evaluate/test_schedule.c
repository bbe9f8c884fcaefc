/* SWL and Static-Best from a hand-made surface. */
#include "evaluate/nearest.h"
#include "evaluate/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { WIDE = 3, NARROW = 2 };

/* Program of two launches: W = 3 and W = 2. Points in the order (1,1) (2,1) (2,2) (3,1) (3,2) (3,3). */
static evaluate_launch launches[] = {
    {.kernel = "wide", .trace_hash = "aa", .warps = WIDE},
    {.kernel = "narrow", .trace_hash = "bb", .warps = NARROW},
};
static const evaluate_program program = {.name = "two", .n_launches = 2, .launches = launches};

static sim_counters wide_points[9], narrow_points[5];
static profile_kernel kernels[] = {
    {.trace_hash = "bb", .warps = NARROW, .points = narrow_points}, /* not in the order of the program */
    {.trace_hash = "aa", .warps = WIDE, .points = wide_points},
};

/* Cycles at (1,1) (2,1) (2,2) ...; at p = 0 none. */
static void fill(sim_counters *points, const uint64_t *cycles, uint32_t warps)
{
    for (uint32_t n = 1; n <= warps; n++) {
        points[profile_point(n, 0)] = (sim_counters){0};
        for (uint32_t p = 1; p <= n; p++)
            points[profile_point(n, p)] = (sim_counters){.cycles = *cycles++};
    }
}

static profile surface(const uint64_t wide[6], const uint64_t narrow[3])
{
    fill(wide_points, wide, WIDE);
    fill(narrow_points, narrow, NARROW);
    return (profile){.n_kernels = 2, .kernels = kernels};
}

static void assert_tuples(evaluate_schedule *schedule, uint32_t n0, uint32_t p0, uint32_t n1, uint32_t p1)
{
    assert_int_equal(schedule->tuples[0].n, n0);
    assert_int_equal(schedule->tuples[0].p, p0);
    assert_int_equal(schedule->tuples[1].n, n1);
    assert_int_equal(schedule->tuples[1].p, p1);
    evaluate_schedule_free(schedule);
    assert_null(schedule->tuples);
}

static void diagonal_is_limited_by_each_launch(void **state)
{
    (void)state;
    evaluate_schedule schedule;
    assert_int_equal(evaluate_schedule_diagonal(&schedule, &program, 3, NULL), POISE_OK);
    assert_tuples(&schedule, 3, 3, 2, 2);
    assert_int_equal(evaluate_schedule_diagonal(&schedule, &program, 1, NULL), POISE_OK);
    assert_tuples(&schedule, 1, 1, 1, 1);
}

/* Sums: n = 1: 50 + 40, n = 2: 70 + 10, n = 3: 60 + 10 (the narrow launch stays at 2). */
static void swl_minimises_the_whole_program(void **state)
{
    (void)state;
    profile data = surface((const uint64_t[]){50, 1, 70, 1, 1, 60}, (const uint64_t[]){40, 1, 10});
    evaluate_schedule schedule;
    assert_int_equal(evaluate_schedule_swl(&schedule, &program, &data, NULL), POISE_OK);
    assert_tuples(&schedule, 3, 3, 2, 2);
}

static void swl_ties_go_to_the_higher_n(void **state)
{
    (void)state;
    profile data = surface((const uint64_t[]){50, 1, 50, 1, 1, 60}, (const uint64_t[]){10, 1, 10});
    evaluate_schedule schedule;
    assert_int_equal(evaluate_schedule_swl(&schedule, &program, &data, NULL), POISE_OK);
    assert_tuples(&schedule, 2, 2, 2, 2);
}

/* A coarse grid has no point (2,2) of the wide launch: n = 2 cannot be chosen however good its other half is.
 */
static void swl_leaves_out_what_was_not_measured(void **state)
{
    (void)state;
    profile data = surface((const uint64_t[]){50, 9, 0, 9, 9, 60}, (const uint64_t[]){40, 9, 10});
    evaluate_schedule schedule;
    assert_int_equal(evaluate_schedule_swl(&schedule, &program, &data, NULL), POISE_OK);
    assert_tuples(&schedule, 3, 3, 2, 2);
}

/* The limit is that of the launch with the most warps; the policy takes fewer where there are fewer. */
static void a_policy_starts_from_the_limit(void **state)
{
    (void)state;
    static const char *const strings[][2] = {{"pcal_swl", "pcal_swl:n=3"},
                                             {"pcal_swl:vote=0:gain=0.1", "pcal_swl:n=3:vote=0:gain=0.1"}};
    for (int i = 0; i < 2; i++) {
        evaluate_schedule schedule;
        assert_int_equal(evaluate_schedule_diagonal(&schedule, &program, 3, NULL), POISE_OK);
        assert_int_equal(evaluate_schedule_start_from(&schedule, &program, strings[i][0], NULL), POISE_OK);
        assert_null(schedule.tuples);
        assert_string_equal(schedule.policy, strings[i][1]);
        evaluate_schedule_free(&schedule);
    }
}

static void static_best_is_chosen_for_each_launch(void **state)
{
    (void)state;
    profile data = surface((const uint64_t[]){50, 40, 70, 30, 45, 60}, (const uint64_t[]){9, 40, 10});
    evaluate_schedule schedule;
    assert_int_equal(evaluate_schedule_static_best(&schedule, &program, &data, NULL), POISE_OK);
    assert_tuples(&schedule, 3, 1, 1, 1);
}

static void static_best_ties_go_to_the_higher_n_then_p(void **state)
{
    (void)state;
    profile data = surface((const uint64_t[]){30, 30, 30, 30, 30, 60}, (const uint64_t[]){7, 0, 7});
    evaluate_schedule schedule;
    assert_int_equal(evaluate_schedule_static_best(&schedule, &program, &data, NULL), POISE_OK);
    assert_tuples(&schedule, 3, 2, 2, 2);
}

static void static_best_may_let_nobody_allocate(void **state)
{
    (void)state;
    profile data = surface((const uint64_t[]){30, 30, 30, 30, 30, 60}, (const uint64_t[]){7, 9, 7});
    wide_points[profile_point(2, 0)].cycles = 29;
    narrow_points[profile_point(2, 0)].cycles = 7; /* no better than {2,2} */
    evaluate_schedule schedule;
    assert_int_equal(evaluate_schedule_static_best(&schedule, &program, &data, NULL), POISE_OK);
    assert_tuples(&schedule, 2, 0, 2, 2);
}

/* A set where it is faster than every tuple, the tuple where it is not; a profile without loads will not do.
 */
static void static_best_plus_takes_sets_of_loads(void **state)
{
    (void)state;
    profile data = surface((const uint64_t[]){50, 40, 70, 30, 45, 60}, (const uint64_t[]){9, 40, 10});
    static profile_load loads[] = {{.pc = 4}, {.pc = 9}};
    static profile_set faster[] = {{3, 3, 1, 29}, {2, 2, 3, 28}, {3, 2, 2, 28}}, equal[] = {{2, 2, 1, 9}};
    evaluate_schedule schedule;
    poise_error err = {0};
    char text[EVALUATE_TUPLE_TEXT];
    assert_int_equal(evaluate_schedule_static_best_plus(&schedule, &program, &data, &err), POISE_INCOMPLETE);
    assert_non_null(strstr(err.text, "--loads adaptive"));
    profile_kernel *narrow = &data.kernels[0], *wide = &data.kernels[1];
    wide->loads = loads, wide->n_loads = 2, wide->sets = faster, wide->n_sets = 3;
    narrow->loads = loads, narrow->n_loads = 1, narrow->sets = equal, narrow->n_sets = 1;
    assert_int_equal(evaluate_schedule_static_best_plus(&schedule, &program, &data, NULL), POISE_OK);
    assert_string_equal(evaluate_schedule_string(&schedule, 0, text), "tuple:2:2:loads=4,9");
    assert_string_equal(evaluate_schedule_string(&schedule, 1, text), "tuple:1:1");
    assert_tuples(&schedule, 2, 2, 1, 1);
    wide->n_loads = wide->n_sets = narrow->n_loads = narrow->n_sets = 0;
}

static void missing_launch_makes_the_profile_incomplete(void **state)
{
    (void)state;
    profile data = surface((const uint64_t[]){1, 1, 1, 1, 1, 1}, (const uint64_t[]){1, 1, 1});
    data.n_kernels = 1;
    evaluate_schedule schedule = {0};
    poise_error err = {0};
    assert_int_equal(evaluate_schedule_static_best(&schedule, &program, &data, &err), POISE_INCOMPLETE);
    assert_non_null(strstr(err.text, "wide"));
    assert_null(schedule.tuples);
    assert_int_equal(evaluate_schedule_swl(&schedule, &program, &data, &err), POISE_INCOMPLETE);
    assert_null(schedule.tuples);
}

/* Launches 0, 3 and 9 of `f` are measured with W = 3; 5 is nearer to 3, 6 is as near to 3 as to 9. A launch
 * with other warps or of another function has no neighbour; one that is measured stays itself. */
static void nearest_launch_of_the_same_function_stands_in(void **state)
{
    (void)state;
    profile_kernel measured[] = {
        {.run = "r", .kernel = "f", .launch_index = 9, .trace_hash = "k9", .warps = WIDE},
        {.run = "r", .kernel = "f", .launch_index = 0, .trace_hash = "k0", .warps = WIDE},
        {.run = "r", .kernel = "f", .launch_index = 3, .trace_hash = "k3", .warps = WIDE},
        {.run = "other", .kernel = "f", .launch_index = 5, .trace_hash = "k5", .warps = WIDE},
    };
    const profile data = {.n_kernels = 4, .kernels = measured};
    evaluate_launch all[] = {
        {.kernel = "f", .index = 3, .trace_hash = "k3", .warps = WIDE},
        {.kernel = "f", .index = 5, .trace_hash = "x5", .warps = WIDE},
        {.kernel = "f", .index = 6, .trace_hash = "x6", .warps = WIDE},
        {.kernel = "f", .index = 8, .trace_hash = "x8", .warps = WIDE},
        {.kernel = "f", .index = 7, .trace_hash = "x7", .warps = NARROW},
        {.kernel = "g", .index = 4, .trace_hash = "x4", .warps = WIDE},
    };
    evaluate_program many = {.name = "r", .n_launches = 6, .launches = all};
    assert_int_equal(evaluate_adopt_nearest(&many, &data), 3);
    const char *const expected[] = {"", "k3", "k3", "k9", "", ""};
    for (size_t i = 0; i < 6; i++)
        assert_string_equal(all[i].profiled_as, expected[i]);
}

static void the_stand_in_is_scheduled(void **state)
{
    (void)state;
    profile data = surface((const uint64_t[]){50, 40, 70, 30, 45, 60}, (const uint64_t[]){9, 40, 10});
    evaluate_launch other[] = {launches[0], launches[1]};
    strcpy(other[0].trace_hash, "zz");
    strcpy(other[0].profiled_as, "aa");
    const evaluate_program stranger = {.name = "two", .n_launches = 2, .launches = other};
    evaluate_schedule schedule;
    assert_int_equal(evaluate_schedule_static_best(&schedule, &stranger, &data, NULL), POISE_OK);
    assert_tuples(&schedule, 3, 1, 1, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diagonal_is_limited_by_each_launch),
        cmocka_unit_test(swl_minimises_the_whole_program),
        cmocka_unit_test(swl_ties_go_to_the_higher_n),
        cmocka_unit_test(swl_leaves_out_what_was_not_measured),
        cmocka_unit_test(a_policy_starts_from_the_limit),
        cmocka_unit_test(static_best_is_chosen_for_each_launch),
        cmocka_unit_test(static_best_ties_go_to_the_higher_n_then_p),
        cmocka_unit_test(nearest_launch_of_the_same_function_stands_in),
        cmocka_unit_test(the_stand_in_is_scheduled),
        cmocka_unit_test(static_best_may_let_nobody_allocate),
        cmocka_unit_test(static_best_plus_takes_sets_of_loads),
        cmocka_unit_test(missing_launch_makes_the_profile_incomplete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
