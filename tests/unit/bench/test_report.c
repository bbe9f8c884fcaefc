/* Reports of real, tiny measurements: what is counted, and what a failure leaves. No figure of time is
 * judged. */
#include "bench/bench.h"
#include "bench/kernels.h"
#include "tests/test.h"

static bench_subject make_subject(const char *kernel)
{
    bench_subject subject = {.name = (char *)kernel};
    poise_error err;
    const bench_builtin *builtin = bench_builtin_find(kernel, &err);
    if (builtin == NULL || bench_builtin_make(builtin, 1, &subject.trace, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return subject;
}

static sim_config small_machine(void)
{
    sim_config config;
    sim_config_default(&config);
    config.max_cycles = 300;
    return config;
}

static const policy_scheme gto = {.name = (char *)"gto", .text = (char *)"gto"};

static void report_counts_what_was_simulated(void **state)
{
    (void)state;
    const sim_config config = small_machine();
    bench_subject subjects[] = {make_subject("stream"), make_subject("compute")};
    const uint32_t jobs[] = {1, 2};
    const bench_request request = {.config = &config,
                                   .scheme = &gto,
                                   .subjects = subjects,
                                   .n_subjects = 2,
                                   .repeats = 3,
                                   .jobs = jobs,
                                   .n_jobs = 2};
    bench_report report;
    poise_error err;
    if (bench_run(&report, &request, &err) != POISE_OK)
        fail_msg("%s", err.text);
    size_t n;
    const bench_rate *rates = bench_rate_table(&n);
    assert_string_equal(rates[0].name, "warp_insts_per_s");
    for (size_t i = 0; i < 2; i++) {
        const bench_kernel *kernel = &report.kernels[i];
        assert_true(kernel->elapsed_s[0] > 0 && kernel->elapsed_s[0] <= kernel->elapsed_s[1]);
        assert_true(kernel->elapsed_s[1] <= kernel->elapsed_s[2]);
        assert_true(bench_rate_value(&report, i, &rates[0]) ==
                    (double)kernel->counters.warp_insts / kernel->elapsed_s[1]);
    }
    assert_int_equal(report.scaling[1].simulations, 4);
    assert_true(report.scaling[0].speedup == 1);
    assert_true(report.scaling[1].speedup == report.scaling[0].elapsed_s / report.scaling[1].elapsed_s);
    assert_int_equal(report.memory.traces_bytes,
                     bench_trace_bytes(&subjects[0].trace) + bench_trace_bytes(&subjects[1].trace));
    assert_true(report.memory.peak_bytes > report.memory.traces_bytes);
    assert_true(report.memory.point_bytes > 100000); /* 32 L1s have 4096 lines, 24 L2 banks 16512 */
    bench_report_free(&report);
    warp_trace_free(&subjects[0].trace);
    warp_trace_free(&subjects[1].trace);
}

static void failed_simulation_names_its_subject(void **state)
{
    (void)state;
    const sim_config config = small_machine();
    bench_subject subject = make_subject("reuse");
    subject.trace.header.registers_per_thread = 100000; /* no block fits */
    const uint32_t jobs = 1;
    const bench_request request = {.config = &config,
                                   .scheme = &gto,
                                   .subjects = &subject,
                                   .n_subjects = 1,
                                   .repeats = 1,
                                   .jobs = &jobs,
                                   .n_jobs = 1};
    bench_report report;
    poise_error err;
    assert_int_not_equal(bench_run(&report, &request, &err), POISE_OK);
    assert_contains(err.text, "reuse: ");
    bench_report_free(&report);
    warp_trace_free(&subject.trace);
}

static void builtin_kernels_are_what_their_table_says(void **state)
{
    (void)state;
    size_t n;
    const bench_builtin *table = bench_builtin_table(&n);
    assert_true(n >= 5);
    for (size_t i = 0; i < n; i++) {
        warp_trace once, twice;
        assert_int_equal(bench_builtin_make(&table[i], 1, &once, NULL), POISE_OK);
        assert_int_equal(bench_builtin_make(&table[i], 2, &twice, NULL), POISE_OK);
        assert_int_equal(twice.line_accesses, 2 * once.line_accesses);
        warp_trace_free(&once);
        warp_trace_free(&twice);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(report_counts_what_was_simulated),
        cmocka_unit_test(failed_simulation_names_its_subject),
        cmocka_unit_test(builtin_kernels_are_what_their_table_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
