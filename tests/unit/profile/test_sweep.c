/* The sweep: every point is measured, nothing depends on the number of threads, errors stop it. */
#include "profile/profile_file.h"
#include "profile/sweep/run.h"
#include "tests/folder.h"
#include "tests/reuse_trace.h"

static sweep_request small_request(void)
{
    sweep_request request = {.grid = SWEEP_FULL, .split = PROFILE_EVALUATION};
    sim_config_default(&request.config);
    assert_int_equal(sim_config_set(&request.config, "sms=1", NULL), POISE_OK);
    assert_int_equal(sim_config_set(&request.config, "warps=8", NULL), POISE_OK);
    return request;
}

static const reuse_shape tiny = {.thread_blocks = 4, .warps_per_block = 2, .footprint_lines = 2, .walks = 3};
static const reuse_shape large = {
    .thread_blocks = 6, .warps_per_block = 2, .footprint_lines = 12, .walks = 6};

/* Writes two launches into the folder "walk" and lists them. */
static trace_files small_traces(void)
{
    trace_files traces;
    char folder[128];
    char *arguments[] = {folder};
    snprintf(folder, sizeof folder, "%s", test_path("walk"));
    mkdir(folder, 0700);
    write_reuse_trace(test_path("walk/0.wtr"), 0, &tiny);
    write_reuse_trace(test_path("walk/1.wtr"), 1, &large);
    assert_int_equal(trace_files_list(&traces, 1, arguments, NULL), POISE_OK);
    return traces;
}

static void sweep_to(const char *path, int threads)
{
    poise_error err = {0};
    trace_files traces = small_traces();
    sweep_request request = small_request();
    sweep_plan plan;
    assert_int_equal(sweep_plan_create(&plan, &request, &traces, &err), POISE_OK);
    if (sweep_run(&plan, &(sweep_effort){.threads = threads}, &err) != POISE_OK)
        fail_msg("%s", err.text);
    assert_int_equal(profile_write(path, &plan.result, &err), POISE_OK);
    sweep_plan_free(&plan);
    trace_files_free(&traces);
}

static void result_does_not_depend_on_threads(void **state)
{
    (void)state;
    sweep_to(test_path("one.h5"), 1);
    sweep_to(test_path("two.h5"), 2);
    sweep_to(test_path("five.h5"), 5);
    assert_same_bytes(test_path("one.h5"), test_path("two.h5"));
    assert_same_bytes(test_path("one.h5"), test_path("five.h5"));
}

static void every_point_is_one_whole_launch(void **state)
{
    (void)state;
    profile data;
    sweep_to(test_path("all.h5"), 2);
    assert_int_equal(profile_read(test_path("all.h5"), &data, NULL), POISE_OK);
    assert_int_equal(data.n_kernels, 2);
    for (size_t i = 0; i < 2; i++) {
        const profile_kernel *kernel = &data.kernels[i];
        assert_string_equal(kernel->program, "walk"); /* the folder */
        assert_int_equal(kernel->launch_index, i);
        assert_int_equal(kernel->split, PROFILE_EVALUATION);
        assert_int_equal(kernel->warps, 4); /* 8 warps, 2 schedulers */
        for (uint32_t n = 1; n <= 4; n++) {
            for (uint32_t p = 0; p <= n; p++) {
                const sim_counters *c = profile_at(kernel, n, p);
                assert_non_null(c);
                assert_int_equal(c->warp_insts, profile_at(kernel, 1, 1)->warp_insts);
                assert_int_equal(c->l1_bypasses > 0, p < n);
            }
        }
    }
    profile_free(&data);
}

/* The points are what the simulator says about that tuple, so a plain simulation agrees with (max, max). */
static void points_equal_single_simulations(void **state)
{
    (void)state;
    profile data;
    warp_trace trace;
    simulator *sim;
    sim_counters counters;
    sweep_to(test_path("single.h5"), 2);
    assert_int_equal(profile_read(test_path("single.h5"), &data, NULL), POISE_OK);
    assert_int_equal(warp_trace_read(test_path("walk/1.wtr"), &trace, NULL), POISE_OK);
    sweep_request request = small_request();
    assert_int_equal(sim_create(&sim, &request.config, &(sim_policies){.sched = "gto"}, NULL), POISE_OK);
    assert_int_equal(sim_launch(sim, &trace, &counters, NULL, NULL), POISE_OK);
    assert_memory_equal(profile_at(&data.kernels[1], 4, 4), &counters, sizeof counters);
    sim_destroy(sim);
    warp_trace_free(&trace);
    profile_free(&data);
}

static void plan_puts_long_simulations_first(void **state)
{
    (void)state;
    trace_files traces = small_traces();
    sweep_request request = small_request();
    sweep_plan plan;
    assert_int_equal(sweep_plan_create(&plan, &request, &traces, NULL), POISE_OK);
    assert_int_equal(sweep_plan_left(&plan), 2 * (14 + 1)); /* each with one to sample */
    assert_int_equal(plan.launches[0].kernel, 1);
    assert_int_equal(plan.launches[1].kernel, 0);
    assert_true(plan.launches[0].warp_insts > plan.launches[1].warp_insts);
    sweep_plan_free(&plan);
    trace_files_free(&traces);
}

static void misfits_are_refused(void **state)
{
    (void)state;
    poise_error err = {0};
    trace_files traces = small_traces(), none = {0};
    sweep_request request = small_request();
    sweep_plan plan;
    assert_int_equal(sweep_plan_create(&plan, &request, &none, &err), POISE_USAGE);
    assert_int_equal(sim_config_set(&request.config, "warps=1", NULL), POISE_OK);
    assert_int_equal(sim_config_set(&request.config, "schedulers=1", NULL), POISE_OK);
    assert_int_equal(sweep_plan_create(&plan, &request, &traces, &err),
                     POISE_FAILED); /* a block has 2 warps */
    assert_non_null(strstr(err.text, "does not fit"));
    spill(test_path("walk/0.wtr"), "nonsense", 8);
    request = small_request();
    assert_int_equal(sweep_plan_create(&plan, &request, &traces, &err), POISE_DAMAGED);
    assert_int_equal(plan.n_launches, 0);
    trace_files_free(&traces);
}

static void changed_trace_is_not_measured(void **state)
{
    (void)state;
    poise_error err = {0};
    trace_files traces = small_traces();
    sweep_request request = small_request();
    sweep_plan plan;
    assert_int_equal(sweep_plan_create(&plan, &request, &traces, NULL), POISE_OK);
    write_reuse_trace(test_path("walk/0.wtr"), 0, &large);
    assert_int_equal(sweep_run(&plan, &(sweep_effort){.threads = 2}, &err), POISE_INCOMPLETE);
    assert_non_null(strstr(err.text, "changed"));
    sweep_plan_free(&plan);
    trace_files_free(&traces);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(result_does_not_depend_on_threads),
        cmocka_unit_test(every_point_is_one_whole_launch),
        cmocka_unit_test(points_equal_single_simulations),
        cmocka_unit_test(plan_puts_long_simulations_first),
        cmocka_unit_test(misfits_are_refused),
        cmocka_unit_test(changed_trace_is_not_measured),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
