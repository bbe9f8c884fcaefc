/* The comparison as a whole, on small programs written to disk. */
#include "evaluate/comparison.h"
#include "evaluate/store.h"
#include "tests/folder.h"
#include "tests/reuse_trace.h"

/* Two launches that thrash a 32-line L1 with 16 warps and fit it with few, and one that fills a single warp.
 */
static const reuse_shape thrashing[] = {
    {.thread_blocks = 16, .warps_per_block = 2, .footprint_lines = 8, .walks = 4},
    {.thread_blocks = 8, .warps_per_block = 4, .footprint_lines = 4, .walks = 6},
};
static const reuse_shape narrow[] = {
    {.thread_blocks = 2, .warps_per_block = 1, .footprint_lines = 4, .walks = 3}};

static sim_config config;
static evaluate_program programs[2];

/* A machine of 2 SMs with 8 warps per scheduler and 4 KB of L1. */
static sim_config small_machine(void)
{
    sim_config machine;
    sim_config_default(&machine);
    machine.sms = 2;
    machine.warps = 16;
    machine.l1_sets = 32;
    machine.l1_ways = 1;
    return machine;
}

/* Writes the launches of a program into a folder and opens it. */
static void make_program(evaluate_program *program, const char *name, const reuse_shape *launches,
                         uint32_t n_launches)
{
    assert_int_equal(mkdir(test_path(name), 0700), 0);
    for (uint32_t i = 0; i < n_launches; i++) {
        char file[64];
        snprintf(file, sizeof file, "%s/%04u-reuse.wtr", name, i);
        write_reuse_trace(test_path(file), i, &launches[i]);
    }
    assert_int_equal(evaluate_program_open(program, test_path(name), &config, NULL), POISE_OK);
}

static int set_up(void **state)
{
    if (make_test_folder(state) != 0)
        return -1;
    config = small_machine();
    make_program(&programs[0], "thrashing", thrashing, 2);
    make_program(&programs[1], "narrow", narrow, 1);
    return 0;
}

static int tear_down(void **state)
{
    evaluate_program_free(&programs[0]);
    evaluate_program_free(&programs[1]);
    return remove_test_folder(state);
}

/* Compares `policies` on both programs; the caller frees both. */
static int compare(evaluate_comparison *comparison, evaluate_policy_list *list, const char *policies,
                   int jobs, const profile *surface, poise_error *err)
{
    assert_int_equal(evaluate_policy_list_parse(list, policies, NULL), POISE_OK);
    const evaluate_request request = {.config = &config,
                                      .policies = list,
                                      .programs = programs,
                                      .n_programs = 2,
                                      .surface = surface,
                                      .jobs = jobs,
                                      .progress = POISE_PROGRESS_NEVER};
    return evaluate_compare(comparison, &request, err);
}

