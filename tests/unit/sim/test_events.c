/* Does sleeping change anything? Every component run in every cycle (wake_always) must give the same counters
 * as components that are woken by events: whoever can make progress must have been woken, and a wake-up in
 * vain must do nothing. */
/* test: slow */
#include "tests/unit/sim/hard_cases.h"

static void assert_sleeping_is_harmless(const warp_trace *trace, const char *const *settings)
{
    for (size_t i = 0; i < HARD_POLICIES; i++) {
        sim_counters counters[2];
        for (uint32_t always = 0; always < 2; always++) {
            bench b;
            bench_open(&b, "gto", settings);
            sim_destroy(b.sim);
            b.config.wake_always = always;
            sim_policies chosen = {.sched = hard_policies[i]};
            if (sim_create(&b.sim, &b.config, &chosen, &b.err) ||
                sim_launch(b.sim, trace, &counters[always], NULL, &b.err))
                fail_msg("%s", b.err.text);
            sim_destroy(b.sim);
        }
        assert_memory_equal(&counters[0], &counters[1], sizeof counters[0]);
    }
}

static void random_loads(void **state)
{
    (void)state;
    warp_trace trace = hard_random_loads();
    for (size_t i = 0; i < HARD_MACHINES; i++)
        assert_sleeping_is_harmless(&trace, hard_machines[i]);
    warp_trace_free(&trace);
}

/* Lines a constant stride apart from warp to warp, which apres prefetches; the L1 has few MSHRs for them. */
static void prefetches(void **state)
{
    (void)state;
    trace_synthetic shape = {.thread_blocks = 14,
                             .threads_per_block = 256,
                             .iterations = 6,
                             .alu_per_load = 3,
                             .lines_per_load = 2};
    warp_trace trace;
    assert_int_equal(trace_make_stream(&trace, &shape, NULL), 0);
    static const char *const few_mshrs[] = {"sms=2", "channels=1", "l2_banks=2", "l1_mshrs=4", NULL};
    assert_sleeping_is_harmless(&trace, few_mshrs);
    for (size_t i = 0; i < HARD_MACHINES; i++)
        assert_sleeping_is_harmless(&trace, hard_machines[i]);
    warp_trace_free(&trace);
}

static void everything_at_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < HARD_MACHINES; i++)
        assert_sleeping_is_harmless(hard_everything(), hard_machines[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_loads),
        cmocka_unit_test(prefetches),
        cmocka_unit_test(everything_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
