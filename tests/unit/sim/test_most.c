/* The largest machine that config.def allows: every SM runs its blocks, every channel and bank is used. */
#include "tests/shape/sim/kernels.h"

static sim_counters run(const char *sms, const warp_trace *trace)
{
    char channels[32], banks[32];
    snprintf(channels, sizeof channels, "channels=%d", SIM_MOST_channels);
    snprintf(banks, sizeof banks, "l2_banks=%d", SIM_MOST_l2_banks);
    const char *const settings[] = {sms, channels, banks, "partition_index=ipoly", NULL};
    const sim_config machine = shape_machine(settings);
    return shape_run(&machine, trace, "gto").counters;
}

/* As many SMs as blocks: with one SM less, one of them has two blocks, and all wait for it. */
static void the_largest_machine_runs(void **state)
{
    (void)state;
    char most[32], less[32];
    snprintf(most, sizeof most, "sms=%d", SIM_MOST_sms);
    snprintf(less, sizeof less, "sms=%d", SIM_MOST_sms - 1);
    warp_trace trace;
    poise_error err;
    const trace_synthetic shape = {.thread_blocks = SIM_MOST_sms,
                                   .threads_per_block = 1024,
                                   .iterations = 4,
                                   .alu_per_load = 200,
                                   .lines_per_load = 4};
    assert_int_equal(trace_make_stream(&trace, &shape, &err), POISE_OK);
    const sim_counters all = run(most, &trace), one_less = run(less, &trace);
    assert_int_equal(all.warp_insts, one_less.warp_insts);
    assert_true(all.cycles * 6 < one_less.cycles * 5);
    warp_trace_free(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_machine_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
