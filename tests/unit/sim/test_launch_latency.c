/* A launch costs what it is said to cost before its first block, and does the same afterwards. */
#include "tests/shape/sim/kernels.h"
#include "tests/unit/sim/config_reading.h"

static void only_cycles_change(void **state)
{
    (void)state;
    static const char *const settings[] = {"launch_latency=5000", "block_launch_latency=7", NULL};
    const sim_config at_once = shape_machine(NULL), late = shape_machine(settings);
    warp_trace trace = shape_make(trace_make_stream,
                                  (trace_synthetic){.iterations = 4, .alu_per_load = 4, .lines_per_load = 1});
    const shape_result a = shape_run(&at_once, &trace, "gto");
    shape_result b = shape_run(&late, &trace, "gto");
    assert_int_equal(b.counters.cycles, a.counters.cycles + 5000 + 7 * trace.n_thread_blocks);
    b.counters.cycles = a.counters.cycles;
    assert_memory_equal(&a.counters, &b.counters, sizeof a.counters);
    warp_trace_free(&trace);
}

static void configurations_name_it(void **state)
{
    (void)state;
    reading r = read_text("-gpgpu_kernel_launch_latency 5000\n-gpgpu_TB_launch_latency 3\n");
    assert_read(&r);
    assert_int_equal(r.config.launch_latency, 5000);
    assert_int_equal(r.config.block_launch_latency, 3);
    reading_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_cycles_change),
        cmocka_unit_test(configurations_name_it),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