static uint64_t cycles(const evaluate_comparison *comparison, size_t program, size_t policy)
{
    return comparison->cells[evaluate_place(comparison, program, policy)].result.total.cycles;
}

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
        policy_figure figures[POLICY_FIGURES];
        assert_int_equal(warp_trace_read(programs[0].launches[i].path, &trace, NULL), POISE_OK);
        assert_int_equal(sim_launch(sim, &trace, &counters, NULL, NULL), POISE_OK);
        warp_trace_free(&trace);
        assert_int_equal(silent->figures[i].n, 0);
        assert_true(telling->figures[i].n > 0);
        assert_int_equal(telling->figures[i].n, sim_sched_figures(sim, figures, POLICY_FIGURES));
        for (size_t k = 0; k < telling->figures[i].n; k++) {
            assert_string_equal(telling->figures[i].all[k].name, figures[k].name);
            assert_string_equal(telling->figures[i].all[k].unit, figures[k].unit);
            assert_true(telling->figures[i].all[k].value == figures[k].value);
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

/* Without a profile: no other diagonal point is faster, and the program of one warp stays at the highest N.
 */
static void swl_is_the_best_of_the_diagonal(void **state)
{
    (void)state;
    evaluate_policy_list list;
    evaluate_comparison comparison;
    assert_int_equal(
        compare(&comparison, &list, "gto,swl,swl:1,swl:2,swl:3,swl:4,swl:5,swl:6,swl:7,swl:8", 2, NULL, NULL),
        POISE_OK);
    for (size_t k = 2; k < list.n; k++)
        assert_true(cycles(&comparison, 0, 1) <= cycles(&comparison, 0, k));
    assert_true(cycles(&comparison, 0, 1) < cycles(&comparison, 0, 0));
    const evaluate_tuple tuple = comparison.cells[evaluate_place(&comparison, 1, 1)].schedule.tuples[0];
    assert_int_equal(tuple.n, programs[1].launches[0].warps);
    evaluate_comparison_free(&comparison);
    evaluate_policy_list_free(&list);
}

/* ---- what waits for the diagonal ---- */

/* The N that the diagonal chose for a program: pcal_swl with it given is the same run. */
static void pcal_swl_starts_from_the_limit_of_swl(void **state)
{
    (void)state;
    evaluate_policy_list list, fixed_list, hidden_list;
    evaluate_comparison comparison, fixed, hidden;
    char policies[64];
    assert_int_equal(compare(&comparison, &list, "pcal_swl,swl,pcal_swl:climb=0", 2, NULL, NULL), POISE_OK);
    const uint32_t limit = comparison.cells[evaluate_place(&comparison, 0, 1)].schedule.tuples[0].n;
    assert_true(limit < 8);
    snprintf(policies, sizeof policies, "pcal_swl:%u,pcal_swl:%u:climb=0", limit, limit);
    assert_int_equal(compare(&fixed, &fixed_list, policies, 1, NULL, NULL), POISE_OK);
    assert_int_equal(compare(&hidden, &hidden_list, "gto,pcal_swl", 1, NULL, NULL), POISE_OK);
    assert_int_equal(cycles(&comparison, 0, 0), cycles(&fixed, 0, 0));
    assert_int_equal(cycles(&comparison, 0, 2), cycles(&fixed, 0, 1));
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(cycles(&comparison, i, 0), cycles(&hidden, i, 1));
    evaluate_comparison_free(&comparison);
    evaluate_comparison_free(&fixed);
    evaluate_comparison_free(&hidden);
    evaluate_policy_list_free(&list);
    evaluate_policy_list_free(&fixed_list);
    evaluate_policy_list_free(&hidden_list);
}

/* Runs share `share` of 2 of `policies` on both programs. */
static int run_share(const char *policies, uint32_t share, size_t *done, size_t *all)
{
    evaluate_policy_list list;
    assert_int_equal(evaluate_policy_list_parse(&list, policies, NULL), POISE_OK);
    const evaluate_request request = {.config = &config,
                                      .policies = &list,
                                      .programs = programs,
                                      .n_programs = 2,
                                      .store = test_path("store"),
                                      .share = share,
                                      .n_shares = 2,
                                      .progress = POISE_PROGRESS_NEVER};
    int code = evaluate_share(&request, done, all, NULL);
    evaluate_policy_list_free(&list);
    return code;
}

/* All of it, when nothing may be simulated: POISE_INCOMPLETE if a single run is not in the store. */
static int take_kept(const char *policies)
{
    const atomic_bool stop = true;
    evaluate_policy_list list;
    evaluate_comparison comparison;
    assert_int_equal(evaluate_policy_list_parse(&list, policies, NULL), POISE_OK);
    const evaluate_request request = {.config = &config,
                                      .policies = &list,
                                      .programs = programs,
                                      .n_programs = 2,
                                      .stop = &stop,
                                      .store = test_path("store"),
                                      .progress = POISE_PROGRESS_NEVER};
    int code = evaluate_compare(&comparison, &request, NULL);
    evaluate_comparison_free(&comparison);
    evaluate_policy_list_free(&list);
    return code;
}

/* The diagonals count as runs, also where no cell shows them. What waits for points of the other share is run
 * when those are there, and what is there is never run again. */
static void diagonal_is_kept_and_shared(void **state)
{
    (void)state;
    size_t done, all;
    assert_int_equal(take_kept("gto,pcal_swl"), POISE_INCOMPLETE);
    assert_int_equal(run_share("gto,pcal_swl", 0, &done, &all), POISE_OK);
    assert_int_equal(all,
                     2 * 2 + evaluate_program_warps(&programs[0]) + evaluate_program_warps(&programs[1]));
    assert_true(done <= all / 2 + 1);
    assert_int_equal(take_kept("gto,pcal_swl"), POISE_INCOMPLETE);
    assert_int_equal(run_share("gto,pcal_swl", 1, &done, &all), POISE_OK);
    assert_int_equal(run_share("gto,pcal_swl", 0, &done, &all), POISE_OK);
    assert_int_equal(done, all);
    assert_int_equal(take_kept("gto,pcal_swl"), POISE_OK);
    assert_int_equal(take_kept("gto,swl,pcal_swl"), POISE_OK); /* the same runs */
    evaluate_store_remove(test_path("store"));
}

/* ---- a profile made by hand: launch 0 is best at {2, 1}, launch 1 at {8, 8}, the narrow one at {8, 8} ----
 */

static sim_counters points[3][36];
static profile_kernel kernels[3];

static profile made_surface(void)
{
    profile surface = {.n_kernels = 3, .kernels = kernels};
    for (size_t i = 0; i < 3; i++) {
        const evaluate_launch *launch = i < 2 ? &programs[0].launches[i] : &programs[1].launches[0];
        kernels[i] = (profile_kernel){.warps = launch->warps, .points = points[i]};
        memcpy(kernels[i].trace_hash, launch->trace_hash, sizeof kernels[i].trace_hash);
        for (size_t k = 0; k < 36; k++)
            points[i][k].cycles = 1000;
        points[i][i == 0 ? profile_point(2, 1) : profile_point(launch->warps, launch->warps)].cycles = 900;
    }
    assert_int_equal(sim_config_hash(&config, surface.config_hash, NULL), POISE_OK);
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
    /* with N = p = max it is the baseline to the cycle (poise.md U6) */
    assert_int_equal(cycles(&comparison, 1, 1), cycles(&comparison, 1, 0));
    assert_true(warned(&comparison, "narrow: identical cycles"));
    evaluate_comparison_free(&comparison);
    evaluate_policy_list_free(&list);
}

static void profile_of_another_machine_is_refused(void **state)
{
    (void)state;
    profile surface = made_surface();
    surface.config_hash[0] = surface.config_hash[0] == '0' ? '1' : '0';
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
    assert_int_equal(compare(&comparison, &list, "gto,tuple:8:8", 1, NULL, NULL), POISE_OK);
    config.max_cycles = 0;
    assert_true(warned(&comparison, "thrashing: identical cycles"));
    assert_true(warned(&comparison, "narrow: 1 of 1 launches fill only one warp per scheduler"));
    assert_true(warned(&comparison, "N = 8 of tuple:8:8 limits nothing in 2 of 2 launches"));
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
        cmocka_unit_test(swl_is_the_best_of_the_diagonal),
        cmocka_unit_test(pcal_swl_starts_from_the_limit_of_swl),
        cmocka_unit_test(diagonal_is_kept_and_shared),
        cmocka_unit_test(static_best_switches_between_launches),
        cmocka_unit_test(profile_of_another_machine_is_refused),
        cmocka_unit_test(static_best_without_profile_is_refused),
        cmocka_unit_test(reader_is_warned),
        cmocka_unit_test(failed_run_is_an_error),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
