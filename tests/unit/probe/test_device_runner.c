/* The kernels of the probe on whatever device there is, mostly PoCL's, which has neither warps nor banks:
 * they compile, run and are timed, and what follows from their times has a range or is unknown. Nothing is
 * demanded of the times themselves. POISE_MACHINES=1 infers all, in 10 to 60 s. */
/* test: slow */
#include "probe/host/runner.h"
#include "probe/infer/throughput.h"
#include "tests/test.h"
#include "tests/unit/probe/recorder.h"

#include <math.h>

static probe_opencl *host;
static probe_runner *runner;

static int open_device(void **state)
{
    static poise_error err;
    (void)state;
    if (ADDRESS_SANITIZER)
        missing = "drivers are made for programs without AddressSanitizer";
    else if (probe_opencl_open(&host, "", 0, 64 << 20, &err) != POISE_OK ||
             probe_device_runner_open(&runner, host, NULL, &err) != POISE_OK)
        missing = err.text;
    return 0;
}

static int close_device(void **state)
{
    (void)state;
    if (runner != NULL)
        runner->close(runner);
    probe_opencl_close(host);
    return 0;
}

static void need_device(void)
{
    if (missing != NULL)
        skip_test("%s", missing);
}

static double time_of(probe_launch launch)
{
    poise_error err;
    double time = NAN;
    need_device();
    if (runner->time(runner, &launch, &time, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return time;
}

static void all_kernels_run(void **state)
{
    static const struct {
        const char *kernel;
        uint32_t number[PROBE_MOST_NUMBERS], local_words;
    } kernels[] = {
        {"issue_int", {4, 5, 7}, 0},
        {"issue_int_twice", {4, 5, 7}, 0},
        {"issue_float", {4, 5, 7}, 0},
        {"issue_float_twice", {4, 5, 7}, 0},
        {"issue_special", {4, 5, 7}, 0},
        {"issue_special_twice", {4, 5, 7}, 0},
        {"shared_chase", {4, 64, 1}, 64},
        {"shared_stride", {4, 256, 4}, 256},
        {"shared_stride_twice", {4, 256, 4}, 256},
        {"misses_hold", {40, 32, 8}, 0},
        {"groups_diverge", {1, 8}, 0},
        {"groups_stay", {4, 32}, 1},
        {"groups_wide", {4, 32}, 1},
        {"stream_read", {1023, 4, 256}, 0},
        {"stream_near", {1023, 4, 256}, 0},
        {"stream_copy", {1023, 4, 256}, 0},
        {"atomics_add", {2, 1, 1}, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        probe_launch launch = {.kernel = kernels[i].kernel, .groups = 2, .group = 64};
        memcpy(launch.number, kernels[i].number, sizeof launch.number);
        launch.local_bytes = kernels[i].local_words * PROBE_WORD;
        const double time = time_of(launch);
        if (!(time >= 0 && isfinite(time)))
            fail_msg("%s takes %g", kernels[i].kernel, time);
    }
}

static void chases_run(void **state)
{
    poise_error err;
    probe_chain ring = {0};
    (void)state;
    need_device();
    assert_int_equal(probe_chain_walk(&ring, (probe_walk){.base = 4096, .stride = 64, .n = 100}, &err),
                     POISE_OK);
    probe_launch launch = {
        .kernel = "misses_chase", .groups = 1, .group = 1, .number = {300, 1024, 0, 1}, .chain = &ring};
    assert_true(isfinite(time_of(launch)));
    launch.kernel = "constant_chase";
    launch.is_constant = true;
    assert_true(isfinite(time_of(launch)));
    launch = (probe_launch){
        .kernel = "stream_beside", .groups = 2, .group = 64, .number = {255, 2, 0, 300}, .chain = &ring};
    assert_true(isfinite(time_of(launch)));
    probe_chain_free(&ring);
}

static void what_does_not_fit_or_exist_is_said(void **state)
{
    poise_error err;
    double time;
    (void)state;
    need_device();
    assert_true(isnan(time_of(
        (probe_launch){.kernel = "issue_int", .groups = 1, .group = 2 * runner->most_group, .number = {1}})));
    const probe_launch none = {.kernel = "issue_nothing", .groups = 1, .group = 1};
    assert_int_equal(runner->time(runner, &none, &time, &err), POISE_FAILED);
    assert_contains(err.text, "issue_nothing");
}

static void what_follows_has_a_range_or_is_unknown(void **state)
{
    poise_error err;
    probe_findings found = {0};
    (void)state;
    need_device();
    if (getenv("POISE_MACHINES") == NULL)
        skip_test("POISE_MACHINES is not set");
    if (probe_infer_throughput(runner, &found, &err) != POISE_OK)
        fail_msg("%s", err.text);
    for (uint32_t i = 0; i < found.n; i++) {
        const probe_finding *f = &found.list[i];
        print_message("%-26s %10.5g .. %-10.5g %s: %s\n", f->name, f->least, f->most, f->unit, f->why);
        assert_true(isnan(f->least) == isnan(f->most));
        assert_false(f->least > f->most);
        assert_true(f->why[0] != '\0');
    }
    probe_findings_free(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kernels_run),
        cmocka_unit_test(chases_run),
        cmocka_unit_test(what_does_not_fit_or_exist_is_said),
        cmocka_unit_test(what_follows_has_a_range_or_is_unknown),
    };
    return cmocka_run_group_tests(tests, open_device, close_device);
}
